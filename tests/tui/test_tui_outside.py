"""Other programs at work in the terminal."""

import signal
from contextlib import nullcontext
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
