"""`quizterm reschedule`: new due days for all cards, by the weights and the retention in force."""

from argparse import Namespace

from quizterm.cli.terminal import ask, is_interactive
from quizterm.study.rescheduling import carry_out, plan
from quizterm.study.session import open_study
from quizterm.study.words import count_text


def run(arguments: Namespace) -> int:
    with open_study(decks=arguments.content) as study:
        planned = plan(study)
        print(f"{count_text(len(planned.moves), 'card')} would move; {planned.due_now} would be due today.")
        if planned.moves and (arguments.yes or (is_interactive() and ask("Move them?"))):
            carry_out(study, planned)
            print("Moved. `quizterm undo` takes it back.")
    return 0
