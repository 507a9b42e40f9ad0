"""The learner's exercise files: written, archived and found in a folder that any editor can open."""

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from quizterm.errors import UsageError
from quizterm.memory.events import Moment

ARCHIVE = "archive"


def submission_file(workspace: Path, slug: str) -> Path:
    return workspace / f"{slug}.py"


def read_submission(file: Path) -> str:
    """The text of a submission.

    Raises:
        UsageError: there is no such file, it cannot be read, or it is no text.
    """
    try:
        return file.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise UsageError(f"{file}: no such file; write it first, or let `quizterm start` write the starter") from None
    except OSError as error:
        raise UsageError(f"{file}: cannot be read ({error.strerror}); name a readable Python file") from None
    except UnicodeDecodeError as error:
        raise UsageError(f"{file}: is not UTF-8 text (byte {error.start}); save it as UTF-8") from None


def archive(workspace: Path, slug: str, now: Moment) -> Path | None:
    """Copy what stands at the exercise's file to `archive/<slug>/<time>.py`; None if nothing stands there.

    Raises:
        UsageError: the folder cannot be written; the file stands as it was.
    """
    file = submission_file(workspace, slug)
    if not file.exists():
        return None
    local = datetime.fromtimestamp(now.at / 1000, UTC) + timedelta(minutes=now.offset)
    stem = f"{local:%Y-%m-%dT%H-%M-%S}"
    folder = workspace / ARCHIVE / slug
    try:
        folder.mkdir(parents=True, exist_ok=True)
        copy = next(path for path in _candidates(folder, stem) if not path.exists())
        shutil.copy2(file, copy)
    except OSError as error:
        raise UsageError(f"{folder}: cannot be written ({error.strerror}); {file} was left as it is") from None
    return copy


def write_submission(workspace: Path, slug: str, text: str) -> Path:
    """Write the exercise's file whole or not at all.

    Raises:
        UsageError: the folder cannot be written.
    """
    file = submission_file(workspace, slug)
    beside = file.with_suffix(".py.new")
    try:
        workspace.mkdir(parents=True, exist_ok=True)
        beside.write_text(text, encoding="utf-8")
        beside.replace(file)
    except OSError as error:
        raise UsageError(f"{file}: cannot be written ({error.strerror}); make the folder writable") from None
    return file


def _candidates(folder: Path, stem: str) -> Iterator[Path]:
    yield folder / f"{stem}.py"
    number = 2
    while True:
        yield folder / f"{stem}-{number}.py"
        number += 1
