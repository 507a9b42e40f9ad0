"""Saving what is typed: a second after the last key and whenever the editor is left; a conflict waits for an answer."""

from collections.abc import Callable
from pathlib import Path

from textual.timer import Timer

from quizterm.errors import QuiztermError, UsageError
from quizterm.study.open_file import OpenFile, Saving
from quizterm.study.workspace import shown_path
from quizterm.tui.editor.code_editor import CodeEditor
from quizterm.tui.screens.screen import CommandScreen

SAVED_AFTER = 1.0  # seconds


class Saver:
    """Between an editor and the file that is open in it.

    Args:
        screen: shows what there is to tell.
        changed: called when `state` or `is_in_conflict` changed.
    """

    def __init__(self, screen: CommandScreen, editor: CodeEditor, changed: Callable[[], None]) -> None:
        self._screen = screen
        self._editor = editor
        self._changed = changed
        self._file: OpenFile | None = None
        self._timer: Timer | None = None
        self._shown_state = ""
        self.is_in_conflict = False
        self.problem = ""  # why the last save failed

    @property
    def state(self) -> str:
        """How the file stands, in a few words."""
        if self._file is None or self._file.problem is not None:
            return "not editable"
        if self.is_in_conflict:
            return "two versions"
        return "saved" if self._editor.text == self._file.text else "typing"

    def open(self, file: OpenFile) -> None:
        """Show a file in the editor."""
        self._file = file
        self.is_in_conflict = False
        self._editor.read_only = file.problem is not None
        self._editor.show(file.text)

    def note_change(self) -> None:
        """Something was typed."""
        if self._timer is not None:
            self._timer.stop()
        self._timer = self._screen.set_timer(SAVED_AFTER, self.save)
        self._tell_state()

    def save(self) -> bool:
        """Whether the file holds what the editor shows, now if not before."""
        file, self.problem = self._file, ""
        if file is None or file.problem is not None:
            return True
        try:
            saving = file.save(self._editor.text)
        except QuiztermError as error:
            self.problem = str(error)
            self._screen.tell(self.problem)
            return False
        self._note_conflict(saving is Saving.CONFLICT)
        return saving is not Saving.CONFLICT

    def leave(self) -> None:
        """Save for the last time; what the file cannot take, or another program changed meanwhile, goes to the archive.

        Raises:
            UsageError: the file was not written; it says where the editor's text is.
        """
        file, text = self._file, self._editor.text
        if file is None or file.problem is not None:
            return
        try:
            if file.save(text) is not Saving.CONFLICT:
                return
            problem = f"{file.file}: another program has changed it"
        except UsageError as error:
            problem = str(error)
        raise UsageError(f"{problem}; what the editor shows is kept as {shown_path(file.set_aside(text))}")

    def set_aside(self) -> bool:
        """Give up the file, whose text goes to the archive; whether that could be done."""
        if self._file is None:
            return True
        try:
            archived = self._file.set_aside(self._editor.text)
        except QuiztermError as error:
            self._screen.tell(str(error))
            return False
        self._file = None
        self._screen.app.notify(f"What you typed is kept as {shown_path(archived)}", markup=False)
        return True

    def look_outside(self) -> bool:
        """Show what another program wrote; False if it wrote nothing, or if there are two versions now."""
        file = self._file
        if file is None:
            return False
        try:
            if not file.is_changed_outside:
                return False
            if file.problem is None and self._editor.text != file.text:
                self._note_conflict(True)
                return False
            file.reload()
        except QuiztermError as error:
            self._screen.tell(str(error))
            return False
        self._show_again()
        return True

    def keep_mine(self) -> None:
        """End a conflict with the editor's text."""
        if self._file is not None:
            self._settle(lambda file: file.keep_mine(self._editor.text), "Yours is kept; the other version is")

    def take_theirs(self) -> None:
        """End a conflict with what is on the disk."""
        if self._settle(lambda file: file.take_theirs(self._editor.text), "The other version is here; yours is"):
            self._show_again()

    def _settle(self, choose: Callable[[OpenFile], Path | None], said: str) -> bool:
        """Whether it could be settled; otherwise everything stands as it was."""
        if self._file is None:
            return False
        try:
            archived = choose(self._file)
        except QuiztermError as error:
            self._screen.tell(str(error))
            return False
        self._note_conflict(False)
        self._screen.tell(f"{said} {shown_path(archived)}" if archived is not None else "Saved")
        return True

    def _show_again(self) -> None:
        if self._file is not None:
            self._editor.read_only = self._file.problem is not None
            self._editor.show(self._file.text, place=self._editor.cursor_location)

    def _note_conflict(self, is_in_conflict: bool) -> None:
        self.is_in_conflict = is_in_conflict
        self._tell_state()

    def _tell_state(self) -> None:
        """Only what is new, so that a key costs no layout of the screen."""
        if self.state != self._shown_state:
            self._shown_state = self.state
            self._changed()
