"""Saving from the app's editor: the file keeps what it is, and no version of it is ever lost."""

import errno
import os
import shutil
import stat
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quizterm import paths
from quizterm.errors import UsageError
from quizterm.study.exercises import start
from quizterm.study.open_file import OpenFile, Saving
from quizterm.study.session import Study
from quizterm.study.workspace import archive_bytes, archived_files

SHIPPED_EXERCISES = paths.exercises_folder()  # before the fixtures hide them


@pytest.fixture
def course_folder(course_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The small course, with shipped exercises in its first lesson."""
    plan = course_folder / "course.toml"
    plan.write_text(
        plan.read_text().replace("exercises = []", 'exercises = ["hand-backprop", "engine", "zero-grads"]', 1)
    )
    monkeypatch.setattr(paths, "exercises_folder", lambda: SHIPPED_EXERCISES)
    return course_folder


@pytest.fixture
def file(study: Study) -> Path:
    return start(study, "engine").file


def archived(study: Study) -> list[str]:
    return [one.read_text() for one in archived_files(paths.workspace(), "engine")]


def test_only_what_changed_is_written(study: Study, file: Path) -> None:
    opened = OpenFile(study, "engine")
    before = file.stat().st_mtime_ns
    assert opened.save(opened.text) is Saving.UNCHANGED
    assert file.stat().st_mtime_ns == before
    assert opened.save("x = 1\n") is Saving.WRITTEN
    assert file.read_text() == opened.text == "x = 1\n"
    assert [one.name for one in file.parent.iterdir()] == ["engine.py"]


@pytest.mark.parametrize(
    "data",
    [b"x = 1\r\n# \xc3\xa4\r\n", b"\xef\xbb\xbfx = 1\n", b"# coding: latin-1\nx = '\xe4'\n", b"x = 1"],
    ids=["carriage returns", "byte order mark", "declared encoding", "no last line end"],
)
def test_line_ends_encoding_and_mode_stay(data: bytes, study: Study, file: Path) -> None:
    file.write_bytes(data)
    file.chmod(0o640)
    opened = OpenFile(study, "engine")
    assert "\r" not in opened.text
    opened.save(opened.text + "y = 2\n")
    line_end = b"\r\n" if b"\r\n" in data else b"\n"
    assert file.read_bytes() == data + b"y = 2" + line_end
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


def test_a_link_is_followed(study: Study, file: Path, tmp_path: Path) -> None:
    real = tmp_path / "elsewhere.py"
    file.rename(real)
    file.symlink_to(real)
    OpenFile(study, "engine").save("x = 1\n")
    assert file.is_symlink()
    assert real.read_text() == "x = 1\n"


def test_what_another_program_wrote_is_never_written_over(study: Study, file: Path) -> None:
    opened = OpenFile(study, "engine")
    file.write_text("theirs = 1\n")
    assert opened.is_changed_outside
    assert opened.save("mine = 1\n") is Saving.CONFLICT
    assert file.read_text() == "theirs = 1\n"


def test_keeping_mine_archives_theirs(study: Study, file: Path) -> None:
    opened = OpenFile(study, "engine")
    file.write_text("theirs = 1\n")
    kept = opened.keep_mine("mine = 1\n")
    assert kept is not None
    assert kept.read_text() == "theirs = 1\n"
    assert file.read_text() == "mine = 1\n"
    assert not opened.is_changed_outside


def test_taking_theirs_archives_mine(study: Study, file: Path) -> None:
    opened = OpenFile(study, "engine")
    file.write_text("theirs = 1\n")
    assert opened.take_theirs("mine = 1\n").read_text() == "mine = 1\n"
    assert opened.text == file.read_text() == "theirs = 1\n"


def test_both_having_written_the_same_is_no_conflict(study: Study, file: Path) -> None:
    opened = OpenFile(study, "engine")
    file.write_text("same = 1\n")
    assert opened.save("same = 1\n") is Saving.WRITTEN


def test_a_file_that_vanished_is_written_again(study: Study, file: Path) -> None:
    opened = OpenFile(study, "engine")
    file.unlink()
    assert not opened.is_changed_outside
    assert opened.save(opened.text) is Saving.WRITTEN
    assert file.read_text() == opened.text


def test_a_text_that_its_encoding_lacks_is_refused_and_nothing_is_written(study: Study, file: Path) -> None:
    file.write_bytes(b"# coding: ascii\n")
    opened = OpenFile(study, "engine")
    with pytest.raises(UsageError, match="ascii has no 'ä'"):
        opened.save("# coding: ascii\nx = 'ä'\n")
    assert file.read_bytes() == b"# coding: ascii\n"


@pytest.mark.parametrize("name", ["base64", "undefined", "utf-16", "cp037", "punycode", "nonsense"])
def test_what_declares_nonsense_is_saved_as_it_is(name: str, study: Study, file: Path) -> None:
    text = f"# coding: {name}\nx = 'ä'\n"
    assert OpenFile(study, "engine").save(text) is Saving.WRITTEN
    assert file.read_bytes() == text.encode()


def test_an_encoding_that_changes_the_text_is_refused(study: Study, file: Path) -> None:
    before = file.read_bytes()
    with pytest.raises(UsageError, match="idna cannot hold"):
        OpenFile(study, "engine").save("# coding: idna\nx = 'ab\u00e9'\n")
    assert file.read_bytes() == before


@pytest.mark.parametrize("data", [b"\xff\xfe", b"x = 1\x0cy = 2\n", "x = '\u2028'\n".encode()])
def test_what_the_editor_would_spoil_it_must_not_write(data: bytes, study: Study, file: Path) -> None:
    file.write_bytes(data)
    assert OpenFile(study, "engine").problem


def test_a_text_that_nothing_takes_goes_wherever_there_is_room(
    study: Study, file: Path, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    opened = OpenFile(study, "engine")
    (paths.workspace() / "archive").write_text("in the way")
    beside = opened.set_aside("first")
    assert beside.is_relative_to(home / "archive")
    shutil.rmtree(home / "archive")
    (home / "archive").write_text("in the way")
    temporary = opened.set_aside("second")
    assert temporary.is_relative_to(tmp_path)
    assert temporary.read_text() == "second"
    monkeypatch.setattr(tempfile, "tempdir", str(file))
    with pytest.raises(UsageError, match="cannot be written"):
        opened.set_aside("third")


@pytest.mark.parametrize(
    ("number", "advice"), [(errno.ENOSPC, "make room there"), (errno.EACCES, "make the folder writable")]
)
def test_what_keeps_a_file_from_being_written_is_told_with_what_mends_it(
    number: int, advice: str, study: Study, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    opened, before = OpenFile(study, "engine"), file.read_bytes()
    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", refuse)
        with pytest.raises(UsageError, match=advice):
            opened.save("x = 1\n")
    assert file.read_bytes() == before
    assert opened.save("x = 1\n") is Saving.WRITTEN, "nothing is left in the way"


def test_half_a_text_is_never_in_the_archive(study: Study, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fill_the_disk(copy: Path, data: bytes) -> None:
        with copy.open("wb") as stream:
            stream.write(data[:1])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", fill_the_disk)
    with pytest.raises(UsageError, match="No space left"):
        archive_bytes(paths.workspace(), "engine", study.now(), b"text")
    assert archived(study) == []
    assert file.exists()


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    steps=st.lists(
        st.tuples(st.sampled_from(["save", "outside", "keep", "take"]), st.text("ab\n", max_size=4)), max_size=8
    )
)
def test_no_text_is_ever_lost(steps: list[tuple[str, str]], study: Study, file: Path) -> None:
    opened = OpenFile(study, "engine")
    opened.keep_mine("")
    on_disk = ""
    for act, text in steps:
        before = on_disk
        if act == "outside":
            file.write_text(text)
        elif act == "save":
            assert (opened.save(text) is Saving.CONFLICT) <= (on_disk not in (opened.text, text))
        elif act == "keep":
            opened.keep_mine(text)
            assert before in archived(study)
        else:
            opened.take_theirs(text)
            assert text in archived(study)
            assert opened.text == before
        on_disk = file.read_text()
