"""The blanks of a cloze question: `{{text}}` in running text or inline code, never in a code fence."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from quizterm.course.fences import fenced_lines

_BLANK = re.compile(r"\{\{(?P<text>[^\n]{0,200}?)\}\}(?!\})")
_TICKS = re.compile(r"(?<!\\)`+")
_CODE = re.compile(r"(?P<ticks>`+)(?P<code>.*[^`])(?P=ticks)")


@dataclass(frozen=True, slots=True)
class Text:
    """Markdown as it stands between blanks."""

    text: str


@dataclass(frozen=True, slots=True)
class Blank:
    """What is to be typed. `code`: the blank is inline code or part of it, so its case matters."""

    text: str
    code: bool


def split_cloze(question: str) -> tuple[Text | Blank, ...]:
    """A question as text and blanks in turn; joined again, with `{{` and `}}` around the blanks, it is the question.

    Nothing in a code fence is a blank. `{{{x}}}` is the blank `{x}`.
    """
    pieces: list[Text | Blank] = []
    done = 0
    for start, end in _running_text(question):
        spans = _code_spans(question, start, end)
        for match in _BLANK.finditer(question, start, end):
            pieces += [Text(question[done : match.start()])] if match.start() > done else []
            done = match.end()
            whole = _CODE.fullmatch(match["text"].strip())
            inside = any(first < match.start() and match.end() < last for first, last in spans)
            text = whole["code"] if whole else match["text"]
            pieces.append(Blank(text.strip(), code=inside or whole is not None))
    pieces += [Text(question[done:])] if done < len(question) else []
    return tuple(pieces)


def _running_text(question: str) -> Iterator[tuple[int, int]]:
    """Start and end of each paragraph outside fences; inline code cannot cross an empty line."""
    lines = question.split("\n")
    position = 0
    start = None
    for line, fenced in zip(lines, fenced_lines(lines), strict=True):
        if fenced or not line.strip():
            if start is not None:
                yield start, position
            start = None
        elif start is None:
            start = position
        position += len(line) + 1
    if start is not None:
        yield start, len(question)


def _code_spans(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Where inline code begins and ends: a run of backticks up to the next run of the same length."""
    runs = [(match.start(), match.end()) for match in _TICKS.finditer(text, start, end)]
    later: dict[int, list[int]] = {}
    for position, (first, last) in reversed(list(enumerate(runs))):
        later.setdefault(last - first, []).append(position)
    spans = []
    position = 0
    while position < len(runs):
        first, last = runs[position]
        same = later[last - first]
        while same and same[-1] <= position:
            same.pop()
        if same:
            spans.append((first, runs[same[-1]][1]))
            position = same[-1]
        position += 1
    return spans
