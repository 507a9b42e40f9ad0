"""The learner's files: what is read as a submission, and what is never written over."""

import os

import pytest

from quizterm.errors import UsageError
from quizterm.memory.events import Moment
from quizterm.study.workspace import (
    UnreadableSubmissionError,
    archive,
    archive_bytes,
    archived_files,
    read_submission,
    write_text,
)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"x = 1\r\ny = 2\n", "x = 1\ny = 2\n"),
        (b"\xef\xbb\xbfx = 1\n", "x = 1\n"),
        (b"# coding: latin-1\n# \xe9\n", "# coding: latin-1\n# \u00e9\n"),
        (b"", ""),
    ],
)
def test_a_submission_is_read_as_python_reads_it(data, text, tmp_path):
    (tmp_path / "file.py").write_bytes(data)
    assert read_submission(tmp_path / "file.py") == text


@pytest.mark.parametrize(
    "data",
    [
        b"\xff",
        b"#" * (1 << 20) + b"\n",
        *(f"# coding: {name}\nx = 1\n".encode() for name in ("nonsense", "base64", "undefined", "punycode", "utf-16")),
        b"# coding: idna\n" + b"x" * 70 + b"\xe9\n",
    ],
)
def test_what_python_would_not_read_is_no_submission(data, tmp_path):
    (tmp_path / "file.py").write_bytes(data)
    with pytest.raises(UnreadableSubmissionError):
        read_submission(tmp_path / "file.py")


def test_a_pipe_or_device_is_refused_without_waiting(tmp_path):
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "device.py").symlink_to("/dev/zero")
    for name in ("pipe.py", "device.py", "."):
        with pytest.raises(UsageError, match="cannot be read"):
            read_submission(tmp_path / name)


def test_what_cannot_be_archived_is_told_with_a_reason(tmp_path):
    os.mkfifo(tmp_path / "engine.py")
    with pytest.raises(UsageError, match="named pipe"):
        archive(tmp_path, "engine", Moment(0, 0, 0))


def test_writing_touches_no_other_file(tmp_path):
    (tmp_path / "engine.py.new").write_text("the learner's own")
    write_text(tmp_path / "engine.py", "starter")
    assert (tmp_path / "engine.py").read_text() == "starter"
    assert (tmp_path / "engine.py.new").read_text() == "the learner's own"
    assert len(list(tmp_path.iterdir())) == 2


def test_a_write_that_fails_leaves_nothing_behind(tmp_path):
    (tmp_path / "engine.py").write_text("mine")
    with pytest.raises(UnicodeEncodeError):
        write_text(tmp_path / "engine.py", "\ud800")
    assert [file.name for file in tmp_path.iterdir()] == ["engine.py"]
    assert (tmp_path / "engine.py").read_text() == "mine"


def test_archived_files_stand_in_the_order_of_time(tmp_path):
    written = [archive_bytes(tmp_path, "engine", Moment(second * 1000, 0, 0), b"") for second in (0, *[60] * 11, 61)]
    assert archived_files(tmp_path, "engine") == written
