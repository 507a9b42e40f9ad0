"""`quizterm grade`: run a solution, compare it with PyTorch, name the bug."""

import json
from argparse import Namespace

from quizterm.cli.grade_report import easy_line, report_text
from quizterm.cli.junit import write_junit
from quizterm.cli.terminal import ask, is_interactive
from quizterm.study.attempt import grade
from quizterm.study.referee import new_referee
from quizterm.study.session import open_study
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
                back_up_once_a_day(study)
    return 0 if attempt.report.passed else EXIT_NOT_PASSED
