"""Cards one after another: question, answer, grade."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from string import ascii_lowercase
from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content

from quizterm.errors import ItemChangedError, QuiztermError
from quizterm.memory.item import Rating
from quizterm.study.notes import keep_note, note_on
from quizterm.study.question import Question
from quizterm.study.queue import Remaining
from quizterm.study.review import Review
from quizterm.tui.blocks import EMPTY, Block
from quizterm.tui.cards.noted import noted
from quizterm.tui.cards.play import FLAG, Play
from quizterm.tui.cards.plays import play_of
from quizterm.tui.commands import Place, bindings
from quizterm.tui.navigator import Navigator
from quizterm.tui.repeat import RepeatGuard
from quizterm.tui.screens.scrolling import ScrollingScreen
from quizterm.tui.stopwatch import Stopwatch
from quizterm.tui.text import one_line
from quizterm.tui.widgets.bars import TopBar
from quizterm.tui.widgets.card import CardView
from quizterm.tui.widgets.grades import Grade, GradeBar


class ReviewScreen(ScrollingScreen):
    """One sitting. Cards come and go in place; the screen ends with the sitting."""

    PLACES = (Place.REVIEW,)
    BINDINGS: ClassVar = bindings(Place.FIELD, Place.QUESTION, Place.ANSWER, Place.REVIEW)

    def __init__(self, navigator: Navigator, review: Review) -> None:
        super().__init__(navigator)
        self._review = review
        self._play: Play | None = None
        self._last: tuple[Question, Rating] | None = None  # the card answered before, and how
        self._is_revealed = False
        self._guard = RepeatGuard(navigator.monotonic)
        self._stopwatch = Stopwatch(navigator.monotonic)
        self._top = TopBar()
        self._card = CardView()
        self._grades = GradeBar()

    def compose_body(self) -> ComposeResult:
        yield self._top
        yield self._card
        yield self._grades

    @property
    def question(self) -> Question | None:
        """The question that is shown."""
        return self._play.question if self._play is not None else None

    @property
    def places(self) -> tuple[Place, ...]:
        if self._is_revealed:
            return (Place.ANSWER, Place.REVIEW)
        return (Place.FIELD, Place.REVIEW) if self._card.is_typing else (Place.QUESTION, Place.REVIEW)

    @property
    def shown_places(self) -> tuple[Place, ...]:
        return (Place.FIELD,) if self._card.is_text_typed else super().shown_places

    async def on_mount(self) -> None:
        await self._next()

    def on_screen_suspend(self) -> None:
        self._stopwatch.pause()

    def on_screen_resume(self) -> None:
        self._stopwatch.resume()

    def on_descendant_focus(self) -> None:
        self._show_keys_and_hint()

    def on_descendant_blur(self) -> None:
        self._show_keys_and_hint()

    def on_grade_bar_pressed(self) -> None:
        if not self._is_revealed:
            self.action_reveal()

    async def on_grade_bar_chosen(self, event: GradeBar.Chosen) -> None:
        await self._answer(event.rating)

    def action_reveal(self) -> None:
        if self._play is not None:
            self._is_revealed = True
            self._guard.begin()
            self._card.reveal(self._play, self._note_below())
            self._show_grades()

    async def action_take(self) -> None:
        if not self._guard.is_repeat() and self._play is not None:
            await self._answer(self._play.suggested() or Rating.GOOD)

    async def action_grade(self, key: str) -> None:
        await self._answer(Rating(int(key)))

    def action_tick(self, key: str) -> None:
        self._tick(ascii_lowercase.index(key))

    def _tick(self, index: int) -> None:
        if self._play is not None and self._play.tick(index):
            self._card.update_answer(self._play)
            self._show_grades()

    def on_card_view_ticked(self, event: CardView.Ticked) -> None:
        self._tick(event.index)

    def action_ask_again(self) -> None:
        if self._play is not None:
            self._is_revealed = False
            self._card.ask_again(self._play)
            self._show_keys_and_hint()

    def action_leave_field(self) -> None:
        self.set_focus(None)

    def action_enter_field(self) -> None:
        if self._card.is_typing:
            self.focus_next()
        elif not self._is_revealed:
            self._card.begin()

    def action_open_lesson(self) -> None:
        question = self._review.question
        if question is not None:
            card = question.card
            self.navigator.open_lesson(f"{card.course}.{card.lesson}", card.section)

    async def action_undo(self) -> None:
        try:
            sentence = self._review.undo()
        except QuiztermError as error:
            self.tell(str(error))
            return
        if sentence is not None:
            self._last = None
            await self._next()
        self.tell(sentence or "There is nothing to undo")

    async def action_bury(self) -> None:
        await self._do(self._review.bury, lambda: f"Buried until tomorrow; {self._undoing()} takes it back")

    async def action_suspend(self) -> None:
        await self._do(self._review.suspend, lambda: f"Suspended; {self._undoing()} takes it back")

    def _undoing(self) -> str:
        """What to press to undo: where the next card has a field, the key alone would be typed into it."""
        field, undo = self._play.field if self._play is not None else None, self.key_of("undo")
        return (
            undo if field is None or not field.TAKES_TEXT else f"{self.keys_of(Place.FIELD, 'leave_field')[0]} {undo}"
        )

    def action_flag(self) -> None:
        if self._play is not None:
            self._note_change(self._review.toggle_flag)

    async def action_edit(self) -> None:
        """Open the card's own file at its line, or the learner's note on it where the text is not theirs."""
        from quizterm.study.own_text import own_text

        question = self.question
        if question is None:
            return
        place = own_text(self.navigator.study, question.card)
        if place is None:
            self._open_note(question)
            return
        from quizterm.tui.outside import edit_outside

        problem = edit_outside(self.app, place.file, place.line)
        await self._ask_new_text(place.file)
        if problem:
            self.tell(problem)

    def action_look_back(self) -> None:
        if self._last is None:
            self.tell("No card was answered before this one")
            return
        from quizterm.tui.screens.last_card import LastCardScreen

        question, rating = self._last
        note = note_on(self.navigator.study, question.item_id)
        self.app.push_screen(LastCardScreen(self.navigator, question, rating, note))

    def action_info(self) -> None:
        question = self.question
        if question is not None:
            self.navigator.open_info(question.card.id)

    def _open_note(self, question: Question) -> None:
        from quizterm.tui.screens.note import NoteScreen

        study = self.navigator.study
        keep = partial(keep_note, study, question.item_id)
        note = note_on(study, question.item_id)
        self.app.push_screen(NoteScreen(self.navigator, question.card.title, note, keep, self._show_note))

    def _show_note(self, is_changed: bool) -> None:
        def ask_again() -> str:
            self._review.ask_again()
            return f"Your note is kept; {self.key_of('undo')} takes it back"

        if is_changed:
            self._note_change(ask_again)

    def _note_change(self, change: Callable[[], str]) -> None:
        """Change what is noted of the card, which stays where it is with all that was typed."""
        try:
            said = change()
        except QuiztermError as error:
            said = str(error)
        question = self._review.question
        if self._play is not None and question is not None and question.item_id == self._play.question.item_id:
            self._play.question = question
            self._show_top(question)
            if self._is_revealed:
                self._card.show_below(self._play, self._note_below())
                self._show_grades()
        self.tell(said)

    async def _ask_new_text(self, file: Path) -> None:
        """The same card as its file has it now; revealed again, if it was."""
        from quizterm.study.own_text import read_again

        asked, was_revealed = self._review.question, self._is_revealed
        try:
            said = read_again(self.navigator.study, file)
            self._review.ask_again()
        except QuiztermError as error:
            self.tell(str(error))
            return
        await self._next()
        question = self._review.question
        if was_revealed and asked is not None and question is not None and question.item_id == asked.item_id:
            self.action_reveal()
        if said:
            self.tell(said)

    def _note_below(self) -> list[Block]:
        question = self.question
        return [] if question is None else noted(note_on(self.navigator.study, question.item_id))

    async def _answer(self, rating: Rating) -> None:
        question = self._review.question
        await self._do(lambda: self._review.answer(rating, self._stopwatch.milliseconds))
        if question is not None and self._review.question is not question:
            self._last = question, rating

    async def _do(self, change: Callable[[], str | None], said: Callable[[], str] = str) -> None:
        """Make one change of the log, show the card that comes next, and say what the change said, else `said`."""
        try:
            told = change()
        except ItemChangedError as error:
            told = str(error)
        except QuiztermError as error:
            self.tell(str(error))
            return
        await self._next()
        if sentence := told or said():
            self.tell(sentence)

    async def _next(self) -> None:
        question = self._review.question
        if question is None:
            self.navigator.end_review(self._review)
            return
        self._play = play_of(question)
        self._play.letters = self.keys_of(Place.ANSWER, "tick")
        self._is_revealed = False
        self._stopwatch.restart()
        self._show_top(question)
        await self._card.ask(self._play)
        self._show_keys_and_hint()
        self.call_after_refresh(self.navigator.study.idle)

    def _show_top(self, question: Question) -> None:
        self._top.show(_title(question, self._review.title), _note(self._review.remaining, is_new=question.is_new))

    def _show_keys_and_hint(self) -> None:
        if not self._is_revealed and self._play is not None:
            way_back = f"{self.key_of('enter_field')} leads back into the field."
            hint = way_back if self._card.is_field_left else self._play.hint
            self._grades.show_hint(Content.styled(hint, "italic $foreground-muted"))
        self.show_keys()

    def _show_grades(self) -> None:
        if self._play is None:
            return
        buttons = self._play.question.buttons
        keys = self.keys_of(Place.ANSWER, "grade")
        grades = [Grade(button.rating, button.label, key) for button, key in zip(buttons, keys, strict=True)]
        self._grades.show_grades(grades, self._play.suggested() or Rating.GOOD)
        self.show_keys()


def _title(question: Question, sitting: str) -> Content:
    parts = [Content.styled(sitting, "bold $text-warning")] if sitting else []
    parts += [one_line(question.lesson_title, "bold"), one_line(question.section_title)]
    flag = FLAG if question.state.flagged else EMPTY
    return flag + Content(" › ").join(part for part in parts if part)


def _note(remaining: Remaining, *, is_new: bool) -> Content:
    counts = [(remaining.due, "due"), (remaining.new - is_new, "more new" if is_new else "new")]
    if not any(count for count, _ in counts):
        counts = [(remaining.learning, "learning")]
    shown = [Content.styled(f"{count} {words}", "$foreground-muted") for count, words in counts if count > 0]
    return Content.styled(" · ", "$foreground-muted").join([*_new_mark(is_new), *shown])


def _new_mark(is_new: bool) -> list[Content]:
    return [Content.styled("new card", "bold $text-accent")] if is_new else []
