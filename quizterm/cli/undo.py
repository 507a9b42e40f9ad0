"""`quizterm undo` and `quizterm redo`: take the newest action back, or do again what was taken back last."""

from argparse import Namespace

from quizterm.cli.text import one_line
from quizterm.study.session import open_study
from quizterm.study.undo import redo_newest, undo_newest


def run(arguments: Namespace) -> int:
    with open_study(decks=arguments.content) as study:
        turned = redo_newest(study) if arguments.command == "redo" else undo_newest(study)
        print(one_line(turned.sentence) if turned is not None else f"Nothing to {arguments.command}")
    return 0
