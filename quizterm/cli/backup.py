"""`quizterm backup [FILE]`: a copy of the learner's database, now."""

from argparse import Namespace

from quizterm.cli.text import one_line
from quizterm.study.safekeeping import back_up
from quizterm.study.session import open_study


def run(arguments: Namespace) -> int:
    with open_study(decks=arguments.content) as study:
        print(one_line(str(back_up(study, arguments.file))))
    return 0
