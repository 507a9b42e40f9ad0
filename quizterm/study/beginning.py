"""A sitting as its options ask for it: the day's, cards before their day, or a cram."""

from quizterm.errors import UsageError
from quizterm.store.rows import DueOrder
from quizterm.study.cram import Cram
from quizterm.study.review import Review
from quizterm.study.session import Study


def begin_review(
    study: Study,
    *,
    lesson: str | None = None,
    limit: int | None = None,
    order: str | None = None,
    ahead: int | None = None,
    cram: bool = False,
    due: bool = False,
) -> Review:
    """Begin a sitting.

    Args:
        lesson: a lesson's slug; only its cards are asked.
        limit: it ends after so many answers.
        order: one of `DueOrder`; None for the one that the settings say.
        ahead: also cards that will be due within so many days, those most likely forgotten first.
        cram: without a trace in the schedule.
        due: in a cram, only the cards that are due.

    Raises:
        UsageError: there is no such lesson or order, or the options contradict one another.
    """
    if due and not cram:
        raise UsageError("--due goes with --cram; a review asks the due cards anyway")
    if ahead is not None and (cram or order is not None):
        raise UsageError("--ahead has an order of its own and records; leave --cram and --order out")
    wanted = None if order is None else _order(order)
    if cram:
        return Cram(study, lesson=lesson, limit=limit, order=wanted, is_due=due)
    return Review(study, lesson=lesson, limit=limit, order=wanted, ahead=ahead)


def _order(name: str) -> DueOrder:
    if name not in list(DueOrder):
        raise UsageError(f"there is no order {name!r}; known are {', '.join(DueOrder)}")
    return DueOrder(name)
