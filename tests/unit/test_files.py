"""Reading regular files, and nothing else."""

import os

import pytest

from quizterm.files import read_regular


def test_a_file_is_read_to_its_end_or_to_the_limit(tmp_path):
    file = tmp_path / "file"
    file.write_bytes(b"0123456789")
    assert read_regular(file, 100) == b"0123456789"
    assert read_regular(file, 4) == b"0123"


def test_a_link_to_a_file_is_followed(tmp_path):
    (tmp_path / "file").write_bytes(b"text")
    (tmp_path / "link").symlink_to("file")
    assert read_regular(tmp_path / "link", 100) == b"text"


def test_a_pipe_is_refused_without_waiting_for_its_writer(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="no regular file"):
        read_regular(tmp_path / "pipe", 100)


def test_a_folder_and_a_device_are_refused(tmp_path):
    (tmp_path / "device").symlink_to("/dev/zero")
    for file in (tmp_path, tmp_path / "device"):
        with pytest.raises(OSError, match="no regular file"):
            read_regular(file, 100)


def test_a_link_in_a_circle_is_an_error(tmp_path):
    (tmp_path / "link").symlink_to("link")
    with pytest.raises(OSError, match="symbolic links"):
        read_regular(tmp_path / "link", 100)
