"""One line to type into for each blank of a cloze."""

from textual.actions import SkipAction
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from quizterm.tui.fields.field import AnswerField
from quizterm.tui.fields.line import VisibleLine


class BlankFields(AnswerField):
    """Numbered lines; enter goes to the next one, and from the last one reveals."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self._inputs = [_Blank(self) for _ in range(count)]

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
        self.screen.set_focus(unfilled, scroll_visible=False)

    def go_on(self, line: "_Blank") -> bool:
        """To the line after this one, if there is one."""
        after = self._inputs[self._inputs.index(line) + 1 :]
        if after:
            self.screen.set_focus(after[0])
        return bool(after)


class _Blank(VisibleLine):
    """Enter in it is the screen's only where no other line follows."""

    def __init__(self, fields: BlankFields) -> None:
        super().__init__(compact=True, select_on_focus=False)
        self._fields = fields

    async def action_submit(self) -> None:
        if not self._fields.go_on(self):
            raise SkipAction
