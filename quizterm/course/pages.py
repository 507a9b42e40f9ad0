"""What other uses find in a lesson's sections: terms, interview questions, code, and the artifact to ship."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from pathlib import Path

from quizterm.course.blocks import Block, fences, inline_tokens, parse_blocks, plain, table_rows
from quizterm.course.fences import is_file_name
from quizterm.course.model import Lesson, Section
from quizterm.course.report import Report

KEY_TERMS = "key-terms"
INTERVIEW = "interview-framing"
SHIP_IT = "ship-it"
_EXERCISE = "exercise:"


@dataclass(frozen=True, slots=True)
class Term:
    """A row of Key Terms. `name` is plain text, the two meanings are Markdown."""

    name: str
    loosely: str
    exactly: str


@dataclass(frozen=True, slots=True)
class InterviewQuestion:
    """A question of Interview Framing (plain text) and its spoken answer (Markdown)."""

    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class Artifact:
    """A file of Ship It: its code, or the exercise whose passed solution it is."""

    name: str
    code: str = ""
    exercise: str | None = None


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """Python code as a section shows it, and what the section says that it prints; `runs` is False for `no-run`."""

    code: str
    output: str | None
    runs: bool


def terms(lesson: Lesson) -> tuple[Term, ...]:
    tables = (block for block in _blocks(lesson, KEY_TERMS) if block.kind == "table_open")
    rows = [cells for table in tables for cells, _ in table_rows(table)[1:]]
    return tuple(Term(plain(cells[0]), cells[1], cells[2]) for cells in rows if len(cells) == 3)


def interview_questions(lesson: Lesson) -> tuple[InterviewQuestion, ...]:
    found: list[InterviewQuestion] = []
    lines = _lines(lesson, INTERVIEW)
    blocks = _blocks(lesson, INTERVIEW)
    for place, block in enumerate(blocks):
        if block.kind == "heading_open" and block.tokens[0].tag == "h3":
            later = next((other.start for other in blocks[place + 1 :] if other.kind == "heading_open"), len(lines))
            answer = "\n".join(lines[block.end : later]).strip()
            found.append(InterviewQuestion(plain(block.tokens[1].content), answer))
    return tuple(found)


def code_blocks(section: Section) -> tuple[CodeBlock, ...]:
    """The Python code of a section, in order."""
    lines = section.text.split("\n")
    found = fences(parse_blocks(lines, 0, len(lines)), Report(Path(section.slug)), nested=True)
    blocks = []
    for fence, following in zip_longest(found, found[1:]):
        if fence.language == "python":
            prints = following is not None and following.language == "output"
            blocks.append(CodeBlock(fence.code, following.code if prints else None, fence.runs))
    return tuple(blocks)


def artifacts(lesson: Lesson) -> tuple[Artifact, ...]:
    """Fences marked with one file name, joined; then files that a link says are an exercise's solution."""
    blocks = _blocks(lesson, SHIP_IT)
    parts: dict[str, list[str]] = {}
    for fence in fences(blocks, Report(lesson.file), nested=True):
        if fence.file is not None:
            parts.setdefault(fence.file, []).append(fence.code)
    written = [Artifact(name, "\n\n\n".join(codes) + "\n") for name, codes in parts.items()]
    return (*written, *_solutions(blocks))


def _solutions(blocks: list[Block]) -> Iterator[Artifact]:
    """Links to an exercise whose text is a file name in a code span."""
    for block in blocks:
        for token in block.tokens:
            children = inline_tokens(token.content) if token.type == "inline" else []
            for opening, inner in pairwise(children):
                target = str(opening.attrGet("href") or "") if opening.type == "link_open" else ""
                if target.startswith(_EXERCISE) and inner.type == "code_inline" and is_file_name(inner.content):
                    yield Artifact(inner.content, exercise=target.removeprefix(_EXERCISE))


def _blocks(lesson: Lesson, slug: str) -> list[Block]:
    lines = _lines(lesson, slug)
    return parse_blocks(lines, 0, len(lines))


def _lines(lesson: Lesson, slug: str) -> list[str]:
    section: Section | None = next((section for section in lesson.sections if section.slug == slug), None)
    return section.text.split("\n") if section is not None else []
