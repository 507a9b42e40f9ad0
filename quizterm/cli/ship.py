"""`quizterm ship LESSON`: a lesson's files into the portfolio in the workspace."""

from argparse import Namespace

from quizterm.cli.text import one_line
from quizterm.study.session import open_study
from quizterm.study.ship import Shipped, ship


def run(arguments: Namespace) -> int:
    with open_study(decks=arguments.content) as study:
        for shipped in ship(study, arguments.lesson):
            print(f"{one_line(str(shipped.file))}: {_note(shipped)}")
    return 0


def _note(shipped: Shipped) -> str:
    if shipped.missing is not None:
        return f"not yet; {one_line(shipped.missing)}"
    return "written" if shipped.written else "there already, left as it is"
