"""`quizterm grade`: run a solution, compare it with PyTorch, name the bug."""

import json
import sys
from argparse import Namespace

from quizterm.cli.grade_report import easy_line, report_text
from quizterm.cli.junit import write_junit
from quizterm.cli.terminal import ask, is_interactive
from quizterm.cli.text import one_line
from quizterm.errors import DatabaseUnavailableError
from quizterm.study.attempt import grade
from quizterm.study.referee import new_referee
from quizterm.study.session import Study, open_study
from quizterm.study.upkeep import back_up_once_a_day

EXIT_NOT_PASSED = 1


def run(arguments: Namespace) -> int:
    with new_referee(spawn=arguments.backend == "spawn") as referee:
        referee.start()  # torch takes a second to import, in which the courses can be read
        with open_study(decks=arguments.content) as study:
            attempt = grade(
                study,
                arguments.slug,
                arguments.file,
                seed=arguments.seed,
                device=arguments.device,
                save=arguments.save,
                grader=referee,
                trusted=arguments.trust,
                ask=ask if is_interactive() else None,
            )
            if arguments.json:
                print(json.dumps(attempt.report.to_json()))
            else:
                print(report_text(attempt.report, attempt.brought_back, attempt.note))
                if attempt.easy:
                    print(easy_line(attempt.easy, f"`quizterm easy {arguments.slug}`"))
            if arguments.junit is not None:
                write_junit(attempt.report, arguments.junit)  # last: the verdict is shown even where this fails
            if arguments.save and arguments.file is None:
                _back_up(study)
    return 0 if attempt.report.passed else EXIT_NOT_PASSED


def _back_up(study: Study) -> None:
    """The exit code tells the verdict, also where there is no room for a backup."""
    try:
        back_up_once_a_day(study)
    except DatabaseUnavailableError as error:
        print(one_line(f"quizterm: no backup is made of your history: {error}"), file=sys.stderr)
