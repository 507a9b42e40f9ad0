"""The code of a lesson as it is to be run, and whether it printed what the lesson says."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from quizterm.course import ellipsis
from quizterm.course.blocks import fences
from quizterm.course.cards import CardSource
from quizterm.course.fences import Fence
from quizterm.course.model import CardKind
from quizterm.course.parse import LessonSource
from quizterm.course.raised import is_what_was_raised, split_raised
from quizterm.course.report import Report


@dataclass(frozen=True, slots=True)
class CodeStep:
    """One fence to be run. `output` is what it must print, an exception that ends it last; without one it may print
    anything, but not raise.
    """

    code: str
    output: str | None
    line: int  # of the first line of code, from 1


@dataclass(frozen=True, slots=True)
class CodeUnit:
    """Fences that run one after the other in a namespace of their own.

    Where `shows_value`, the last expression is printed as the interactive interpreter would.
    """

    name: str  # lesson#section, or a card's id; of a bug card's repair with " (repaired)"
    file: Path
    steps: tuple[CodeStep, ...]
    shows_value: bool = False


def runnable(source: LessonSource) -> list[CodeUnit]:
    """A unit for each section that has code to run, and for each card; for a bug card one more, of its repair.

    Fences marked `python no-run` are left out, with the `output` fence that follows.
    """
    if source.lesson is None:
        return []
    lesson, units = source.lesson, []
    for section in source.sections:
        found = fences(section.blocks, Report(lesson.file), nested=True)
        if steps := _steps(found):
            units.append(CodeUnit(f"{lesson.course}.{lesson.slug}#{section.section.slug}", lesson.file, steps))
    for card in source.cards:
        units += _card_units(card, lesson.file)
    return units


def expected_matches(expected: str, got: str) -> bool:
    """Whether code printed what an `output` fence says.

    `...` stands for anything, as in doctest; white space at the end of lines and of the text does not count. An
    exception must be the last thing in both, as `Type: message`; its module does not count, nor how its message is
    broken into lines.
    """
    expected_text, expected_raised = split_raised(_trimmed(expected))
    got_text, got_raised = split_raised(_trimmed(got))
    if expected_raised is None or got_raised is None:
        raised_matches = expected_raised is got_raised
    else:
        raised_matches = is_what_was_raised(expected_raised, got_raised)
    return raised_matches and ellipsis.matches(_trimmed(expected_text), _trimmed(got_text))


def _card_units(source: CardSource, file: Path) -> list[CodeUnit]:
    card = source.card
    if card.kind not in (CardKind.OUTPUT, CardKind.SHAPE, CardKind.BUG):
        return []
    found = fences(source.blocks, Report(file))
    repaired = [fence for fence in found if "repaired" in fence.flags]
    split_at = found.index(repaired[0]) if repaired else len(found)
    units = []
    for name, part in ((card.id, found[:split_at]), (f"{card.id} (repaired)", found[split_at:])):
        code = next((fence for fence in part if fence.language == "python"), None)
        output = next((fence for fence in part if fence.language == "output"), None)
        if code is not None and code.runs:
            step = CodeStep(code.code, output.code if output else None, code.start + 2)
            units.append(CodeUnit(name, file, (step,), shows_value=card.kind is CardKind.SHAPE))
    return units


def _steps(found: Sequence[Fence]) -> tuple[CodeStep, ...]:
    steps = []
    for fence, following in zip_longest(found, found[1:]):
        if fence.runs:
            output = following.code if following is not None and following.language == "output" else None
            steps.append(CodeStep(fence.code, output, fence.start + 2))
    return tuple(steps)


def _trimmed(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.split("\n")).rstrip()
