"""What the keys of a Python editor do, on plain lines: indentation, comments, search."""

import re
from collections.abc import Sequence

INDENT = 4  # columns
Place = tuple[int, int]  # row and column, from 0

_LEADING = re.compile(r"[ \t]*")
_ENDS_A_BLOCK = re.compile(r"(return|pass|break|continue|raise)\b")
_OPENING = ("(", "[", "{")


def leading(line: str) -> str:
    """The white space that a line begins with."""
    found = _LEADING.match(line)
    return found[0] if found else ""


def next_indent(before: str) -> str:
    """The white space of a new line after `before`, the text left of the cursor."""
    indent = leading(before)
    code = _without_comment(before).strip()
    if code.endswith((":", *_OPENING)):
        return indent + " " * INDENT
    if _ENDS_A_BLOCK.match(code) and not code.endswith((",", "\\")):
        return indent[: max(len(indent) - INDENT, 0)]
    return indent


def to_next_stop(column: int) -> str:
    """What tab inserts at a column."""
    return " " * (INDENT - column % INDENT)


def backspace(before: str) -> int:
    """How many characters backspace takes away: in the indentation those up to the stop before, otherwise one."""
    if not before or before.strip(" "):
        return 1
    return (len(before) - 1) % INDENT + 1


def indented(lines: Sequence[str]) -> list[str]:
    """The lines one level deeper; empty ones stay empty."""
    return [" " * INDENT + line if line.strip() else line for line in lines]


def dedented(lines: Sequence[str]) -> list[str]:
    """The lines one level less deep, as far as they can be."""
    return [line[_outer(line) :] for line in lines]


def toggled(lines: Sequence[str]) -> list[str]:
    """The lines as comments; if all of them are, as code again."""
    filled = [line for line in lines if line.strip()]
    if not filled:
        return list(lines)
    if all(line.lstrip().startswith("#") for line in filled):
        return [re.sub(r"# ?", "", line, count=1) if line.strip() else line for line in lines]
    column = min(len(leading(line)) for line in filled)
    return [f"{line[:column]}# {line[column:]}" if line.strip() else line for line in lines]


def found_at(text: str, wanted: str, start: int, *, backwards: bool = False) -> int | None:
    """Where `wanted` is next found, from an offset on and around the end; small letters stand for capitals as well."""
    if not wanted:
        return None
    if wanted == wanted.lower():
        text = _same_length_lower(text)
    if backwards:
        place = text.rfind(wanted, 0, max(start, 0))
        place = text.rfind(wanted) if place < 0 else place
    else:
        place = text.find(wanted, start)
        place = text.find(wanted) if place < 0 else place
    return None if place < 0 else place


def offset_of(text: str, place: Place) -> int:
    """How many characters stand before a place."""
    row, column = place
    start = 0
    for _ in range(row):
        start = text.index("\n", start) + 1
    return start + column


def place_of(text: str, offset: int) -> Place:
    """The place that so many characters stand before."""
    return text.count("\n", 0, offset), offset - (text.rfind("\n", 0, offset) + 1)


def _same_length_lower(text: str) -> str:
    """Some capitals have two small letters; offsets have to stay what they are."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(one.lower() if len(one.lower()) == 1 else one for one in text)


def _outer(line: str) -> int:
    """How many characters of a line's indentation are its innermost level."""
    if line.startswith("\t"):
        return 1
    return min(INDENT, len(line) - len(line.lstrip(" ")))


def _without_comment(line: str) -> str:
    """A line up to its comment. Quotes are told apart, strings over several lines are not."""
    quote = ""
    for place, character in enumerate(line):
        if quote:
            if character == quote and line[place - 1] != "\\":
                quote = ""
        elif character in "\"'":
            quote = character
        elif character == "#":
            return line[:place]
    return line
