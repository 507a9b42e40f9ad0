"""A card in play: question, field and answer, one below the other, always in the same three widgets."""

from textual.app import ComposeResult
from textual.containers import Container

from quizterm.tui.cards.play import Play
from quizterm.tui.fields.field import AnswerField
from quizterm.tui.screens.scrolling import Page
from quizterm.tui.widgets.prose import Prose


class CardView(Page):
    """The page that a review shows its cards on."""

    def __init__(self) -> None:
        super().__init__()
        self._question = Prose(id="question")
        self._place = Container(id="field")
        self._answer = Prose(id="answer")
        self._field: AnswerField | None = None
        self._is_answer_awaited = False  # until the page is laid out with it

    def compose(self) -> ComposeResult:
        yield self._question
        yield self._place
        yield self._answer

    @property
    def is_typing(self) -> bool:
        """Whether the field has the keyboard."""
        focused = self.screen.focused
        return focused is not None and self._field is not None and self._field in focused.ancestors_with_self

    async def ask(self, play: Play) -> None:
        """Put another card in the place of the one before."""
        with self.app.batch_update():
            self._is_answer_awaited = False
            self._question.show(play.asked())
            self._answer.show(())
            self.screen.set_focus(None)
            if self._field is not None:
                await self._field.remove()
            self._field = play.field
            if self._field is not None:
                await self._place.mount(self._field)
            self._show_field(True)
            self.scroll_home(animate=False)
        self.begin()

    def begin(self) -> None:
        """Give the field, if there is one, the keyboard."""
        if self._field is not None:
            self._field.begin()

    def reveal(self, play: Play) -> None:
        with self.app.batch_update():
            self.screen.set_focus(None)
            self._show_field(False)
            self._question.show(play.asked_again())
            self._answer.show(play.revealed())
        self._is_answer_awaited = True

    def update_answer(self, play: Play) -> None:
        """Show the answer again after a key point was ticked."""
        self._is_answer_awaited = False
        self._answer.show(play.revealed())

    def ask_again(self, play: Play) -> None:
        """Take the answer away; what was typed is still there."""
        with self.app.batch_update():
            self._is_answer_awaited = False
            self._question.show(play.asked())
            self._answer.show(())
            self._show_field(True)
            self.scroll_home(animate=False)
        self.begin()

    def _show_field(self, is_shown: bool) -> None:
        self._place.display = is_shown and self._field is not None

    def watch_virtual_size(self) -> None:
        """Scroll to the answer, but only if it does not fit below the question."""
        if self._is_answer_awaited:
            self._is_answer_awaited = False
            if self.max_scroll_y > 0:
                self.scroll_to(y=self._answer.virtual_region.y, animate=False)
