"""What every test stands on: a home folder of its own, and none of the machine's settings."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

# A busy machine is no fault.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

# Textual reads these when it is imported.
os.environ["TEXTUAL_ANIMATIONS"] = "none"
os.environ["TEXTUAL_SMOOTH_SCROLL"] = "0"

_OF_THE_MACHINE = ("QUIZTERM_NOW", "EDITOR", "VISUAL", "NO_COLOR", "COLUMNS", "LINES", "TZ")


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """`$QUIZTERM_HOME` of this test; nothing of the machine's user is read or written."""
    folder = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("QUIZTERM_HOME", str(folder))
    for name in _OF_THE_MACHINE:
        monkeypatch.delenv(name, raising=False)
    return folder
