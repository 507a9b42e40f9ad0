"""The learner's exercise files: written, archived and found in a folder that any editor can open."""

import errno
import io
import os
import shutil
import tempfile
import tokenize
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from quizterm import paths
from quizterm.errors import UsageError
from quizterm.files import read_regular
from quizterm.memory.events import Moment

ARCHIVE = "archive"
LARGEST_SUBMISSION = 1 << 20  # bytes
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_TIME = "%Y-%m-%dT%H-%M-%S"
_DASHES_IN_TIME = _TIME.count("-")
_DECLARATION = b"# coding: x\n"  # read as it stands in every encoding that can declare itself


class UnreadableSubmissionError(Exception):
    """A submission that is no Python text: a verdict, not a fault of the command. The text is one line."""


def submission_file(workspace: Path, slug: str) -> Path:
    return workspace / f"{slug}.py"


def read_submission(file: Path) -> str:
    """The text of a submission, in the encoding it declares, as Python reads it.

    Raises:
        UsageError: there is no such file, or it cannot be read.
        UnreadableSubmissionError: it is there, but no Python text.
    """
    try:
        data = read_regular(file, LARGEST_SUBMISSION + 1)
        if len(data) > LARGEST_SUBMISSION:
            raise UnreadableSubmissionError(f"the file is larger than {LARGEST_SUBMISSION >> 20} MiB")
        text = io.TextIOWrapper(io.BytesIO(data), declared_encoding(data)).read()
        text.encode()  # some encodings can spell halves of characters
        return text
    except FileNotFoundError:
        raise UsageError(f"{file}: no such file; write it first, or let `quizterm start` write the starter") from None
    except OSError as error:
        raise UsageError(f"{file}: cannot be read ({error.strerror}); name a readable Python file") from None
    except SyntaxError as error:
        raise UnreadableSubmissionError(str(error.msg)) from None
    except UnicodeDecodeError as error:
        raise UnreadableSubmissionError(
            f"byte {error.start} is no {error.encoding} text; save the file as UTF-8"
        ) from None
    except UnicodeError:
        raise UnreadableSubmissionError("it is no text in the encoding it declares; save the file as UTF-8") from None


def declared_encoding(data: bytes) -> str:
    """The encoding of a Python file, as its first two lines declare it.

    Raises:
        SyntaxError: there is none of that name, or Python could not read a file in it.
    """
    encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    try:
        is_fit = _DECLARATION.decode(encoding) == _DECLARATION.decode("ascii")
    except (LookupError, UnicodeError):  # of bytes to bytes, such as base64; or of something else than text
        is_fit = False
    if not is_fit:
        raise SyntaxError(f"unknown encoding: {encoding}")
    return encoding


def archive(workspace: Path, slug: str, now: Moment) -> Path | None:
    """Copy what stands at the exercise's file to `archive/<slug>/<time>.py`; None if nothing stands there.

    Raises:
        UsageError: the folder cannot be written; the file stands as it was.
    """
    file = submission_file(workspace, slug)
    if not file.exists():
        return None
    folder = workspace / ARCHIVE / slug
    try:
        with _archive_file(folder, now) as copy:
            shutil.copy2(file, copy)
    except OSError as error:
        raise UsageError(f"{folder}: cannot be written ({error.strerror or error}); {file} was left as it is") from None
    return copy


def archive_bytes(workspace: Path, slug: str, now: Moment, data: bytes) -> Path:
    """Write what is nowhere on the disk yet to `archive/<slug>/<time>.py`.

    Raises:
        UsageError: the folder cannot be written.
    """
    folder = workspace / ARCHIVE / slug
    try:
        with _archive_file(folder, now) as copy:
            copy.write_bytes(data)
    except OSError as error:
        raise UsageError(f"{folder}: cannot be written ({error.strerror or error}); make room there") from None
    return copy


def archive_anywhere(slug: str, now: Moment, data: bytes) -> Path:
    """Write what is nowhere on the disk yet to the workspace's archive; where that fails, to one beside the database,
    or to a temporary folder.

    Raises:
        UsageError: none of them can be written; it names the first.
    """
    try:
        return archive_bytes(paths.workspace(), slug, now, data)
    except UsageError:
        for folder in (paths.data_folder, _temporary_folder):
            with suppress(OSError, UsageError):
                return archive_bytes(folder(), slug, now, data)
        raise


def shown_path(file: Path) -> str:
    """A file as it is named to the learner: from the workspace on, if it lies there."""
    workspace = paths.workspace()
    return str(file.relative_to(workspace) if file.is_relative_to(workspace) else file)


def archived_files(workspace: Path, slug: str) -> list[Path]:
    """What was archived of the exercise's file, the oldest first."""
    return sorted((workspace / ARCHIVE / slug).glob("*.py"), key=_archived_as)


def write_submission(workspace: Path, slug: str, text: str) -> Path:
    """Write the exercise's file whole or not at all.

    Raises:
        UsageError: the folder cannot be written.
    """
    file = submission_file(workspace, slug)
    write_text(file, text)
    return file


def write_text(file: Path, text: str) -> None:
    """Write a file whole or not at all, with the folders above it.

    Raises:
        UsageError: the folder cannot be written.
    """
    write_bytes(file, text.encode())


def write_bytes(file: Path, data: bytes, *, mode: int | None = None) -> None:
    """Write a file whole or not at all, with the folders above it.

    Args:
        mode: the permissions of the file; those of any new file if None.

    Raises:
        UsageError: the folder cannot be written.
    """
    beside = file.with_name(f".{file.name}.{os.getpid()}.new")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        beside.touch(exist_ok=False)  # nothing of the learner's is written over, no link followed
        with _whole_or_gone(beside):
            beside.write_bytes(data)
            if mode is not None:
                beside.chmod(mode)
            beside.replace(file)
    except OSError as error:
        needed = "room there" if error.errno in _NO_ROOM else "the folder writable"
        raise UsageError(f"{file}: cannot be written ({error.strerror}); make {needed}") from None


def _temporary_folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="quizterm-"))


@contextmanager
def _archive_file(folder: Path, now: Moment) -> Iterator[Path]:
    """A name in an archive, which is made if need be, that no file has yet; none has it if writing it fails."""
    local = datetime.fromtimestamp(now.at / 1000, UTC) + timedelta(minutes=now.offset)
    folder.mkdir(parents=True, exist_ok=True)
    file = next(path for path in _candidates(folder, f"{local:{_TIME}}") if _is_taken_by_us(path))
    with _whole_or_gone(file):
        yield file


def _is_taken_by_us(path: Path) -> bool:
    """Make an empty file, unless there is one: another quizterm may archive in the same second."""
    try:
        path.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


@contextmanager
def _whole_or_gone(file: Path) -> Iterator[None]:
    """Take a file away if it cannot be written whole, or not to where it belongs."""
    try:
        yield
    except BaseException:
        file.unlink(missing_ok=True)
        raise


def _archived_as(file: Path) -> tuple[str, int]:
    """The time in an archived file's name, and its number among those of the same second."""
    *time, number = file.stem.split("-")
    return ("-".join(time), int(number)) if len(time) == _DASHES_IN_TIME + 1 and number.isdigit() else (file.stem, 1)


def _candidates(folder: Path, stem: str) -> Iterator[Path]:
    yield folder / f"{stem}.py"
    number = 2
    while True:
        yield folder / f"{stem}-{number}.py"
        number += 1
