"""`quizterm note CARD [TEXT]`: what the learner noted on a card, or a note in its place."""

from argparse import Namespace

from quizterm.study.notes import item_of, keep_note, note_on
from quizterm.study.session import open_study
from quizterm.visible import visible


def run(arguments: Namespace) -> int:
    with open_study(decks=arguments.content) as study:
        item_id = item_of(study, arguments.card)
        if arguments.text:
            keep_note(study, item_id, " ".join(arguments.text))
        note = note_on(study, item_id)
    print(visible(note) if note else "no note")
    return 0
