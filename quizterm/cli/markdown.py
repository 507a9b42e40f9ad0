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
_NEW_ITEM = re.compile(r"\s*(?:> ?)*(?:[-*+]|\d+[.)])\s+")
_QUOTES = re.compile(r"\s*(?:> ?)*")
WIDEST = 100  # columns; longer lines of prose are hard to read


def plain(text: str) -> str:
    """The text for a plain terminal; paragraphs are broken anew to fit where a terminal shows them, code never is."""
    width = _width()
    lines: list[str] = []
    paragraph: list[str] = []
    fence = ""

    def end_paragraph() -> None:
        if paragraph:
            lines.extend(_wrapped(paragraph, width))
            paragraph.clear()

    for line in visible(text).split("\n"):
        mark = _FENCE.match(line)
        if fence:
            lines.append(line)
            if mark and mark[1].startswith(fence) and line.strip() == mark[1]:
                fence = ""
        elif mark:
            end_paragraph()
            lines.append(line)
            fence = mark[1]
        elif _stands_alone(line):
            end_paragraph()
            lines.append(_in_words(line))
        else:
            if not _goes_on(paragraph, line):
                end_paragraph()
            paragraph.append(_in_words(line))
    end_paragraph()
    return "\n".join(lines)


def beneath(text: str, margin: int) -> str:
    """One line of plain text as a paragraph behind so many spaces, broken to fit where a terminal shows it."""
    return "\n".join(_wrapped([" " * margin + text], _width()))


def _width() -> int | None:
    return min(shutil.get_terminal_size().columns, WIDEST) if sys.stdout.isatty() else None


def _stands_alone(line: str) -> bool:
    """Blank lines, headings, rows of tables and the first line of a call-out keep their line."""
    return not line.strip(" >") or line.lstrip().startswith(("#", "|")) or _CALL_OUT.match(line) is not None


def _goes_on(paragraph: list[str], line: str) -> bool:
    """Whether a line belongs to the paragraph or list item before it."""
    return bool(paragraph) and _NEW_ITEM.match(line) is None and _quotes(paragraph[0]) == _quotes(line)


def _quotes(line: str) -> str:
    return _beginning(_QUOTES, line).replace(" ", "")


def _beginning(pattern: re.Pattern[str], line: str) -> str:
    match = pattern.match(line)
    return match[0] if match is not None else ""


def _in_words(line: str) -> str:
    call_out = _CALL_OUT.match(line)
    if call_out:
        return f"{call_out[1]}{call_out[2].capitalize()}:"
    return _OWN_LINK.sub(lambda link: f"{link[1]} ({link[2]} {link[3]})", line)


def _wrapped(paragraph: list[str], width: int | None) -> list[str]:
    if width is None:
        return list(paragraph)
    start = _beginning(_LINE_START, paragraph[0])
    following = start if ">" in start else " " * len(start)
    words = [paragraph[0][len(start) :], *(line.lstrip(" >") for line in paragraph[1:])]
    return textwrap.wrap(
        " ".join(words),
        max(width, len(start) + 20),
        initial_indent=start,
        subsequent_indent=following,
        break_long_words=False,
        break_on_hyphens=False,
    )
