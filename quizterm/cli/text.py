"""Text on its way to a plain terminal: what could move the cursor or hide something is made visible."""

import re
from collections.abc import Sequence

_PICTURES = 0x2400  # Unicode's pictures of the control characters begin here
# All controls except tab and line feed, the marks that reorder text, and lone surrogates.
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")


def printable(text: str) -> str:
    """The text with every character that a terminal would obey instead of show written out."""
    return _UNSAFE.sub(lambda match: _visible(ord(match[0])), text.replace("\r\n", "\n"))


def one_line(text: str) -> str:
    """The text as one printable line; spaces stay as they are, since file names may hold them."""
    return printable(" ".join(text.splitlines()))


def letters_of(count: int) -> str:
    """The letters that stand for so many choices."""
    return "abcdefghijklmnopqrstuvwxyz"[:count]


def lettered(texts: Sequence[str]) -> str:
    """The texts as lines `a. ...`."""
    return "\n".join(
        f"  {letter}. {one_line(text)}" for letter, text in zip(letters_of(len(texts)), texts, strict=True)
    )


def numbered(texts: Sequence[str]) -> str:
    """The texts as lines `1. ...`."""
    return "\n".join(f"  {number}. {one_line(text)}" for number, text in enumerate(texts, 1))


def _visible(code: int) -> str:
    if code < 0x20:
        return chr(_PICTURES + code)
    if code == 0x7F:
        return "\N{SYMBOL FOR DELETE}"
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
