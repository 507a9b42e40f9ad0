"""`quizterm exercises`: every exercise, and how far the learner is."""

from argparse import Namespace

from quizterm.cli.text import one_line
from quizterm.study.exercises import exercises
from quizterm.study.session import open_study
from quizterm.study.words import count_text


def run(arguments: Namespace) -> int:
    with open_study(decks=arguments.content) as study:
        for line in exercises(study):
            print(f"{line.slug:<16}{one_line(line.title)}")
            print(f"{'':<16}lesson {line.lesson}, {one_line(line.state)}, {count_text(line.attempts, 'attempt')}")
    return 0
