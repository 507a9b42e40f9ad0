"""Expected and typed lines with their differences marked; the marks do not rest on colour."""

from collections.abc import Sequence
from difflib import SequenceMatcher

from textual.content import Content, Span

from quizterm.course.answers import Line
from quizterm.tui.text import visible

MISSING_STYLE = "reverse $text-success"
WRONG_STYLE = "reverse $text-error"
WRONG_MARK = Content.styled("✗ ", "bold $text-error")
NO_MARK = Content("  ")
_MOST_WORK = 400_000  # characters of one line compared with those of the other
_ALIKE = 0.4  # below it nearly every character would be marked, which tells nothing


def compared(lines: Sequence[Line]) -> tuple[Content, Content]:
    """All that was expected, and all that was typed, line beside line."""
    expected, given = [], []
    for line in lines:
        if line.right:
            theirs, ours = Content(visible(line.expected)), Content(visible(line.given))
        else:
            theirs, ours = difference(line.expected, line.given)
        expected.append(theirs)
        given.append((NO_MARK if line.right else WRONG_MARK) + ours)
    return Content("\n").join(expected), Content("\n").join(given)


def difference(expected: str, typed: str) -> tuple[Content, Content]:
    """Two lines, with marks where one has what the other lacks."""
    expected, typed = visible(expected), visible(typed)
    if len(expected) * len(typed) > _MOST_WORK:
        return Content(expected), Content(typed)
    matcher = SequenceMatcher(None, expected, typed, autojunk=False)
    if matcher.ratio() < _ALIKE:
        return Content(expected), Content(typed)
    changes = [change for change in matcher.get_opcodes() if change[0] != "equal"]
    missing = [Span(start, end, MISSING_STYLE) for _, start, end, _, _ in changes if end > start]
    wrong = [Span(start, end, WRONG_STYLE) for _, _, _, start, end in changes if end > start]
    return Content(expected, missing), Content(typed, wrong)
