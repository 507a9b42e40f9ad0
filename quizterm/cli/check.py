"""`quizterm check`: mistakes in lessons and exercises, as `file:line: what is wrong`."""

from argparse import Namespace

from quizterm.cli.text import one_line
from quizterm.study.check import CheckReport, check
from quizterm.study.words import count_text

EXIT_FAULTS = 1


def run(arguments: Namespace) -> int:
    report = check([*arguments.paths, *arguments.content], run=arguments.run)
    for fault in report.faults:
        print(one_line(str(fault)))
    print(_summary(report, ran=arguments.run))
    return EXIT_FAULTS if report.faults else 0


def _summary(report: CheckReport, *, ran: bool) -> str:
    looked_at = [
        count_text(report.lessons, "lesson"),
        count_text(report.cards, "card"),
        count_text(report.exercises, "exercise"),
    ]
    if ran:
        looked_at.append(f"{count_text(report.units_run, 'piece')} of code run")
    return f"{', '.join(looked_at)}: {count_text(len(report.faults), 'mistake')}"
