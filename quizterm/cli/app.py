"""The door to the app: imported only where it is opened, since drawing libraries are most of its start-up time."""

from argparse import Namespace

from quizterm.study.session import open_study
from quizterm.tui.app import REVIEW, TODAY, run


def open_app(arguments: Namespace) -> int:
    """The app at Today."""
    with open_study(decks=arguments.content) as study:
        return run(study, TODAY)


def open_review(arguments: Namespace) -> int:
    """The app straight in a review."""
    with open_study(decks=arguments.content) as study:
        return run(study, REVIEW, lesson=arguments.lesson, limit=arguments.limit)
