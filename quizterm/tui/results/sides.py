"""What was expected above what came, with the parts that differ marked."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from textual.content import Content, Span

from quizterm.tui.blocks import Item, Items, Paragraph
from quizterm.tui.results.marks import MUTED
from quizterm.tui.text import visible

EXPECTED_STYLE = "bold underline $text-success"
YOURS_STYLE = "bold reverse $text-error"
_LABEL = 10  # cells
_PARTS = re.compile(r"[\w.+-]+|\s+|.")  # numbers and words are marked whole
_MOST_PARTS = 600


def sides(expected: str, got: str, *, names: tuple[str, str] = ("expected", "yours")) -> Items:
    """Two texts, one below the other."""
    marked = _marked(visible(expected), visible(got))
    return Items(
        tuple(
            Item(Content.styled(f"{name:<{_LABEL}}", MUTED), (Paragraph(text or Content("nothing")),))
            for name, text in zip(names, marked, strict=True)
        )
    )


def _marked(expected: str, got: str) -> tuple[Content, Content]:
    ours, theirs = _PARTS.findall(expected), _PARTS.findall(got)
    if max(len(ours), len(theirs)) > _MOST_PARTS:
        return Content(expected), Content(got)
    changes = [
        change for change in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes() if change[0] != "equal"
    ]
    right = [(first, last) for _, first, last, _, _ in changes]
    wrong = [(first, last) for _, _, _, first, last in changes]
    return (
        Content(expected, list(_spans(ours, right, EXPECTED_STYLE))),
        Content(got, list(_spans(theirs, wrong, YOURS_STYLE))),
    )


def _spans(parts: list[str], ranges: list[tuple[int, int]], style: str) -> Iterator[Span]:
    starts = [0]
    for part in parts:
        starts.append(starts[-1] + len(part))
    return (Span(starts[first], starts[last], style) for first, last in ranges if last > first)
