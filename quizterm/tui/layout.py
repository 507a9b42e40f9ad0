"""Blocks laid out at a width: one content a line, none wider than the width where that is possible at all."""

from collections.abc import Iterable, Iterator
from itertools import zip_longest

from textual.content import Content

from quizterm.tui.blocks import (
    EMPTY,
    Block,
    Blocks,
    Box,
    Code,
    Columns,
    Heading,
    Items,
    Paragraph,
    Picture,
    Quote,
    Rule,
    Table,
)

NARROWEST_BOX = 16  # cells; below it a frame costs more than it tells
NARROWEST_COLUMN = 34  # of two pages side by side
NARROWEST_CELL = 14  # of a table, on average; below it rows are shown as lists
COLUMN_GAP = 2
_BAR = Content.styled("▎", "$primary 60%")
_POINTER = Content.styled("+ ", "bold $text-success")
_NO_POINTER = Content("  ")
_CONTINUED = Content.styled("↪ ", "$foreground-muted")


def lay_out(blocks: Blocks, width: int, *, in_tight_list: bool = False) -> list[Content]:
    """The lines of the blocks, an empty line between two of them, but none before a list inside a tight one."""
    lines: list[Content] = []
    for block in blocks:
        if lines and not (in_tight_list and isinstance(block, Items)):
            lines.append(EMPTY)
        lines += _block(block, max(width, 1))
    return lines


def _block(block: Block, width: int) -> list[Content]:
    match block:
        case Paragraph(text):
            return wrapped(text, width)
        case Heading(text, level):
            style = "bold $text-primary" if level <= 3 else "bold"
            return wrapped(text.stylize_before(style), width)
        case Code():
            return _code(block, width)
        case Items():
            return _items(block, width)
        case Table(rows):
            return _table(rows, width)
        case Box():
            return _box(block, width)
        case Quote(blocks):
            return [_BAR + " " + line for line in lay_out(blocks, width - 2)]
        case Rule(title):
            return [_rule(title, width)]
        case Columns(left, right):
            return _columns(left, right, width)
        case Picture(draw):
            return draw(width)


def wrapped(text: Content, width: int) -> list[Content]:
    """Running text broken between words."""
    return text.wrap(max(width, 2)) if text else [EMPTY]


def _code(code: Code, width: int) -> list[Content]:
    lines = code.text.split(allow_blank=True)
    digits = len(str(len(lines)))
    pointers = dict.fromkeys(code.marked, _POINTER)
    output: list[Content] = []
    if code.title:
        title = Content.styled(f"▸ {code.title}", "bold $text-accent") if code.is_marked else _muted_title(code)
        output.append(_BAR + title)
    for number, line in enumerate(lines, start=1):
        gutter = pointers.get(number, _NO_POINTER) if pointers else EMPTY
        if code.numbered:
            gutter += Content.styled(f"{number:>{digits}} ", "$foreground-muted")
        blank = Content.blank(gutter.cell_length) if gutter else EMPTY
        for index, piece in enumerate(pieces_of_code(line, width - 1 - gutter.cell_length)):
            output.append(_BAR + (blank if index else gutter) + piece)
    return output


def _muted_title(code: Code) -> Content:
    return Content.styled(code.title, "italic $foreground-muted")


def pieces_of_code(line: Content, width: int) -> Iterator[Content]:
    """A line of code, broken where the width ends, since spaces in code mean something."""
    if line.cell_length <= width or width < 4:
        yield line
        return
    first = line.fold(width)[0]
    yield first
    for piece in line[len(first) :].fold(width - 2):
        yield _CONTINUED + piece


def _items(items: Items, width: int) -> list[Content]:
    lines: list[Content] = []
    for item in items.items:
        indent = min(item.mark.cell_length, max(width - 4, 0))
        mark = item.mark[:indent]
        body = lay_out(item.blocks, width - indent, in_tight_list=items.tight) or [EMPTY]
        if lines and not items.tight:
            lines.append(EMPTY)
        lines.append(mark + body[0])
        lines += [Content.blank(indent) + line if line else line for line in body[1:]]
    return lines


def _table(rows: tuple[tuple[Content, ...], ...], width: int) -> list[Content]:
    count = max((len(row) for row in rows), default=0)
    if count == 0:
        return []
    available = width - COLUMN_GAP * (count - 1)
    natural = [max((row[i].cell_length for row in rows if i < len(row)), default=0) for i in range(count)]
    if sum(natural) > available and available < NARROWEST_CELL * count:
        return _stacked(rows, width)
    widths = _shared(natural, available)
    lines = _row(tuple(cell.stylize_before("bold") for cell in rows[0]), widths)
    lines.append(Content.styled((" " * COLUMN_GAP).join("─" * column for column in widths), "$foreground-muted"))
    is_tall = sum(natural) > available
    for index, row in enumerate(rows[1:]):
        if index and is_tall:
            lines.append(EMPTY)
        lines += _row(row, widths)
    return lines


def _stacked(rows: tuple[tuple[Content, ...], ...], width: int) -> list[Content]:
    header, *body = rows
    lines: list[Content] = []
    for row in body:
        if lines:
            lines.append(EMPTY)
        for index, (name, cell) in enumerate(zip_longest(header, row, fillvalue=EMPTY)):
            text = cell.stylize_before("bold") if index == 0 else name.stylize_before("$foreground-muted") + ": " + cell
            lines += wrapped(text, width)
    return lines


def _shared(natural: list[int], available: int) -> list[int]:
    """Column widths: what each needs if all fit, else the small ones what they need and the large ones equal parts."""
    widths = list(natural)
    while sum(widths) > available:
        largest = max(widths)
        below = max((width for width in widths if width < largest), default=1)
        wide = [index for index, width in enumerate(widths) if width == largest]
        excess = sum(widths) - available
        cut = min(largest - below, -(-excess // len(wide))) or 1
        for index in wide:
            widths[index] = max(largest - cut, 1)
        if max(widths) == 1:
            break
    spare = available - sum(widths)
    if spare > 0 and widths != natural:
        widths[widths.index(max(widths))] += spare
    return widths


def _row(cells: tuple[Content, ...], widths: list[int]) -> list[Content]:
    columns = [wrapped(cell, width) for cell, width in zip(cells, widths, strict=False)]
    return list(_beside(columns, widths[: len(columns)]))


def _beside(columns: list[list[Content]], widths: list[int]) -> Iterator[Content]:
    gap = Content(" " * COLUMN_GAP)
    for lines in zip_longest(*columns, fillvalue=EMPTY):
        yield gap.join(_padded(line, width) for line, width in zip(lines, widths, strict=True)).rstrip()


def _padded(line: Content, width: int) -> Content:
    return line.pad_right(max(width - line.cell_length, 0))


def _box(box: Box, width: int) -> list[Content]:
    if width < NARROWEST_BOX:
        return [*wrapped(box.title.stylize_before(f"bold {box.style}"), width), *lay_out(box.blocks, width)]
    inner = width - 4
    title = box.title.truncate(inner - 1, ellipsis=True).stylize_before(f"bold {box.style}")
    head = Content.styled("╭ ", box.style) + title + " "
    lines = [head + Content.styled("─" * (width - head.cell_length - 1) + "╮", box.style)]
    left, right = Content.styled("│ ", box.style), Content.styled(" │", box.style)
    lines += [left + _padded(line, inner) + right for line in lay_out(box.blocks, inner)]
    lines.append(Content.styled("╰" + "─" * (width - 2) + "╯", box.style))
    return lines


def _rule(title: Content, width: int) -> Content:
    if not title:
        return Content.styled("─" * width, "$foreground-muted")
    head = Content.styled("── ", "$foreground-muted") + title.truncate(max(width - 4, 1), ellipsis=True) + " "
    return head + Content.styled("─" * max(width - head.cell_length, 0), "$foreground-muted")


def _columns(left: Blocks, right: Blocks, width: int) -> list[Content]:
    half = (width - COLUMN_GAP) // 2
    if half < NARROWEST_COLUMN or _widest_code([*left, *right]) > half:
        return lay_out([*left, *right], width)
    return list(_beside([lay_out(left, half), lay_out(right, half)], [half, half]))


def _widest_code(blocks: Blocks) -> int:
    """Cells of the longest line of code, with the bar before it."""
    codes = (block.text for block in blocks if isinstance(block, Code))
    return max((line.cell_length + 1 for code in codes for line in code.split(allow_blank=True)), default=0)


def joined(lines: Iterable[Content]) -> Content:
    """Lines as one content."""
    return Content("\n").join(lines)
