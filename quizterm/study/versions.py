"""The versions of an exercise's file that are still there, found by what the log keeps of each attempt."""

from pathlib import Path

from quizterm import paths
from quizterm.errors import UsageError
from quizterm.memory.events import Moment
from quizterm.study.attempt_detail import digest
from quizterm.study.workspace import (
    UnreadableSubmissionError,
    archive_bytes,
    archived_files,
    declared_encoding,
    read_submission,
    submission_file,
)


def versions(slug: str) -> dict[str, str]:
    """The texts of the workspace's file and of those in the archive, by digest."""
    workspace = paths.workspace()
    files = (*archived_files(workspace, slug), submission_file(workspace, slug))
    return {digest(text): text for text in map(_text, files) if text is not None}


def keep_version(slug: str, text: str, now: Moment) -> None:
    """Put a text into the archive, unless it stands there.

    Raises:
        UsageError: the folder cannot be written.
    """
    data = text.encode(declared_encoding(text.encode()))
    if not any(_holds(file, data) for file in archived_files(paths.workspace(), slug)):
        archive_bytes(paths.workspace(), slug, now, data)


def _holds(file: Path, data: bytes) -> bool:
    try:
        return file.stat().st_size == len(data) and file.read_bytes() == data
    except OSError:
        return False


def _text(file: Path) -> str | None:
    """What was handed in, if it can be read; what cannot was never judged as text."""
    try:
        return read_submission(file)
    except (UsageError, UnreadableSubmissionError):
        return None
