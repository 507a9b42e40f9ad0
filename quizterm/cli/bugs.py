"""`quizterm bugs`: an exercise's known wrong solutions, as files to look at and to grade."""

from argparse import Namespace

from quizterm.cli.text import one_line
from quizterm.study.exercises import write_bugs
from quizterm.study.session import open_study


def run(arguments: Namespace) -> int:
    with open_study(decks=arguments.content) as study:
        for file in write_bugs(study, arguments.slug, arguments.out):
            print(one_line(str(file)))
    return 0
