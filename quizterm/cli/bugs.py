"""`quizterm bugs`: an exercise's known wrong solutions, as files to look at and to grade."""

from argparse import Namespace

from quizterm.cli.text import one_line
from quizterm.errors import UsageError
from quizterm.study.exercises import write_bugs
from quizterm.study.session import open_study


def run(arguments: Namespace) -> int:
    with open_study(decks=arguments.content) as study:
        try:
            files = write_bugs(study, arguments.slug, arguments.out)
        except FileExistsError as error:
            raise UsageError(f"{error.filename}: something else stands there; name an empty folder") from None
        for file in files:
            print(one_line(str(file)))
    return 0
