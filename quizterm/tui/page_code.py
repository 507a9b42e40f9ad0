"""The code on a lesson's page: which block is marked, and what blocks did when they were run."""

from collections.abc import Iterator, Sequence

from textual.content import Content

from quizterm.course.pages import CodeBlock
from quizterm.study.lesson_code import Ran
from quizterm.tui.blocks import Block, Blocks, Code, Paragraph
from quizterm.tui.cards.play import RIGHT, RIGHT_STYLE, WRONG, WRONG_STYLE
from quizterm.tui.text import one_line, plain


class PageCode:
    """The Python blocks of a page that stand at its top level, in order; `marked` is a place among them.

    Args:
        page: what the section shows.
        code: what of it is Python code, nested blocks too.
    """

    def __init__(self, page: Blocks, code: Sequence[CodeBlock]) -> None:
        self._page = page
        self._code = tuple(code)
        self.places: list[int] = []  # among `code`, of each block here
        at = 0
        for block in page:
            if isinstance(block, Code) and block.is_python:
                at = next((place for place in range(at, len(code)) if _is_shown_as(code[place], block)), at)
                self.places.append(at)
                at += 1
        self.marked = 0

    def __len__(self) -> int:
        return len(self.places)

    @property
    def place(self) -> int:
        """Of the marked block among all of the section's code."""
        return self.places[self.marked]

    @property
    def block(self) -> CodeBlock:
        """The marked block."""
        return self._code[self.place]

    def blocks(self, outcomes: dict[int, Ran | None]) -> Iterator[Block]:
        """The page with marks, and below each block what it did, by its place; None while it runs."""
        index = -1
        for block in self._page:
            if not (isinstance(block, Code) and block.is_python):
                yield block
                continue
            index += 1
            yield self._titled(block, index)
            place = self.places[index]
            if place in outcomes:
                yield from _outcome(outcomes[place])

    def _titled(self, block: Code, index: int) -> Code:
        """Numbered, where there are several."""
        if len(self) == 1:
            return block
        is_marked = index == self.marked
        title = f"code {index + 1} of {len(self)}"
        return block._replace(title=title if is_marked else f"  {title}", is_marked=is_marked)


def _is_shown_as(code: CodeBlock, block: Code) -> bool:
    return plain(code.code.rstrip("\n")).plain == block.text.plain


def _outcome(ran: Ran | None) -> Iterator[Block]:
    if ran is None:
        yield Paragraph(Content.styled("running …", "italic $text-accent"))
        return
    if ran.is_as_told:
        yield Paragraph(Content.styled(f"{RIGHT} run just now: it prints what the lesson says", RIGHT_STYLE))
    elif ran.output:
        yield Code(plain(ran.output), title="run just now, it prints")
    elif not ran.exception and not ran.problem:
        yield Paragraph(Content.styled(f"{RIGHT} run just now: it prints nothing", RIGHT_STYLE))
    if ran.exception and not ran.is_as_told:
        yield Paragraph(Content.styled(f"{WRONG} it raises ", WRONG_STYLE) + plain(ran.exception, "$text-error"))
    if ran.problem:
        yield Paragraph(Content.styled(f"{WRONG} ", WRONG_STYLE) + one_line(ran.problem, "$text-error"))
    if ran.warnings:
        yield Paragraph(Content("\n").join(plain(one, "italic $text-warning") for one in ran.warnings))
