"""Two texts with their differences marked; the marks do not rest on colour."""

from difflib import SequenceMatcher

from textual.content import Content, Span

from quizterm.tui.text import visible

MISSING_STYLE = "reverse $text-success"
WRONG_STYLE = "reverse $text-error"
_MOST_WORK = 400_000  # characters compared with characters
_ALIKE = 0.4  # below it every character would be marked, which tells nothing


def difference(expected: str, typed: str) -> tuple[Content, Content]:
    """Both texts as content, with marks where one has what the other lacks."""
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
