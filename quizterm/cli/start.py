"""`quizterm start` and `quizterm reset`: an exercise's file in the workspace."""

from argparse import Namespace

from quizterm.cli.markdown import plain
from quizterm.cli.text import one_line
from quizterm.study.exercises import reset, start
from quizterm.study.session import open_study


def run(arguments: Namespace) -> int:
    write = start if arguments.command == "start" else reset
    with open_study(decks=arguments.content) as study:
        started = write(study, arguments.slug)
    print(one_line(str(started.file)))
    print(one_line(started.note))
    if started.archived is not None:
        print(f"What stood there before: {one_line(str(started.archived))}")
    print(f"\n{plain(started.brief).rstrip()}")
    print(
        f"\nGrade it with `quizterm grade {arguments.slug}`, or at every save with `quizterm watch {arguments.slug}`."
    )
    return 0
