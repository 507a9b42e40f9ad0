"""`quizterm review`: the app straight into review, or the plain review where it cannot be shown."""

import sys
from argparse import Namespace

from quizterm.cli.loading import load
from quizterm.cli.mistakes import tell_mistakes
from quizterm.cli.plain_review import PlainReview
from quizterm.cli.terminal import is_interactive
from quizterm.study.review import Review
from quizterm.study.session import open_study


def run(arguments: Namespace) -> int:
    if is_interactive() and not arguments.plain:
        return load("quizterm.cli.app", "open_review")(arguments)
    with open_study(decks=arguments.content) as study:
        tell_mistakes(study)
        review = Review(study, lesson=arguments.lesson, limit=arguments.limit)
        PlainReview(study, review, sys.stdin, sys.stdout).run()
    return 0
