"""One line to type into for each blank of a cloze."""

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Input, Static

from quizterm.tui.fields.field import AnswerField
from quizterm.tui.fields.line import VisibleLine


class BlankFields(AnswerField):
    """Numbered lines; enter goes to the next one, and from the last one reveals."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self._inputs: list[Input] = [VisibleLine(compact=True, select_on_focus=False) for _ in range(count)]

    @property
    def texts(self) -> list[str]:
        return [line.value for line in self._inputs]

    def compose(self) -> ComposeResult:
        for number, line in enumerate(self._inputs, start=1):
            with Horizontal(classes="blank"):
                yield Static(Content.styled(str(number), "bold $text-primary"), classes="number")
                yield line

    def begin(self) -> None:
        unfilled = next((line for line in self._inputs if not line.value), self._inputs[0])
        unfilled.focus(scroll_visible=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        position = self._inputs.index(event.input)
        if position + 1 < len(self._inputs):
            self._inputs[position + 1].focus()
        else:
            self.post_message(self.Finished())
