"""Markdown for reading as it stands: quizterm's own links and call-outs in words, all else unchanged."""

import re
import shutil
import sys
import textwrap

from quizterm.visible import visible

_OWN_LINK = re.compile(r"\[([^\[\]]+)\]\((card|lesson|exercise):([^\s()]+)\)")
_CALL_OUT = re.compile(r"^(\s*>\s*)\[!(\w+)\]\s*$")
_FENCE = re.compile(r"^\s*(```+|~~~+)")
_LINE_START = re.compile(r"\s*(?:> ?)*(?:(?:[-*+]|\d+[.)])\s+)?")


def plain(text: str) -> str:
    """The text for a plain terminal; prose is broken between words where a terminal shows it, code never."""
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    lines: list[str] = []
    fence = ""
    for line in visible(text).split("\n"):
        mark = _FENCE.match(line)
        if fence:
            lines.append(line)
            if mark and mark[1].startswith(fence) and line.strip() == mark[1]:
                fence = ""
        elif mark:
            lines.append(line)
            fence = mark[1]
        else:
            lines.extend(_wrapped(_in_words(line), width))
    return "\n".join(lines)


def _in_words(line: str) -> str:
    call_out = _CALL_OUT.match(line)
    if call_out:
        return f"{call_out[1]}{call_out[2].capitalize()}:"
    return _OWN_LINK.sub(lambda link: f"{link[1]} ({link[2]} {link[3]})", line)


def _wrapped(line: str, width: int | None) -> list[str]:
    is_table = line.lstrip().startswith("|")
    if width is None or len(line) <= width or is_table:
        return [line]
    start = match[0] if (match := _LINE_START.match(line)) else ""
    following = start if ">" in start else " " * len(start)
    return textwrap.wrap(
        line[len(start) :],
        max(width, len(start) + 20),
        initial_indent=start,
        subsequent_indent=following,
        break_long_words=False,
        break_on_hyphens=False,
    )
