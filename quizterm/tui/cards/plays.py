"""From a question to its play."""

from quizterm.course.model import Bug, Choice, Cloze, Order, Printed, Recall
from quizterm.study.question import Question
from quizterm.tui.cards.play import Play


def play_of(question: Question) -> Play:
    """The play of the card's kind; each kind's module, and the widgets it needs, are imported when first met."""
    match question.card.body:
        case Recall() as recall:
            from quizterm.tui.cards.recall import RecallPlay

            return RecallPlay(question, recall)
        case Cloze() as cloze:
            from quizterm.tui.cards.cloze import ClozePlay

            return ClozePlay(question, cloze)
        case Choice() as choice:
            from quizterm.tui.cards.choice import ChoicePlay

            return ChoicePlay(question, choice)
        case Printed() as printed:
            from quizterm.tui.cards.printed import PrintedPlay

            return PrintedPlay(question, printed)
        case Bug() as bug:
            from quizterm.tui.cards.bug import BugPlay

            return BugPlay(question, bug)
        case Order() as order:
            from quizterm.tui.cards.order import OrderPlay

            return OrderPlay(question, order)
