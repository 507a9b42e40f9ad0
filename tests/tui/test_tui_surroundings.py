"""What the world around the app says, and does to what it stands on, while it is open."""

import shutil

import pytest

from quizterm.study.session import Study
from quizterm.tui.app import QuiztermApp, run


@pytest.mark.parametrize(("columns", "lines"), [("40", "10"), ("99999", "99999")])
def test_the_terminal_itself_says_its_size(
    columns: str, lines: str, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not what the shell exported, perhaps before the window was resized."""
    seen = []
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setenv("LINES", lines)
    monkeypatch.setattr(QuiztermApp, "run", lambda _: seen.append(shutil.get_terminal_size((81, 25))))
    run(study)
    assert [size.columns for size in seen] != [int(columns)]
    assert [size.lines for size in seen] != [int(lines)]
