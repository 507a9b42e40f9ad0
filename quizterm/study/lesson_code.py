"""The code of a lesson, run block by block as the learner asks: in the sandbox, never in this process."""

from collections.abc import Sequence
from dataclasses import dataclass

from quizterm.course import pages
from quizterm.course.model import Lesson, Section
from quizterm.course.pages import CodeBlock
from quizterm.course.runnable import expected_matches
from quizterm.grading.snippet import CodeUnit, UnitResult

EARLIER = "the code before it"


@dataclass(frozen=True, slots=True)
class Ran:
    """What a block did: what it printed, its last value included, or what prevented that."""

    output: str
    warnings: tuple[str, ...] = ()
    exception: str = ""  # as `Type: message`
    problem: str = ""  # the block could not be run to its end; one plain line
    is_as_told: bool = False  # it prints what the lesson says


def code_blocks(section: Section) -> tuple[CodeBlock, ...]:
    """The Python code of a section, in order."""
    return pages.code_blocks(section)


def unit_of(lesson: Lesson, section: Section, blocks: Sequence[CodeBlock], place: int) -> CodeUnit:
    """The block at a place, after the earlier ones of its section in one namespace."""
    codes = tuple(block.code for block in blocks[: place + 1] if block.runs)
    return CodeUnit(f"{lesson.course}.{lesson.slug}#{section.slug}", codes)


def outcome(block: CodeBlock, unit: CodeUnit, result: UnitResult) -> Ran:
    """What the last block of a unit did."""
    if len(result.blocks) < len(unit.blocks):
        whose = EARLIER if len(result.blocks) + 1 < len(unit.blocks) else "this code"
        reason = result.error.message if result.error is not None else "it ended too early"
        return Ran("", problem=f"{whose} was stopped: {reason}")
    last = result.blocks[-1]
    output = "\n".join(text.rstrip("\n") for text in (last.printed, last.value) if text)
    shown = "\n".join(text.rstrip("\n") for text in (last.printed, last.exception) if text)
    is_as_told = block.output is not None and expected_matches(block.output, shown)
    problem = f"this code was stopped: {result.error.message}" if result.error is not None else ""
    return Ran(output, last.warnings, last.exception, problem, is_as_told)
