"""`quizterm easy SLUG`: an exercise that passed at the first attempt was easy."""

from argparse import Namespace

from quizterm.cli.text import sentence
from quizterm.study.regrading import choose_easy
from quizterm.study.session import open_study


def run(arguments: Namespace) -> int:
    with open_study(decks=arguments.content) as study:
        print(sentence(choose_easy(study, arguments.slug)))
    return 0
