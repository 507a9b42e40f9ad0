"""What a page of text is made of, before its width is known. Contents hold no control characters."""

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content

EMPTY = Content()


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text; line breaks in it are kept."""

    text: Content


@dataclass(frozen=True, slots=True)
class Heading:
    """A title inside a page."""

    text: Content
    level: int  # 1 to 6


@dataclass(frozen=True, slots=True)
class Code:
    """Code, or what it prints. Long lines are continued, never cut."""

    text: Content
    title: str = ""  # our own words only
    numbered: bool = False
    is_python: bool = False
    marked: frozenset[int] = frozenset()  # numbers of lines to point at, from 1


@dataclass(frozen=True, slots=True)
class Item:
    """A mark, and blocks that hang beside it."""

    mark: Content
    blocks: tuple["Block", ...]


@dataclass(frozen=True, slots=True)
class Items:
    """A list; a tight one has no empty lines between its items."""

    items: tuple[Item, ...]
    tight: bool = True


@dataclass(frozen=True, slots=True)
class Table:
    """Cells by row; the first row is the header."""

    rows: tuple[tuple[Content, ...], ...]


@dataclass(frozen=True, slots=True)
class Box:
    """Blocks in a frame with a title: call-outs, verdicts."""

    title: Content
    style: str  # of the frame
    blocks: tuple["Block", ...]


@dataclass(frozen=True, slots=True)
class Quote:
    """Somebody else's words."""

    blocks: tuple["Block", ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A line across the page, with a title in it where there is one."""

    title: Content = EMPTY


@dataclass(frozen=True, slots=True)
class Columns:
    """Two pages side by side; one above the other where the width does not allow it."""

    left: tuple["Block", ...]
    right: tuple["Block", ...]


Block = Paragraph | Heading | Code | Items | Table | Box | Quote | Rule | Columns
Blocks = Sequence[Block]
