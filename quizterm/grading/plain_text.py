"""Text of a learner's program, made safe to show in a terminal."""

import re

from quizterm.visible import UNSAFE

_ESCAPE_SEQUENCES = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # control sequences: colours, cursor, screen
    r"|\x1b[\]PX^_].*?(?:\x07|\x1b\\|\x9c|\Z)"  # strings: titles, clipboard, device control
    r"|\x1b[ -/]*[0-~]",  # two-character escapes
    re.DOTALL,
)


def plain_text(text: str) -> str:
    """`text` without escape sequences, control characters other than tab and newline, and direction overrides."""
    text = text.replace("\r\n", "\n")
    return UNSAFE.sub("", _ESCAPE_SEQUENCES.sub("", text))


def one_line(text: str, limit: int = 200) -> str:
    """`text` in one line of at most `limit` characters."""
    line = " ".join(plain_text(text).split())
    return line if len(line) <= limit else line[: limit - 1] + "…"
