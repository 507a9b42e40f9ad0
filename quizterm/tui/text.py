"""The one way into the app for text that is not a literal of its own: never markup, never obeyed by a terminal."""

import re

from textual.content import Content

TAB_WIDTH = 4
_CONTROL_PICTURES = 0x2400  # Unicode's pictures of the control characters begin here
# All controls except line feed, the marks that reorder or break lines, and lone surrogates.
_UNSAFE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")


def visible(text: str) -> str:
    """The text with tabs as spaces and every character that a terminal would obey written out instead."""
    if text.isascii() and text.replace("\n", " ").isprintable():
        return text
    expanded = text.replace("\r\n", "\n").expandtabs(TAB_WIDTH)
    return _UNSAFE.sub(lambda match: _written_out(ord(match[0])), expanded)


def plain(text: str, style: str = "") -> Content:
    """The text as content, in one style."""
    return Content.styled(visible(text), style)


def one_line(text: str, style: str = "") -> Content:
    """The text as content without line breaks: a title, a name."""
    return plain(" ".join(text.split()), style)


def _written_out(code: int) -> str:
    if code < 0x20:
        return chr(_CONTROL_PICTURES + code)
    if code == 0x7F:
        return "\N{SYMBOL FOR DELETE}"
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
