"""A sentence that says what just happened."""

from functools import partial

from textual.content import Content
from textual.widget import Widget

from quizterm.tui.blocks import EMPTY

SHOWN_SECONDS = 4.0
QUICKLY_READ = 40  # cells; a longer sentence stands longer
SECONDS_A_CELL = 0.06
_BESIDE = 10  # cells: margin, padding, and some of the page


class Notice(Widget):
    """Stands at the top right, on the line between title and page, and below it if it is long; gone after a while."""

    def __init__(self) -> None:
        super().__init__()
        self._sentence = EMPTY
        self.display = False

    def tell(self, sentence: Content) -> None:
        """Show a sentence in place of the one before; an empty one shows nothing."""
        self._sentence = sentence
        self.display = bool(sentence)
        self.set_class(sentence.cell_length > self._most_in_a_line, "-long")
        self.refresh(layout=True)
        if sentence:
            longer = SECONDS_A_CELL * max(sentence.cell_length - QUICKLY_READ, 0)
            self.set_timer(SHOWN_SECONDS + longer, partial(self._forget, sentence))

    def clear(self) -> None:
        if self.display:
            self.tell(EMPTY)

    def render(self) -> Content:
        return self._sentence

    @property
    def _most_in_a_line(self) -> int:
        """Cells; what is longer takes whole lines, so that no rest of the page stands beside it."""
        return self.screen.size.width - _BESIDE

    def _forget(self, sentence: Content) -> None:
        """Take a sentence away, unless another came meanwhile."""
        if self._sentence is sentence:
            self.clear()
