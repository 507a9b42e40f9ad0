"""Grading from the command line: what is kept of it, and how often the learner's data are copied."""

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import pytest

from quizterm import paths
from quizterm.cli import grade
from quizterm.study.exercises import start
from quizterm.study.session import Study
from tests.support.said import Said
from tests.support.scripted_referee import ScriptedReferee


class StartedReferee(ScriptedReferee):
    def start(self) -> None:
        pass


@pytest.fixture
def course_folder() -> Path:
    """The shipped course and exercises, in place of the small one."""
    return paths.content_folder() / "pytorch"


@pytest.mark.parametrize(("words", "copies"), [([], 1), (["--no-save"], 0)])
def test_the_first_attempt_of_a_day_that_is_kept_leaves_a_backup(
    study: Study, call: Callable[..., Said], home: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], copies: int
) -> None:
    start(study, "engine")
    looked: list[bool] = []
    monkeypatch.setattr(study.store.__class__, "verify", lambda *_, **__: looked.append(True))
    monkeypatch.setattr(grade, "new_referee", lambda **_: nullcontext(StartedReferee(True, True)))
    for _ in range(2):
        assert call("grade", "engine", *words).code == 0
        assert len(list(home.glob("backups/*.sqlite"))) == copies
    assert looked == [], "no attempt waits for a look at all that is stored"


def test_the_exit_code_is_the_verdicts_where_no_backup_can_be_made(
    study: Study, call: Callable[..., Said], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start(study, "engine")
    (home / "backups").write_text("a file stands where the folder should be")
    verdicts = StartedReferee(True, True, "assign_instead_of_add")
    monkeypatch.setattr(grade, "new_referee", lambda **_: nullcontext(verdicts))
    for code in (0, 1):
        said = call("grade", "engine")
        assert said.code == code
        assert "engine" in said.out
        assert said.err.startswith(f"quizterm: no backup is made of your history: {home / 'backups'}: ")
