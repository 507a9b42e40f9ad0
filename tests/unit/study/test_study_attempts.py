"""The history of one exercise: each attempt with its verdict and its text."""

from pathlib import Path

import pytest

from quizterm import paths
from quizterm.errors import UsageError
from quizterm.study.attempt import grade
from quizterm.study.attempts import attempt_numbered, past_attempts, present_text
from quizterm.study.exercises import start
from quizterm.study.session import Study
from quizterm.study.undo import undo_newest
from quizterm.study.versions import versions
from quizterm.study.workspace import archived_files
from tests.support.scripted_referee import ScriptedReferee
from tests.unit.study.conftest import StillClock


@pytest.fixture
def course_folder():
    """The shipped course, in place of the small one."""
    return paths.content_folder() / "pytorch"


@pytest.fixture
def file(study: Study) -> Path:
    return start(study, "engine").file


def submit(study: Study, *verdicts: object):
    return grade(study, "engine", grader=ScriptedReferee(*verdicts))


def test_each_attempt_keeps_its_verdict_and_its_text(study: Study, file: Path, clock: StillClock) -> None:
    file.write_text("first = 1\n")
    submit(study, "assign_instead_of_add")
    clock.move(days=1, hours=2)
    file.write_text("second = 2\n")
    submit(study, True, True)
    file.write_text("later = 3\n")
    first, second = past_attempts(study, "engine")
    assert (first.number, first.when, first.passed) == (1, "2026-03-10 09:00", False)
    assert (first.verdict, first.failed, first.text) == ("assign instead of add", ("x*x + x",), "first = 1\n")
    assert (second.number, second.when, second.verdict) == (2, "2026-03-11 11:00", "passed")
    assert second.text == "second = 2\n"
    assert present_text("engine") == "later = 3\n"


def test_a_text_is_kept_once_however_often_it_is_handed_in(study: Study, file: Path) -> None:
    file.write_text("same = 1\n")
    for _ in range(3):
        submit(study, "assign_instead_of_add")
    assert [one.read_text() for one in archived_files(paths.workspace(), "engine")] == ["same = 1\n"]
    assert [one.text for one in past_attempts(study, "engine")] == ["same = 1\n"] * 3


def test_a_text_in_an_encoding_of_its_own_is_found_again(study: Study, file: Path) -> None:
    file.write_bytes("# coding: latin-1\r\nname = 'Zoë'\r\n".encode("latin-1"))
    submit(study, "assign_instead_of_add")
    file.unlink()
    assert past_attempts(study, "engine")[0].text == "# coding: latin-1\nname = 'Zoë'\n"


def test_an_attempt_taken_back_is_none(study: Study, file: Path) -> None:
    submit(study, "assign_instead_of_add")
    undo_newest(study)
    assert past_attempts(study, "engine") == ()


def test_an_archive_that_cannot_be_written_is_told_and_the_attempt_counts(study: Study, file: Path) -> None:
    (file.parent / "archive").write_text("in the way")
    done = submit(study, "assign_instead_of_add")
    assert done.saved
    assert done.note.startswith("this version is not kept: ")
    assert len(past_attempts(study, "engine")) == 1


def test_what_cannot_be_compared_is_told(study: Study, file: Path) -> None:
    with pytest.raises(UsageError, match="engine was not tried yet; there is no attempt 1"):
        attempt_numbered(study, "engine", 1)
    submit(study, "assign_instead_of_add")
    with pytest.raises(UsageError, match="engine has 1 attempt; there is no attempt 2"):
        attempt_numbered(study, "engine", 2)
    file.write_text("other = 1\n")
    for kept in archived_files(paths.workspace(), "engine"):
        kept.unlink()
    with pytest.raises(UsageError, match="the file of attempt 1 is gone"):
        attempt_numbered(study, "engine", 1)
    file.write_bytes(b"\xff")
    with pytest.raises(UsageError, match=r"engine\.py: invalid or missing encoding"):
        present_text("engine")


def test_versions_leave_out_what_cannot_be_read(study: Study, file: Path) -> None:
    folder = file.parent / "archive" / "engine"
    (folder / "a.py").mkdir(parents=True)
    (folder / "b.py").symlink_to("b.py")
    (folder / "c.py").write_bytes(b"\xff")
    assert list(versions("engine").values()) == [file.read_text()]
