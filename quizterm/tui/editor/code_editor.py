"""The editor of the workbench: Textual's text area, with what Python needs."""

from collections.abc import Callable, Sequence

from rich.text import Text
from textual.events import Key, Paste
from textual.widgets import TextArea
from textual.widgets.text_area import Location, Selection

from quizterm.tui.editor import editing
from quizterm.tui.editor.colours import editor_theme
from quizterm.tui.fields.in_order import KeyTaker, act_at_once
from quizterm.visible import UNSAFE

MOST_COLOURED = 2_000  # lines; all of them are coloured anew at every key
LONGEST_PASTE = 100_000  # characters; the editor needs a second for ten times as many
_STAND_IN = "\N{REPLACEMENT CHARACTER}"


class CodeEditor(TextArea, KeyTaker):
    """A Python file. Tab never leaves it; escape is left to the screen."""

    OWN_KEYS = frozenset({"enter", "tab", "shift+tab", "ctrl+home", "ctrl+end"})

    def __init__(self) -> None:
        super().__init__(language="python", soft_wrap=False, show_line_numbers=True, compact=True)
        self.indent_type = "spaces"
        self.indent_width = editing.INDENT

    def on_mount(self) -> None:
        self.cursor_blink = self.app.animation_level != "none"
        self._take_colours()
        self.app.theme_changed_signal.subscribe(self, lambda _: self._take_colours())

    def show(self, text: str, *, place: Location = (0, 0)) -> None:
        """Replace the text; there is nothing to undo then."""
        self.language = "python" if text.count("\n") <= MOST_COLOURED else None
        self.load_text(text)
        self.move_cursor(place, center=True)

    def go_to_line(self, number: int) -> None:
        """Put the cursor at the first word of a line, counted from 1."""
        row = min(max(number - 1, 0), self.document.line_count - 1)
        self.move_cursor((row, len(editing.leading(self.document.get_line(row)))), center=True)

    def find(self, wanted: str, *, backwards: bool = False, from_here: bool = False) -> bool:
        """Select where a text is found next, around the end if need be; whether it is there at all.

        Args:
            from_here: also where it is selected now, for a text that is still being typed.
        """
        first, last = sorted(self.selection)
        start = first if backwards or from_here else last
        text = self.text
        offset = editing.found_at(text, wanted, editing.offset_of(text, start), backwards=backwards)
        if offset is None:
            return False
        self.selection = Selection(editing.place_of(text, offset), editing.place_of(text, offset + len(wanted)))
        self.scroll_cursor_visible(center=True, animate=False)
        return True

    def toggle_comment(self) -> None:
        """Make the selected lines comments, or code again."""
        self._change_lines(editing.toggled)

    def get_line(self, line_index: int) -> Text:
        """The line as it is drawn: what a terminal would obey is not in it."""
        line = super().get_line(line_index)
        if UNSAFE.search(line.plain):
            line.plain = UNSAFE.sub(_STAND_IN, line.plain)
        return line

    async def on_key(self, event: Key) -> None:
        if event.key == "escape":
            event.prevent_default()  # the screen's
        elif not self.read_only and (act := self._acts().get(event.key)) is not None:
            event.stop()
            event.prevent_default()
            act()
        else:
            await act_at_once(self, event)

    def on_paste(self, event: Paste) -> None:
        if len(event.text) > LONGEST_PASTE:
            self.notify(f"Only the first {LONGEST_PASTE:,} characters were pasted", severity="warning", markup=False)
        event.text = UNSAFE.sub("", event.text[:LONGEST_PASTE].replace("\r\n", "\n").replace("\r", "\n"))

    def action_delete_left(self) -> None:
        before = self._before_cursor()
        count = editing.backspace(before) if self.selection.is_empty else 1
        if count == 1:
            super().action_delete_left()
        else:
            row, column = self.cursor_location
            self.delete((row, column - count), (row, column), maintain_selection_offset=False)

    def _acts(self) -> dict[str, Callable[[], None]]:
        return {
            "enter": self._break_line,
            "tab": self._indent,
            "shift+tab": lambda: self._change_lines(editing.dedented),
            "ctrl+home": lambda: self.move_cursor((0, 0)),
            "ctrl+end": lambda: self.move_cursor(self.document.end),
        }

    def _break_line(self) -> None:
        start, _ = sorted(self.selection)
        before = self.document.get_line(start[0])[: start[1]]
        self._replace_selection("\n" + editing.next_indent(before))

    def _indent(self) -> None:
        if self.selection.start[0] == self.selection.end[0]:
            start, _ = sorted(self.selection)
            self._replace_selection(editing.to_next_stop(start[1]))
        else:
            self._change_lines(editing.indented)

    def _replace_selection(self, text: str) -> None:
        start, end = sorted(self.selection)
        result = self.replace(text, start, end, maintain_selection_offset=False)
        self.move_cursor(result.end_location)

    def _change_lines(self, change: Callable[[Sequence[str]], list[str]]) -> None:
        """Change the lines that are selected, even in part; the selection stays on the same text."""
        (top, _), (bottom, end_column) = sorted(self.selection)
        if bottom > top and end_column == 0:
            bottom -= 1
        before = [self.document.get_line(row) for row in range(top, bottom + 1)]
        after = change(before)
        if after == before:
            return
        selection = self.selection
        self.replace("\n".join(after), (top, 0), (bottom, len(before[-1])))

        def moved(location: Location) -> Location:
            row, column = location
            if not top <= row <= bottom:
                return location
            return row, max(0, column + len(after[row - top]) - len(before[row - top]))

        self.selection = Selection(moved(selection.start), moved(selection.end))

    def _before_cursor(self) -> str:
        row, column = self.cursor_location
        return self.document.get_line(row)[:column]

    def _take_colours(self) -> None:
        name = f"quizterm {self.app.theme}"
        self.register_theme(editor_theme(name, self.app.theme_variables))
        self.theme = name
