"""`quizterm fit`: weights of the memory model from the learner's reviews, used if they help and are wanted."""

import json
from argparse import Namespace
from dataclasses import asdict

from quizterm.cli.terminal import ask, is_interactive
from quizterm.study.fitting import Proposal, adopt, propose
from quizterm.study.rescheduling import carry_out, plan
from quizterm.study.session import Study, open_study
from quizterm.study.words import count_text

SCHEMA = 1


def run(arguments: Namespace) -> int:
    with open_study(decks=arguments.content) as study:
        proposal = propose(study)
        adopted = False
        if not arguments.json:
            print(_in_words(proposal))
        if proposal is not None and proposal.helps and _wanted(arguments, "Use these weights?"):
            adopt(study, proposal)
            adopted = True
            if not arguments.json:
                print("In force now. `quizterm undo` takes it back.")
        if arguments.json:
            print(json.dumps({"schema": SCHEMA, "adopted": adopted, "proposal": proposal and asdict(proposal)}))
        elif adopted:
            _reschedule(study, arguments)
    return 0


def _wanted(arguments: Namespace, question: str) -> bool:
    if arguments.yes:
        return True
    return not arguments.json and is_interactive() and ask(question)


def _reschedule(study: Study, arguments: Namespace) -> None:
    planned = plan(study)
    if not planned.moves:
        return
    print(f"{count_text(len(planned.moves), 'card')} would move; {planned.due_now} would be due today.")
    if not arguments.yes and is_interactive() and ask("Move them?"):
        carry_out(study, planned)
        print("Moved. `quizterm undo` takes it back.")
    else:
        print("Due days stay as they are; `quizterm reschedule` moves them.")


def _in_words(proposal: Proposal | None) -> str:
    if proposal is None:
        return "There are too few reviews to learn from yet; the weights in force stay."
    change = proposal.load_after / proposal.load_before - 1
    loads = f"{proposal.load_before:.1f} reviews a day now, {proposal.load_after:.1f} fitted ({change:+.0%})"
    lines = [
        f"From {count_text(proposal.scored, 'review')} a day or more apart.",
        f"Log loss on the newest fifth: {proposal.before:.4f} now, {proposal.after:.4f} fitted (less is better).",
        f"Load at your retention: {loads}.",
    ]
    if not proposal.helps:
        lines.append("They are no better on reviews they did not see: the weights in force stay.")
    return "\n".join(lines)
