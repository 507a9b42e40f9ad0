"""What a page of text is made of, before its width is known. Contents hold no control characters.

Named tuples, since each frozen data class would add a millisecond to the start of the app.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from textual.content import Content

EMPTY = Content()


class Paragraph(NamedTuple):
    """Running text; line breaks in it are kept."""

    text: Content


class Heading(NamedTuple):
    """A title inside a page."""

    text: Content
    level: int  # 1 to 6


class Code(NamedTuple):
    """Code, or what it prints. Long lines are continued, never cut."""

    text: Content
    title: str = ""  # our own words only
    numbered: bool = False
    is_python: bool = False
    marked: frozenset[int] = frozenset()  # numbers of lines to point at, from 1
    is_marked: bool = False  # among several blocks, this one


class Item(NamedTuple):
    """A mark, and blocks that hang beside it."""

    mark: Content
    blocks: tuple["Block", ...]


class Items(NamedTuple):
    """A list; a tight one has no empty lines between its items."""

    items: tuple[Item, ...]
    tight: bool = True


class Table(NamedTuple):
    """Cells by row; the first row is the header."""

    rows: tuple[tuple[Content, ...], ...]


class Box(NamedTuple):
    """Blocks in a frame with a title: call-outs, verdicts."""

    title: Content
    style: str  # of the frame
    blocks: tuple["Block", ...]


class Quote(NamedTuple):
    """Somebody else's words."""

    blocks: tuple["Block", ...]


class Rule(NamedTuple):
    """A line across the page, with a title in it where there is one."""

    title: Content = EMPTY


class Columns(NamedTuple):
    """Two pages side by side; one above the other where the width does not allow it."""

    left: tuple["Block", ...]
    right: tuple["Block", ...]


class Picture(NamedTuple):
    """A picture made of characters, drawn anew for every width."""

    draw: Callable[[int], list[Content]]


Block = Paragraph | Heading | Code | Items | Table | Box | Quote | Rule | Columns | Picture
Blocks = Sequence[Block]
