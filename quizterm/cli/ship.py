"""`quizterm ship LESSON`: a lesson's files into the portfolio in the workspace."""

from argparse import Namespace

from quizterm.cli.text import one_line
from quizterm.study.session import open_study
from quizterm.study.ship import ship


def run(arguments: Namespace) -> int:
    with open_study(decks=arguments.content) as study:
        for shipped in ship(study, arguments.lesson):
            note = "written" if shipped.written else "there already, left as it is"
            print(f"{one_line(str(shipped.file))}: {note}")
    return 0
