"""`quizterm attempts`: a line for each, and a diff of two."""

from collections.abc import Callable

import pytest

from quizterm import paths
from quizterm.study.attempt import grade
from quizterm.study.exercises import start
from quizterm.study.session import Study
from tests.support.said import Said
from tests.support.scripted_referee import ScriptedReferee


@pytest.fixture
def course_folder(monkeypatch: pytest.MonkeyPatch):
    """The shipped course and exercises, in place of the small one."""
    monkeypatch.setenv("QUIZTERM_NOW", "2026-03-10T09:00:00+00:00")
    monkeypatch.setenv("TZ", "UTC")
    return paths.content_folder() / "pytorch"


def test_attempts_are_listed_and_compared(study: Study, call: Callable[..., Said]) -> None:
    assert call("attempts", "engine").out == "No attempt yet\n"
    file = start(study, "engine").file
    for text, verdict in (("a = 1\nb = 2\n", "assign_instead_of_add"), ("a = 1\nb = '\x1b[2J'\n", True)):
        file.write_text(text)
        grade(study, "engine", grader=ScriptedReferee(verdict, True))
    first, second = call("attempts", "engine").out.splitlines()
    assert first.startswith("  1  2026-03-10 09:00  ✗ assign instead of add (seed ")
    assert second.startswith("  2  2026-03-10 09:00  ✓ passed (seed ")
    compared = call("attempts", "engine", "1", "2").out.splitlines()
    assert compared[0] == "--- attempt 1, 2026-03-10 09:00, assign instead of add"
    assert compared[1] == "+++ attempt 2, 2026-03-10 09:00, passed"
    assert compared[3:] == [" a = 1", "-b = 2", "+b = '␛[2J'"]
    assert "no difference" in call("attempts", "engine", "2").out
    file.write_text("a = 1\n")
    assert call("attempts", "engine", "1").out.splitlines()[1:] == [
        "+++ your file",
        "@@ -1,2 +1 @@",
        " a = 1",
        "-b = 2",
    ]
    wrong = call("attempts", "engine", "3")
    assert (wrong.code, wrong.out) == (2, "")
    assert "engine has 2 attempts; there is no attempt 3" in wrong.err
