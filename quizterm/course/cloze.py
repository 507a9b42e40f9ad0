"""The blanks of a cloze question: `{{text}}` in running text or inline code, never in a code fence."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from quizterm.course.code_spans import code_spans
from quizterm.course.fences import fenced_lines

_BLANK = re.compile(r"\{\{(?P<text>[^\n]{0,200}?)\}\}(?!\})")
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
    """A question as text, kept as it is, and blanks, without white space or backticks around them.

    A blank stands on one line. Nothing in a code fence is a blank; `{{{x}}}` is the blank `{x}`.
    """
    pieces: list[Text | Blank] = []
    done = 0
    for start, end in _running_text(question):
        spans = code_spans(question, start, end)
        for match in _BLANK.finditer(question, start, end):
            pieces += [Text(question[done : match.start()])] if match.start() > done else []
            done = match.end()
            whole = _CODE.fullmatch(match["text"].strip())
            before = bisect_left(spans, (match.start(),)) - 1  # the only span that the blank can be in: none overlap
            inside = before >= 0 and match.end() < spans[before][1]
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
