"""What every answer field is to the review."""

from typing import ClassVar

from textual.widget import Widget


class AnswerField(Widget):
    """A widget that takes an answer. What was entered stays in it after the reveal."""

    STANDS_BELOW: ClassVar[bool] = False  # the page, so that a long question scrolls above it
    TAKES_TEXT: ClassVar[bool] = True  # every printable key goes into it; otherwise only those it has a use for

    def begin(self) -> None:
        """Take the keyboard."""
        self.screen.set_focus(self, scroll_visible=False)
