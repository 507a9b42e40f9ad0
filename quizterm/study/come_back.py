"""Coming back after a long break: fewer due cards a day than have piled up, and which of them first.

It begins by itself where a break of a week or longer left more due than one day should hold, and more than twice what
an average day brings; it ends when no card is left that waited since the break, or when what is due is no more than
that. Meanwhile new cards are held back. Nothing is stored for it: each day it follows from the log and the items.
"""

from dataclasses import dataclass
from math import ceil

from quizterm.memory.events import Moment
from quizterm.store.rows import ItemKind
from quizterm.study.allowance import Allowance
from quizterm.study.session import Study
from quizterm.study.words import count_text

BREAK_DAYS = 7  # study days without an answer
LOOK_BACK = 120  # study days since the return after which a break is forgotten
_TOO_MANY = 2  # average days' cards
_FASTER = 1.5  # than an average day brings cards, or the backlog would never end


@dataclass(frozen=True, slots=True)
class ComeBack:
    """The days after a long break."""

    away: int  # study days without an answer
    waiting: int  # cards that were due before the return, and were not answered since
    cap: int  # due cards a day

    def left(self, limits: Allowance) -> int:
        """How many due cards the cap still lets through today."""
        return max(0, self.cap - limits.reviewed)

    def within(self, study: Study, now: Moment, due: int, limits: Allowance) -> int:
        """How many of the due cards are asked today. Ended steps, and cards that were called for, come in any case."""
        ended, called = study.store.ended_ids(now, ItemKind.CARD), study.store.called_ids(now)
        return min(due, len(ended) + len(called) + self.left(limits), limits.reviews)

    def __str__(self) -> str:
        days = count_text(self.away, "day")
        return f"after {days} away, {count_text(self.cap, 'due card')} a day until the backlog is worked off"


def come_back(study: Study, now: Moment, due: int, limits: Allowance) -> ComeBack | None:
    """The come-back that is under way; None on an ordinary day.

    Args:
        due: cards that are due at this moment.
    """
    least, most = study.settings.come_back_reviews, study.settings.reviews_a_day
    if least == 0 or due + limits.reviewed <= least:
        return None
    # The same the whole day long: cards in steps were answered today, or are new.
    today = due - len(study.store.ended_ids(now, ItemKind.CARD)) + limits.reviewed
    if today <= least:
        return None
    backlog = study.store.backlog(now, BREAK_DAYS, LOOK_BACK)
    if backlog is None or today <= _TOO_MANY * backlog.a_day:
        return None
    away = backlog.return_day - backlog.last_day - 1
    cap = max(least, ceil(_FASTER * backlog.a_day))
    return ComeBack(away, backlog.waiting, cap if most is None else min(cap, most))
