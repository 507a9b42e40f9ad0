"""The learner's data as a whole: copies of it, going back to one, and merging the logs of two machines."""

import itertools
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from quizterm import paths
from quizterm.clock import Clock, clock_from_environment
from quizterm.errors import DatabaseTooNewError, UsageError
from quizterm.store import restoring
from quizterm.store.backups import copy_database
from quizterm.store.connection import backup_folder, plain_faults
from quizterm.store.restoring import Backup
from quizterm.store.salvage import Salvaged, salvage
from quizterm.study.session import Study

_LONGEST_LINE = 1 << 20  # characters; a note is far shorter


def back_up(study: Study, file: Path | None = None) -> Path:
    """Copy the database now, into `file` or among the daily backups; where the copy is.

    Raises:
        UsageError: there is such a file already.
        StoreError: the copy cannot be written, or the database is damaged.
    """
    study.store.verify()
    if file is None:
        when = datetime.fromtimestamp(study.clock.now_ms() / 1000, UTC).strftime("%Y-%m-%dT%H%M%SZ")
        file = backup_folder(study.store.path) / f"{when}.sqlite"
    if file.exists():
        raise UsageError(f"{file}: there is such a file already; name another one")
    with plain_faults(file):
        copy_database(study.store.path, file)
    return file


def backups() -> list[Backup]:
    """The backups of the learner's database, the newest first. Works where the database cannot be opened."""
    return restoring.list_backups(paths.database_file())


def newest_sound_backup() -> Backup | None:
    """The newest backup of the learner's database that is whole itself."""
    return restoring.newest_sound_backup(paths.database_file())


class Restored(NamedTuple):
    """What became of the database that a backup replaced."""

    aside: Path | None  # where it is kept; None if there was none
    saved: Salvaged | None  # what was done after the backup; None where nothing was to be taken over


def restore(backup: Path, clock: Clock | None = None) -> Restored:
    """Put a backup in the place of the database.

    From one of no use, what was done since is taken over as far as it can be read; from a sound one nothing: whoever
    restores then wants to go back.

    Raises:
        StoreError: the backup is of no use, or a file cannot be written; nothing was changed.
    """
    path = paths.database_file()
    aside = restoring.restore(path, backup, (clock or clock_from_environment()).now_ms())
    problem = None if aside is None else restoring.problem_of(aside)
    if aside is None or problem is None or isinstance(problem, DatabaseTooNewError):
        return Restored(aside, None)
    return Restored(aside, salvage(aside, path))


def export_log(study: Study, file: Path) -> int:
    """Write the whole log into a new file; how many lines it has. Where that fails, no part of it is left.

    Raises:
        UsageError: there is such a file already.
        OSError: the file cannot be written.
    """
    count = 0
    try:
        stream = file.open("x", encoding="utf-8", newline="\n")
    except FileExistsError:
        raise UsageError(f"{file}: there is such a file already; name another one") from None
    try:
        with stream:
            for line in study.store.export():
                stream.write(line + "\n")
                count += 1
    except BaseException:
        file.unlink()
        raise
    return count


def import_log(study: Study, file: Path) -> int:
    """Merge a log that was exported, here or on another machine; how many events were new.

    Raises:
        UsageError: there is no such file, or it is no log; nothing was changed.
    """
    try:
        lines = list(_lines(file))  # whole, before the store is locked
    except FileNotFoundError:
        raise UsageError(f"{file}: no such file; name one that `quizterm export` wrote") from None
    except IsADirectoryError:
        raise UsageError(f"{file}: is a folder; name a file that `quizterm export` wrote") from None
    except UnicodeDecodeError:
        raise UsageError(f"{file}: is no text; name one that `quizterm export` wrote") from None
    try:
        return study.store.merge(lines)
    except UsageError as error:
        raise UsageError(f"{file}: {error}") from None


def _lines(file: Path) -> Iterator[str]:
    """The lines of a log, from a pipe as well; a device that knows no end is left at its first line."""
    with file.open(encoding="utf-8", newline="\n") as stream:
        for number in itertools.count(1):
            line = stream.readline(_LONGEST_LINE)
            if len(line) == _LONGEST_LINE:
                raise UsageError(f"{file}: line {number} is too long for a log; name one that `quizterm export` wrote")
            if not line:
                return
            yield line.rstrip("\n")
