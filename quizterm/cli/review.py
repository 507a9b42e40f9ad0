"""`quizterm review`: the app straight in a review, or the plain review where the app cannot be shown."""

from argparse import Namespace

from quizterm.cli.loading import load
from quizterm.cli.terminal import is_interactive


def run(arguments: Namespace) -> int:
    if arguments.plain or not is_interactive():
        return load("quizterm.cli.plain_review")(arguments)
    return load("quizterm.cli.app", "open_review")(arguments)
