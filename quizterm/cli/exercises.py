"""`quizterm exercises`: every exercise, and how far the learner is."""

from argparse import Namespace

from quizterm.cli.text import one_line
from quizterm.study.exercises import exercises
from quizterm.study.session import open_study
from quizterm.study.words import count_text


def run(arguments: Namespace) -> int:
    with open_study(decks=arguments.content) as study:
        lines = exercises(study)
        column = max((len(line.slug) for line in lines), default=0) + 2
        for line in lines:
            print(f"{line.slug:<{column}}{one_line(line.title)}")
            print(f"{'':<{column}}lesson {line.lesson}, {one_line(line.state)}, {count_text(line.attempts, 'attempt')}")
    return 0
