"""Markdown as lessons and cards write it, into blocks."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

from markdown_it import MarkdownIt
from markdown_it.token import Token
from textual.content import Content

from quizterm.tui.blocks import Block, Box, Code, Heading, Item, Items, Paragraph, Quote, Rule, Table
from quizterm.tui.highlight import highlight_python
from quizterm.tui.links import linked
from quizterm.tui.text import plain, visible

CODE_STYLE = "$text-accent"
_CALL_OUTS = {
    "[!NOTE]": ("Note", "$text-primary"),
    "[!WARNING]": ("Warning", "$text-warning"),
    "[!CONTRAST]": ("Contrast", "$text-accent"),
}
_OWN_LINKS = ("card:", "lesson:", "exercise:")
_TASKS = {"[ ] ": "☐ ", "[x] ": "☑ ", "[X] ": "☑ "}
_INLINE_STYLES = {"em": "italic", "strong": "bold", "s": "strike", "link": "underline"}
_NOTHING: Mapping[str, Content] = MappingProxyType({})


def blocks_of(text: str, *, fill: Mapping[str, Content] = _NOTHING, numbered: bool = False) -> tuple[Block, ...]:
    """The blocks of a Markdown text.

    Args:
        fill: what to show in place of single characters of prose, such as those that stand for blanks.
        numbered: number the lines of Python code.
    """
    return _Page(_parser().parse(text), fill, numbered).blocks()


def phrase(text: str) -> Content:
    """A Markdown text of one paragraph: a key point, an option, a step."""
    return Content("\n").join(block.text for block in blocks_of(text) if isinstance(block, Paragraph))


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark").enable(["table", "strikethrough"])


class _Page:
    """One pass over a text's tokens."""

    def __init__(self, tokens: list[Token], fill: Mapping[str, Content], numbered: bool) -> None:
        self._tokens = tokens
        self._at = 0
        self._fill = fill
        self._numbered = numbered

    def blocks(self) -> tuple[Block, ...]:
        return self._until("")

    def _next(self) -> Token:
        self._at += 1
        return self._tokens[self._at - 1]

    def _tokens_until(self, closing: str) -> Iterator[Token]:
        while self._at < len(self._tokens):
            token = self._next()
            if token.type == closing:
                return
            yield token

    def _until(self, closing: str) -> tuple[Block, ...]:
        return tuple(block for token in self._tokens_until(closing) for block in self._block(token))

    def _block(self, token: Token) -> Iterator[Block]:
        match token.type:
            case "paragraph_open":
                text = self._inline(self._next())
                if text:
                    yield Paragraph(text)
            case "heading_open":
                yield Heading(self._inline(self._next()), int(token.tag[1]))
            case "fence" | "code_block":
                yield self._code(token)
            case "bullet_list_open":
                yield self._list("bullet_list_close", None)
            case "ordered_list_open":
                yield self._list("ordered_list_close", int(token.attrs.get("start", 1)))
            case "blockquote_open":
                yield self._quote()
            case "table_open":
                yield self._table()
            case "hr":
                yield Rule()
            case "html_block" if not token.content.lstrip().startswith("<!--"):
                yield Paragraph(plain(token.content.rstrip("\n")))

    def _code(self, token: Token) -> Code:
        code = token.content.rstrip("\n")
        language = token.info.split(maxsplit=1)[0] if token.info.strip() else ""
        if language == "python":
            return Code(highlight_python(code), numbered=self._numbered, is_python=True)
        return Code(plain(code), title="prints" if language == "output" else "")

    def _list(self, closing: str, first: int | None) -> Items:
        items: list[Item] = []
        is_tight = True
        for _ in self._tokens_until(closing):  # each is an item's opening
            paragraph = self._tokens[self._at]
            is_tight &= paragraph.type != "paragraph_open" or paragraph.hidden
            mark = self._task() or ("• " if first is None else f"{first + len(items)}. ")
            items.append(Item(Content.styled(mark, "$foreground-muted"), self._until("list_item_close")))
        return Items(tuple(items), is_tight)

    def _task(self) -> str:
        """The box of a task list's item, taken off its text."""
        children = self._first_words()
        if children is None or children[0].content[:4] not in _TASKS:
            return ""
        mark = _TASKS[children[0].content[:4]]
        children[0].content = children[0].content[4:]
        return mark

    def _quote(self) -> Block:
        children = self._first_words()
        call_out = _CALL_OUTS.get(children[0].content) if children else None
        if children is None or call_out is None:
            return Quote(self._until("blockquote_close"))
        del children[:2]  # the mark and the line break after it
        title, style = call_out
        return Box(Content(title), style, self._until("blockquote_close"))

    def _first_words(self) -> list[Token] | None:
        """The inline tokens of the paragraph that comes next, if one does and it begins with text."""
        if self._tokens[self._at].type != "paragraph_open":
            return None
        children = self._tokens[self._at + 1].children
        return children if children and children[0].type == "text" else None

    def _table(self) -> Table:
        rows: list[list[Content]] = []
        for token in self._tokens_until("table_close"):
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                rows[-1].append(self._inline(token))
        return Table(tuple(tuple(row) for row in rows))

    def _inline(self, token: Token) -> Content:
        parts: list[Content] = []
        open_styles: list[str] = []
        addresses: list[str] = []
        begins: list[int] = []  # of what is styled, in the parts
        for child in token.children or []:
            kind, _, edge = child.type.rpartition("_")
            if kind in _INLINE_STYLES and edge == "open":
                open_styles.append(_INLINE_STYLES[kind])
                addresses.append(str(child.attrs.get("href", "")))
                begins.append(len(parts))
            elif kind in _INLINE_STYLES and edge == "close":
                open_styles.pop()
                address, begin = addresses.pop(), begins.pop()
                if address.startswith(_OWN_LINKS):
                    parts[begin:] = [linked(Content("").join(parts[begin:]), address)]
                parts.append(_address(address))
            else:
                parts.append(self._leaf(child, open_styles))
        return Content("").join(parts)

    def _leaf(self, token: Token, open_styles: list[str]) -> Content:
        match token.type:
            case "softbreak":
                return Content(" ")
            case "hardbreak":
                return Content("\n")
            case "code_inline":
                return self._filled(token.content, " ".join([*open_styles, CODE_STYLE]))
            case "html_inline" if token.content.startswith("<!--"):
                return Content()
            case _:
                return self._filled(token.content, " ".join(open_styles))

    def _filled(self, text: str, style: str) -> Content:
        parts: list[Content] = []
        rest = text
        while place := next((character for character in rest if character in self._fill), ""):
            before, _, rest = rest.partition(place)
            parts += [Content.styled(visible(before), style), self._fill[place]]
        return Content("").join([*parts, Content.styled(visible(rest), style)])


def _address(address: str) -> Content:
    """Where a link leads, for those that the text alone does not name."""
    if not address or address.startswith((*_OWN_LINKS, "#")):
        return Content()
    return plain(f" ({address})", "$foreground-muted")
