"""What every answer field is to the review."""

from textual.message import Message
from textual.widget import Widget


class AnswerField(Widget):
    """A widget that takes an answer. What was entered stays in it after the reveal."""

    class Finished(Message):
        """The answer is complete: reveal."""

    def begin(self) -> None:
        """Take the keyboard."""
        self.focus()
