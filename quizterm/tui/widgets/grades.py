"""The bar of the four grades: always at the same place, with the interval that each would give."""

from collections.abc import Sequence
from typing import NamedTuple

from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.widget import Widget

from quizterm.memory.item import Rating
from quizterm.tui.layout import joined, wrapped
from quizterm.tui.text import plain

NAMES = {Rating.AGAIN: "Again", Rating.HARD: "Hard", Rating.GOOD: "Good", Rating.EASY: "Easy"}
_STYLES = {
    Rating.AGAIN: "$text-error",
    Rating.HARD: "$text-warning",
    Rating.GOOD: "$text-success",
    Rating.EASY: "$text-primary",
}
WIDEST_CELL = 24
SUGGESTED_MARK = "▸"


class Grade(NamedTuple):
    """A grade as the bar shows it."""

    rating: Rating
    interval: str
    key: str  # that gives it, as the learner's keyboard has it


class GradeBar(Widget):
    """Four grades after the reveal; before it, in the same place, what to do now."""

    class Chosen(Message):
        """A grade was clicked."""

        def __init__(self, rating: Rating) -> None:
            super().__init__()
            self.rating = rating

    class Pressed(Message):
        """The bar was clicked while it held no grades."""

    def __init__(self) -> None:
        super().__init__()
        self._grades: Sequence[Grade] = ()
        self._suggested = Rating.GOOD
        self._hint = Content()

    def show_hint(self, hint: Content) -> None:
        """What to do now; no grades."""
        self._grades = ()
        self._hint = hint
        self.refresh()

    def show_grades(self, grades: Sequence[Grade], suggested: Rating) -> None:
        self._grades = grades
        self._suggested = suggested
        self.refresh()

    def render(self) -> Content:
        width, height = self.content_size
        if not self._grades:
            return joined(wrapped(self._hint, width)[: max(height, 1)])
        cell = self._cell_width
        if height < 2:
            return Content("").join(self._cell(f"{grade.key} {grade.interval}", grade, cell) for grade in self._grades)
        names = [self._cell(f"{grade.key} {NAMES[grade.rating]}", grade, cell) for grade in self._grades]
        intervals = [self._cell(f"  {grade.interval}", grade, cell) for grade in self._grades]
        return Content("\n").join([Content("").join(names), Content("").join(intervals)])

    @property
    def _cell_width(self) -> int:
        return min(self.content_size.width // max(len(self._grades), 1), WIDEST_CELL)

    def _cell(self, text: str, grade: Grade, width: int) -> Content:
        is_suggested = grade.rating is self._suggested
        mark = SUGGESTED_MARK if is_suggested and not text.startswith(" ") else " "
        style = f"bold {_STYLES[grade.rating]}" + (" reverse" if is_suggested else "")
        inner = plain(f"{mark}{text}").truncate(max(width - 1, 1))
        return inner.pad_right(max(width - 1 - inner.cell_length, 0)).stylize(style) + " "

    def on_click(self, event: Click) -> None:
        offset = event.get_content_offset(self)
        if not self._grades:
            self.post_message(self.Pressed())
        elif offset is not None:
            index = offset.x // max(self._cell_width, 1)
            if index < len(self._grades):
                self.post_message(self.Chosen(self._grades[index].rating))
