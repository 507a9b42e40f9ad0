"""Other programs at work on a learner's file: the editor of the learner's choice, and saves that are noticed."""

import os
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from textual.app import App, SuspendNotSupported
from textual.message import Message
from textual.screen import Screen

from quizterm.errors import UsageError
from quizterm.study.outside_editor import editor_words
from quizterm.study.saves import saves


def edit_outside(app: App[None], file: Path, line: int | None) -> str:
    """Hand the terminal over to the learner's editor until it ends; returns what to say, or nothing."""
    try:
        words = editor_words(os.environ, file, line)
        with app.suspend(), _heeding_no_keys():
            return _run(words)
    except UsageError as error:
        return str(error)
    except SuspendNotSupported:
        return "This terminal cannot be handed to another program; open the file in an editor of its own"


def _run(words: list[str]) -> str:
    """Run a program to its end; what to say of it, or nothing. Raises nothing, since `suspend` would not come back."""
    try:
        status = subprocess.call(words)
    except OSError as error:
        return f"{words[0]} does not start ({error.strerror}); set EDITOR to the editor you use"
    return f"{words[0]} ended with status {status}" if status else ""


@contextmanager
def _heeding_no_keys() -> Iterator[None]:
    """Let ctrl+c and ctrl+\\ be the editor's alone: the terminal sends them to quizterm as well, which would end."""
    numbers = [getattr(signal, name) for name in ("SIGINT", "SIGQUIT") if hasattr(signal, name)]
    before = [signal.signal(number, lambda *_: None) for number in numbers]  # not ignored, or the editor would be deaf
    try:
        yield
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


class FolderWatch:
    """Notices saves in the folder of a file, in a thread of its own."""

    class Changed(Message):
        """Something in the folder changed."""

    class NotWatched(Message):
        """Saves are not noticed, or not at present."""

        def __init__(self, why: str) -> None:
            super().__init__()
            self.why = why

    def __init__(self, screen: Screen[None]) -> None:
        self._screen = screen
        self._stop: threading.Event | None = None

    @property
    def is_on(self) -> bool:
        return self._stop is not None

    def start(self, file: Path) -> None:
        self._stop = threading.Event()
        threading.Thread(target=self._tell, args=(file.parent, self._stop), daemon=True).start()

    def stop(self) -> None:
        if self._stop is not None:
            self._stop.set()
            self._stop = None

    def _tell(self, folder: Path, stop: threading.Event) -> None:
        for why_not in saves(folder, stop):
            self._screen.post_message(self.NotWatched(why_not) if why_not else self.Changed())
