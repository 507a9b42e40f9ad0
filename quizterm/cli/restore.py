"""`quizterm restore [BACKUP]`: put a backup in the place of the database, or list the backups."""

from argparse import Namespace
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from quizterm.cli.terminal import ask, is_interactive
from quizterm.cli.text import one_line
from quizterm.errors import UsageError
from quizterm.store.salvage import Lost, Salvaged
from quizterm.study.safekeeping import backups, restore
from quizterm.study.words import count_text


def run(arguments: Namespace) -> int:
    if arguments.backup is None:
        found = backups()
        for backup in found:
            print(f"{_local(backup.made_ms):%Y-%m-%d %H:%M}  {backup.size / 1e6:8.1f} MB  {one_line(str(backup.file))}")
        if not found:
            print("There is no backup yet; quizterm makes one a day.")
        return 0
    if not arguments.yes and not (is_interactive() and ask(f"Put {arguments.backup} in the place of your data?")):
        raise UsageError("nothing was restored; say yes when asked, or add --yes")
    tell_restored(arguments.backup)
    return 0


def tell_restored(backup: Path) -> None:
    """Restore a backup and say where the database went that it replaced, and what was saved from it."""
    aside, saved = restore(backup)
    print(f"Restored {one_line(str(backup))}.")
    if saved is not None:
        print("\n".join(map(one_line, _in_words(saved))))
    if aside is not None:
        print(f"What was there before is kept as {one_line(str(aside))}.")


def _in_words(saved: Salvaged) -> Iterator[str]:
    """What became of all that was done after the backup."""
    taken = count_text(saved.events, "event")
    if saved.lost:
        yield f"Of what you did since, {taken} could be taken over, {len(saved.lost):,} could not:"
        yield from (f"  {_lost_text(lost)}" for lost in saved.lost)
        if saved.problem is not None:
            yield f"There may have been more: {saved.problem}."
    elif saved.problem is not None:
        how = f"is there too as far as it was found ({taken})" if saved.events else "could not be taken over"
        yield f"What you did since {how}: {saved.problem}."
    elif saved.events:
        yield f"What you did since could still be read and is there too ({taken})."
    else:
        yield "Nothing was done since it was made."


def _lost_text(lost: Lost) -> str:
    when = "at no time" if lost.at_ms is None else f"{_local(lost.at_ms):%Y-%m-%d %H:%M:%S}"
    return f"{when}  {lost.what or 'an event'}: {lost.why}"


def _local(at_ms: int) -> datetime:
    return datetime.fromtimestamp(at_ms / 1000).astimezone()
