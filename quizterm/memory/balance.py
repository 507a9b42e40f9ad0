"""Load balancing: among the days that fuzz leaves open, those with less to do come sooner to be chosen."""

from collections.abc import Collection, Mapping

from quizterm.memory.days import date_of

_EASY = 0.1  # how welcome an easy day of the week is, beside another
_SIBLING = 0.1  # and a day on which a card of the same paragraph is due


class Load:
    """How much is due on each study day.

    Args:
        due: cards by study day; days that are not named have none.
        easy_days: days of the week on which less should be due, 0 for Monday to 6 for Sunday.
    """

    def __init__(self, due: Mapping[int, int], easy_days: Collection[int] = ()) -> None:
        self._due = dict(due)
        self._easy_days = frozenset(easy_days)

    def welcome(self, day: int, siblings: Collection[int] = ()) -> float:
        """How welcome one more card is on a study day, against other days: the inverse square of what is due then.

        Args:
            siblings: study days on which cards of the same paragraph are due.
        """
        ease = _EASY if date_of(day).weekday() in self._easy_days else 1.0
        if day in siblings:
            ease *= _SIBLING
        return ease / (1 + self._due.get(day, 0)) ** 2

    def copy(self) -> "Load":
        return Load(self._due, self._easy_days)

    def move(self, before: int | None, after: int | None) -> None:
        """One card is no longer due on the first day, but on the second."""
        for day, change in ((before, -1), (after, 1)):
            if day is not None:
                self._due[day] = max(0, self._due.get(day, 0) + change)
