"""`quizterm leeches`: the cards that were forgotten again and again, and what to read before they are resumed."""

from argparse import Namespace

from quizterm.cli.text import one_line
from quizterm.study.marked import MarkedCard, leeches
from quizterm.study.session import open_study
from quizterm.study.words import count_text


def run(arguments: Namespace) -> int:
    with open_study(decks=arguments.content) as study:
        found = leeches(study)
    for card in found:
        print(one_line(_line(card)))
    if not found:
        print("No leeches")
    return 0


def _line(card: MarkedCard) -> str:
    standing = "suspended" if card.suspended else "still asked"
    read = " ".join(part for part in (card.lesson, card.section) if part)
    return f"{card.display_id}  {count_text(card.lapses, 'lapse')}, {standing}  {card.title}  (quizterm read {read})"
