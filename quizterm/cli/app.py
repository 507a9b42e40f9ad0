"""The door to the app: imported only where it is opened, since drawing libraries are most of its start-up time."""

from argparse import Namespace

from quizterm.cli.sitting import sitting
from quizterm.study.session import open_study
from quizterm.tui.app import run


def open_app(arguments: Namespace) -> int:
    """The app at Today."""
    with open_study(decks=arguments.content) as study:
        return run(study)


def open_review(arguments: Namespace) -> int:
    """The app straight in a review."""
    with open_study(decks=arguments.content) as study:
        return run(study, lambda: sitting(study, arguments))
