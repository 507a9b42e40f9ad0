"""`quizterm glossary [WORD]`: the terms of the lessons, loosely and exactly."""

from argparse import Namespace

from quizterm.cli.markdown import plain
from quizterm.cli.text import one_line
from quizterm.study.glossary import Entry, glossary
from quizterm.study.session import open_study


def run(arguments: Namespace) -> int:
    with open_study(decks=arguments.content) as study:
        print("\n\n".join(_entry_text(entry) for entry in glossary(study, arguments.word)))
    return 0


def _entry_text(entry: Entry) -> str:
    return "\n".join(
        [
            f"{one_line(entry.term)} ({one_line(entry.lesson)})",
            f"  loosely: {one_line(plain(entry.loosely).strip())}",
            f"  exactly: {one_line(plain(entry.exactly).strip())}",
        ]
    )
