"""Picking among lettered lines: some of them, or all of them in order."""

from collections.abc import Sequence
from string import ascii_lowercase
from typing import ClassVar

from textual.content import Content
from textual.events import Click, Key
from textual.geometry import Size

from quizterm.tui.blocks import Item, Items, Paragraph
from quizterm.tui.fields.field import AnswerField
from quizterm.tui.fields.in_order import KeyTaker
from quizterm.tui.layout import joined, lay_out

LETTERS = ascii_lowercase


class PickField(KeyTaker, AnswerField, can_focus=True):
    """Lines with letters. Keys that mean nothing here are left to the screen.

    Args:
        lines: what each says.
        ordered: a letter numbers its line, and once one line is left, it is the last; backspace takes back.
            Otherwise a letter picks its line, and again unpicks it.
    """

    TAKES_TEXT: ClassVar[bool] = False
    OWN_KEYS = frozenset({"up", "down", "backspace"})

    def __init__(self, lines: Sequence[Content], *, ordered: bool) -> None:
        super().__init__()
        self._lines = tuple(lines[: len(LETTERS)])
        self._ordered = ordered
        self._cursor: int | None = None
        self._starts: list[int] = []  # the first row of each line, as last laid out
        self.picked: list[int] = []

    @property
    def letters(self) -> str:
        """The picked letters in the order they were picked."""
        return "".join(LETTERS[index] for index in self.picked)

    def check_consume_key(self, key: str, character: str | None) -> bool:
        return self._line_of(key, character) is not None

    def on_key(self, event: Key) -> None:
        if event.key in ("up", "down"):
            self._move(-1 if event.key == "up" else 1)
        elif event.key == "backspace":
            self._take_back()
        elif (index := self._line_of(event.key, event.character)) is not None:
            self._pick(index)
        else:
            return
        event.stop()
        event.prevent_default()

    def on_click(self, event: Click) -> None:
        offset = event.get_content_offset(self)
        if offset is not None and self._starts:
            self._pick(max(index for index, start in enumerate(self._starts) if start <= max(offset.y, 0)))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        del container, viewport
        return len(self._rows(width)) if width else 0

    def render(self) -> Content:
        return joined(self._rows(self.content_size.width))

    def _rows(self, width: int) -> list[Content]:
        rows: list[Content] = []
        self._starts = []
        for index, line in enumerate(self._lines):
            self._starts.append(len(rows))
            rows += lay_out([Items((Item(self._mark(index), (Paragraph(line),)),))], width)
        return rows

    def _mark(self, index: int) -> Content:
        picked = index in self.picked
        cursor = Content.styled("▸" if index == self._cursor else " ", "bold $text-accent")
        if self._ordered:
            sign = f"{self.picked.index(index) + 1:>2}" if picked else " ·"
        else:
            sign = "[x]" if picked else "[ ]"
        style = "bold $text-accent" if picked else "$foreground-muted"
        return cursor + Content.styled(f"{sign} ", style) + Content.styled(f"{LETTERS[index]}  ", "bold $text-primary")

    def _line_of(self, key: str, character: str | None) -> int | None:
        """The line that a key picks: that of its letter; for space, the one under the cursor."""
        if key == "space":
            return self._cursor
        index = LETTERS.find(character.lower()) if character else -1
        return index if 0 <= index < len(self._lines) else None

    def _move(self, step: int) -> None:
        last = len(self._lines) - 1
        if self._cursor is None:
            self._cursor = 0 if step > 0 else last
        else:
            self._cursor = min(max(self._cursor + step, 0), last)
        self.refresh()

    def _pick(self, index: int) -> None:
        if index not in self.picked:
            self.picked.append(index)
        elif not self._ordered:
            self.picked.remove(index)
        left = [other for other in range(len(self._lines)) if other not in self.picked]
        if self._ordered and len(left) == 1:
            self.picked += left
        self.refresh()

    def _take_back(self) -> None:
        """The last pick; in a complete order the one before it, since the last followed from it."""
        is_complete = self._ordered and len(self.picked) == len(self._lines)
        del self.picked[-2 if is_complete else -1 :]
        self.refresh()
