"""Text with `...` for whatever may stand there, as in doctest."""

from collections.abc import Sequence

MARK = "..."


def matches(pattern: str, text: str) -> bool:
    """Whether `text` is `pattern` with each `...` replaced by anything, also by nothing or by several lines."""
    first, *rest = pattern.split(MARK)
    if not rest:
        return first == text
    *middle, last = rest
    if not text.startswith(first) or len(first) + len(last) > len(text) or not text.endswith(last):
        return False
    return contains(middle, text[len(first) : len(text) - len(last)])


def contains(pieces: Sequence[str], text: str) -> bool:
    """Whether all pieces stand in `text`, one behind the other."""
    position = 0
    for piece in pieces:
        found = text.find(piece, position)
        if found < 0:
            return False
        position = found + len(piece)
    return True
