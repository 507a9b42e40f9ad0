"""`quizterm resume [CARD...]`: ask suspended cards again, or list them."""

from argparse import Namespace

from quizterm.cli.text import one_line
from quizterm.study.session import open_study
from quizterm.study.suspension import resume, suspended


def run(arguments: Namespace) -> int:
    with open_study(decks=arguments.content) as study:
        if not arguments.cards:
            cards = suspended(study)
            for card in cards:
                print(f"{one_line(card.display_id)}  {one_line(card.title)}")
            if not cards:
                print("Nothing is suspended")
        for name in arguments.cards:
            card = resume(study, name)
            print(f"{one_line(card.display_id)} is asked again: {one_line(card.title)}")
    return 0
