"""`quizterm export --log FILE` and `quizterm import --log FILE`: the log of one machine into that of another."""

from argparse import Namespace

from quizterm.cli.text import one_line
from quizterm.study.safekeeping import export_log, import_log
from quizterm.study.session import open_study
from quizterm.study.words import count_text


def run(arguments: Namespace) -> int:
    with open_study(decks=arguments.content) as study:
        if arguments.command == "export":
            lines = export_log(study, arguments.log)
            print(f"{one_line(str(arguments.log))}: {count_text(lines, 'line')}")
        else:
            added = import_log(study, arguments.log)
            print(f"{count_text(added, 'new event')} merged; your schedule is up to date")
    return 0
