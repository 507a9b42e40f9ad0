"""A card in play: question, field and answer, always in the same widgets, so that nothing is drawn twice."""

from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.events import Click
from textual.message import Message

from quizterm.tui.blocks import Blocks
from quizterm.tui.cards.play import Play
from quizterm.tui.fields.field import AnswerField
from quizterm.tui.screens.scrolling import Page
from quizterm.tui.widgets.prose import Prose


class CardPage(Page):
    """Question and answer. An answer that does not fit below its question is scrolled to."""

    def __init__(self) -> None:
        super().__init__()
        self.question = Prose(id="question")
        self.place = Container(classes="field")
        self.answer = Prose(id="answer")
        self.is_answer_awaited = False  # until the page is laid out with it

    def compose(self) -> ComposeResult:
        yield self.question
        yield self.place
        yield self.answer

    def watch_virtual_size(self) -> None:
        if self.is_answer_awaited:
            self.is_answer_awaited = False
            if self.max_scroll_y > 0:
                self.scroll_to(y=self.answer.virtual_region.y, animate=False)


class CardView(Vertical):
    """The page, and below it the place of fields that stay while the page scrolls."""

    class Ticked(Message):
        """A key point was clicked."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def __init__(self) -> None:
        super().__init__()
        self._page = CardPage()
        self._below = Container(classes="field")
        self._field: AnswerField | None = None
        self._revealed: Play | None = None
        self._below_answer: Blocks = ()

    def compose(self) -> ComposeResult:
        yield self._page
        yield self._below

    @property
    def is_typing(self) -> bool:
        """Whether the field has the keyboard."""
        focused = self.screen.focused
        return focused is not None and self._field is not None and self._field in focused.ancestors_with_self

    @property
    def is_field_left(self) -> bool:
        """Whether there is a field, and the keyboard is elsewhere."""
        return self._field is not None and not self.is_typing

    @property
    def is_text_typed(self) -> bool:
        """Whether printable keys go into the field."""
        return self.is_typing and self._field is not None and self._field.TAKES_TEXT

    async def ask(self, play: Play) -> None:
        """Put another card in the place of the one before."""
        with self.app.batch_update():
            self.screen.set_focus(None)
            if self._field is not None:
                await self._field.remove()
            self._field = play.field
            if self._field is not None:
                await (self._below if self._field.STANDS_BELOW else self._page.place).mount(self._field)
            self._show_question(play)

    def on_click(self, event: Click) -> None:
        offset = event.get_content_offset(self._page.answer)
        if offset is not None and self._revealed is not None:
            point = self._revealed.point_at(offset.y, self._page.answer.content_size.width)
            if point is not None:
                self.post_message(self.Ticked(point))

    def begin(self) -> None:
        """Give the field, if there is one, the keyboard."""
        if self._field is not None:
            self._field.begin()

    def reveal(self, play: Play, below: Blocks = ()) -> None:
        """Show the answer, and something more below it."""
        self._below_answer = below
        self._revealed = play
        with self.app.batch_update():
            self.screen.set_focus(None)
            self._show_field(False)
            self._page.question.show(play.asked_again())
            self._page.answer.show([*play.revealed(), *self._below_answer])
        self._page.is_answer_awaited = True

    def show_below(self, play: Play, below: Blocks) -> None:
        """Put something else below the answer; the page stays where it is."""
        self._below_answer = below
        self.update_answer(play)

    def update_answer(self, play: Play) -> None:
        """Show the answer again after a key point was ticked."""
        self._page.is_answer_awaited = False
        self._page.answer.show([*play.revealed(), *self._below_answer])

    def ask_again(self, play: Play) -> None:
        """Take the answer away; what was typed is still there."""
        with self.app.batch_update():
            self._show_question(play)

    def _show_question(self, play: Play) -> None:
        self._page.is_answer_awaited = False
        self._revealed = None
        self._page.question.show(play.asked())
        self._page.answer.show(())
        self._show_field(True)
        self._page.scroll_home(animate=False)
        self.begin()

    def _show_field(self, is_shown: bool) -> None:
        for place in (self._page.place, self._below):
            place.display = is_shown and self._field is not None and self._field.parent is place
