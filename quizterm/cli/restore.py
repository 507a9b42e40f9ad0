"""`quizterm restore [BACKUP]`: put a backup in the place of the database, or list the backups."""

from argparse import Namespace
from datetime import datetime
from pathlib import Path

from quizterm.cli.terminal import ask, is_interactive
from quizterm.cli.text import one_line
from quizterm.errors import UsageError
from quizterm.store.salvage import Salvaged
from quizterm.study.safekeeping import backups, restore
from quizterm.study.words import count_text


def run(arguments: Namespace) -> int:
    if arguments.backup is None:
        found = backups()
        for backup in found:
            made = datetime.fromtimestamp(backup.made_ms / 1000).astimezone()
            print(f"{made:%Y-%m-%d %H:%M}  {backup.size / 1e6:8.1f} MB  {one_line(str(backup.file))}")
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
        print(_in_words(saved))
    if aside is not None:
        print(f"What was there before is kept as {one_line(str(aside))}.")


def _in_words(saved: Salvaged) -> str:
    """What became of all that was done after the backup."""
    number = count_text(saved.events, "event")
    if saved.problem is None:
        if not saved.events:
            return "Nothing was done since it was made."
        return f"What you did since could still be read and is there too ({number})."
    if not saved.events:
        return f"What you did since could not be taken over: {one_line(saved.problem)}."
    return f"Of what you did since, {number} could be taken over; the rest could not: {one_line(saved.problem)}."
