"""Other programs at work in the terminal."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from types import SimpleNamespace

import pytest

from quizterm.tui.outside import edit_outside


def test_interrupting_the_editor_interrupts_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    editor = tmp_path / "editor"
    editor.write_text("#!/bin/sh\nkill -INT $PPID; kill -QUIT $PPID; kill -INT $$; exit 3\n")
    editor.chmod(0o700)
    monkeypatch.setenv("VISUAL", str(editor))
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGQUIT)
    said = edit_outside(SimpleNamespace(suspend=nullcontext), tmp_path / "file.py", None)  # type: ignore[arg-type]
    assert f"ended with status {-signal.SIGINT}" in said, "the editor heeds its keys"
    assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGQUIT)) == before


def test_an_editor_that_does_not_start_gives_the_terminal_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual's `suspend` comes back only from what raises nothing."""
    said = []

    @contextmanager
    def suspend() -> Iterator[None]:
        said.append("given away")
        yield
        said.append("taken back")

    monkeypatch.setenv("VISUAL", str(tmp_path / "no editor").replace(" ", "\\ "))
    said.append(edit_outside(SimpleNamespace(suspend=suspend), tmp_path / "file.py", None))  # type: ignore[arg-type]
    assert said[:2] == ["given away", "taken back"]
    assert "no editor does not start (No such file or directory)" in said[2]
