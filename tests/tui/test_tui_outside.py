"""Other programs at work in the terminal."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from textual.app import App

from quizterm.tui.outside import edit_outside


class Handing(App[None]):
    """An app that is not run, and only says what it does with the terminal."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []

    @contextmanager
    def suspend(self) -> Iterator[None]:
        self.said.append("given away")
        yield
        self.said.append("taken back")


def test_interrupting_the_editor_interrupts_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    editor = tmp_path / "editor"
    editor.write_text("#!/bin/sh\nkill -INT $PPID; kill -QUIT $PPID; kill -INT $$; exit 3\n")
    editor.chmod(0o700)
    monkeypatch.setenv("VISUAL", str(editor))
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGQUIT)
    said = edit_outside(Handing(), tmp_path / "file.py", None)
    assert f"ended with status {-signal.SIGINT}" in said, "the editor heeds its keys"
    assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGQUIT)) == before


def test_an_editor_that_does_not_start_gives_the_terminal_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual's `suspend` comes back only from what raises nothing."""
    monkeypatch.setenv("VISUAL", str(tmp_path / "no editor").replace(" ", "\\ "))
    app = Handing()
    said = edit_outside(app, tmp_path / "file.py", None)
    assert app.said == ["given away", "taken back"]
    assert "no editor does not start (No such file or directory)" in said
