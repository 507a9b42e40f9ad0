"""Markdown of one chunk as its top-level blocks, each with its lines in the file."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from quizterm.course.fences import Fence, closes, read_fence
from quizterm.course.report import Report, quoted

CALLOUTS = ("NOTE", "WARNING", "CONTRAST")
_CALLOUT = re.compile(r"\[!([^\]]*)\]")
_MARKUP = re.compile(r"[\\`*_\[\]<>&!]")


@dataclass(frozen=True, slots=True)
class Block:
    """A top-level block. `kind` is markdown-it's name of its first token; lines `start` to `end` (excluded)."""

    kind: str
    start: int
    end: int
    tokens: tuple[Token, ...]
    shift: int  # index in the file of the line that the tokens' maps call 0


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a list. `text` is its paragraph on one line; `None` if it holds anything but one paragraph."""

    text: str | None
    start: int


def parse_blocks(lines: Sequence[str], start: int, end: int) -> list[Block]:
    """The blocks of lines `start` to `end` of a file."""
    blocks = []
    tokens: list[Token] = []
    span = (0, 0)
    for token in _block_parser().parse("\n".join(lines[start:end])):
        if not tokens:
            first, last = token.map or (0, 0)
            span = (start + first, start + last)
        tokens.append(token)
        if token.level == 0 and token.nesting <= 0:
            blocks.append(Block(tokens[0].type, *span, tuple(tokens), start))
            tokens = []
    return blocks


def inline_tokens(text: str) -> list[Token]:
    """The inline tokens of a paragraph's text."""
    return _inline_parser().parseInline(text)[0].children or []


def plain(text: str) -> str:
    """A paragraph's text without its markup, on one line."""
    if not _MARKUP.search(text):
        return " ".join(text.split())
    words = (" " if token.type in ("softbreak", "hardbreak") else token.content for token in inline_tokens(text))
    return " ".join("".join(words).split())


def list_items(block: Block) -> list[Item]:
    """The items of a list block."""
    items = []
    for position, token in enumerate(block.tokens):
        if token.type == "list_item_open" and token.level == 1:
            inner = block.tokens[position + 1 : position + 5]
            kinds = [inner_token.type for inner_token in inner]
            simple = kinds == ["paragraph_open", "inline", "paragraph_close", "list_item_close"]
            text = " ".join(inner[1].content.split()) if simple else None
            items.append(Item(text, line_of(block, token)))
    return items


def table_rows(table: Block) -> list[tuple[list[str], int]]:
    """The cells of each row of a table, and the index of its line."""
    rows: list[tuple[list[str], int]] = []
    for token in table.tokens:
        if token.type == "tr_open":
            rows.append(([], line_of(table, token)))
        elif token.type == "inline":
            rows[-1][0].append(token.content)
    return rows


def fences(blocks: Sequence[Block], report: Report, *, nested: bool = False) -> list[Fence]:
    """The code fences among blocks, and inside them too where `nested`."""
    return [
        read_fence(token.info, token.content, line_of(block, token), report)
        for block in blocks
        for token in block.tokens
        if token.type == "fence" and (nested or token.level == 0)
    ]


def line_of(block: Block, token: Token) -> int:
    """Index of the line of the file where a block's token begins."""
    return block.shift + token.map[0] if token.map else block.start


def is_comment(block: Block) -> bool:
    """Whether a block is an HTML comment and nothing else."""
    text = block.tokens[0].content.strip()
    return block.kind == "html_block" and text.startswith("<!--") and text.find("-->") == len(text) - len("-->")


def report_oddities(lines: Sequence[str], blocks: Sequence[Block], report: Report) -> None:
    """Report what is wrong anywhere: fences and comments never closed, odd info strings, headings, call-outs."""
    fences(blocks, report, nested=True)
    for block in blocks:
        first = block.tokens[0]
        if block.kind == "fence" and (block.end - block.start < 2 or not closes(lines[block.end - 1], first.markup)):
            report.add(block.start, f"this code fence is never closed; end it with {first.markup} on a line of its own")
        elif block.kind == "html_block" and first.content.lstrip().startswith("<!--") and "-->" not in first.content:
            report.add(block.start, "this comment is never closed; end it with `-->`")
        elif block.kind == "heading_open" and first.markup in ("-", "="):
            report.add(
                block.end - 1, "a line of - or = under text makes it a heading; write `##`, or leave a line empty"
            )
        elif block.kind == "heading_open" and len(first.markup) < 3:
            report.add(block.start, "a heading that is indented; start it at the beginning of the line")
        for name, index in _callouts(block):
            if name not in CALLOUTS:
                known = ", ".join(f"[!{callout}]" for callout in CALLOUTS)
                report.add(index, f"unknown call-out {quoted(f'[!{name}]')}; write one of {known}")


def _callouts(block: Block) -> Iterator[tuple[str, int]]:
    for position, token in enumerate(block.tokens[:-2]):
        if token.type == "blockquote_open":
            text = block.tokens[position + 2]
            if text.type == "inline" and (match := _CALLOUT.match(text.content)):
                yield match[1], line_of(block, token)


@cache
def _block_parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser


@cache
def _inline_parser() -> MarkdownIt:
    return MarkdownIt("commonmark")
