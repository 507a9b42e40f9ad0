"""`quizterm check`: mistakes in lessons and exercises, as `file:line: what is wrong`."""

from argparse import Namespace

from quizterm.cli.text import one_line
from quizterm.study.check import CheckReport, check
from quizterm.study.vanished import Vanished, vanished_cards
from quizterm.study.words import count_text

EXIT_FAULTS = 1


def run(arguments: Namespace) -> int:
    report = check([*arguments.paths, *arguments.content], run=arguments.run, seeds=arguments.seeds)
    for fault in report.faults:
        print(one_line(str(fault)))
    if not (arguments.paths or arguments.content):
        for card in vanished_cards():
            print(one_line(_remark(card)))
    print(_summary(report, ran=arguments.run, seeds=arguments.seeds))
    return EXIT_FAULTS if report.faults else 0


def _remark(card: Vanished) -> str:
    kept = f"its history ({count_text(card.answers, 'answer')}) is kept"
    return f"remark: no lesson holds the card {card.id} any more; {kept}; was={card.id} in a card's comment follows it"


def _summary(report: CheckReport, *, ran: bool, seeds: int) -> str:
    proved = f" on {count_text(seeds, 'seed')}" if seeds else ""
    looked_at = [
        count_text(report.lessons, "lesson"),
        count_text(report.cards, "card"),
        count_text(report.exercises, "exercise") + proved,
    ]
    if ran:
        looked_at.append(f"{count_text(report.units_run, 'piece')} of code run")
    return f"{', '.join(looked_at)}: {count_text(len(report.faults), 'mistake')}"
