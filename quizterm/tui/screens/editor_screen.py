"""Commands of an editor with a line to search in it, for the screen that holds both."""

from textual.widgets import Input

from quizterm.tui.editor.code_editor import CodeEditor
from quizterm.tui.editor.file_bar import FileBar
from quizterm.tui.navigator import Navigator
from quizterm.tui.screens.scrolling import ScrollingScreen


class EditorScreen(ScrollingScreen):
    """A screen around one editor."""

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._editor = CodeEditor()
        self._bar = FileBar()

    def show_editor(self) -> None:
        """Bring the editor to where it can be seen."""
        raise NotImplementedError

    def action_comment(self) -> None:
        self._editor.toggle_comment()

    def action_undo_edit(self) -> None:
        self._editor.undo()

    def action_redo_edit(self) -> None:
        self._editor.redo()

    def action_find(self) -> None:
        self.show_editor()
        self._bar.search(self._editor.selected_text)
        self.show_keys()

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        found = self._editor.find(event.value, from_here=True)
        self._bar.show_found(found or not event.value)

    def action_find_next(self, step: str) -> None:
        self._bar.show_found(self._editor.find(self._bar.wanted, backwards=int(step) < 0))

    def action_leave_find(self) -> None:
        self._bar.end_search()
        self.set_focus(self._editor)
