"""Text that anybody may have written, on its way to a terminal: what it would obey instead of show is written out."""

import re

_PICTURES = 0x2400  # Unicode's pictures of the control characters begin here
# All controls except tab and line feed, the marks that reorder or break lines, and lone surrogates.
UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")


def visible(text: str) -> str:
    """The text with `\\n` for every line end, its tabs, and everything else that is unsafe in sight."""
    return UNSAFE.sub(lambda match: _written_out(ord(match[0])), text.replace("\r\n", "\n"))


def _written_out(code: int) -> str:
    if code < 0x20:
        return chr(_PICTURES + code)
    if code == 0x7F:
        return "\N{SYMBOL FOR DELETE}"
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
