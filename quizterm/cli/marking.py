"""`quizterm forget`, `set-due`, `bury`, `suspend` and `flag`: what a learner does to cards outside a review."""

from argparse import Namespace

from quizterm.cli.text import one_line
from quizterm.study import marking
from quizterm.study.day_words import day_from
from quizterm.study.marked import flagged
from quizterm.study.session import Study, open_study


def run(arguments: Namespace) -> int:
    with open_study(decks=arguments.content) as study:
        if arguments.cards:
            print(one_line(_marked(study, arguments)))
        else:
            cards = flagged(study)
            for card in cards:
                print(f"{one_line(card.display_id)}  {one_line(card.title)}")
            if not cards:
                print("Nothing is flagged")
    return 0


def _marked(study: Study, arguments: Namespace) -> str:
    cards = arguments.cards
    match arguments.command:
        case "forget":
            return marking.forget(study, cards, keep_lapses=arguments.keep_lapses)
        case "set-due":
            return marking.set_due(study, cards, day_from(arguments.day, study.now().day))
        case "bury":
            return marking.bury(study, cards)
        case "suspend":
            return f"{marking.suspend(study, cards)}; `quizterm resume {' '.join(cards)}` ends that"
        case _:
            return marking.flag(study, cards, on=not arguments.off)
