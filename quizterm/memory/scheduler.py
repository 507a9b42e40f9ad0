"""When an item comes back after each of the four grades."""

from collections.abc import Collection
from typing import NamedTuple

from quizterm.memory.balance import Load
from quizterm.memory.days import Calendar
from quizterm.memory.events import Moment
from quizterm.memory.fsrs import Memory
from quizterm.memory.fuzz import Window, draw_for, fuzz_window
from quizterm.memory.item import ItemState, Phase, Rating
from quizterm.memory.review import after_review, memory_after

_MINUTE_MS = 60_000


class Policy(NamedTuple):
    """What the learner, or the kind of item, wants of the schedule. Steps are in milliseconds, intervals in days."""

    retention: float = 0.90
    maximum_interval: int = 36_500
    learning_steps: tuple[int, ...] = (_MINUTE_MS, 10 * _MINUTE_MS)
    relearning_steps: tuple[int, ...] = (10 * _MINUTE_MS,)
    shortest_interval: int = 1
    fuzz: bool = True


CARD_POLICY = Policy()
EXERCISE_POLICY = Policy(learning_steps=(), relearning_steps=(), shortest_interval=7)


class Outcome(NamedTuple):
    """What one grade would do; `state` is the fold of the review that stores this due day and moment."""

    rating: Rating
    state: ItemState
    due_day: int
    due_at: int | None


class Preview(NamedTuple):
    """The outcomes in the order of `Rating`: `preview[rating - 1]`. None is due before the one in front of it."""

    again: Outcome
    hard: Outcome
    good: Outcome
    easy: Outcome


class Scheduler:
    """Chooses due times by FSRS-6, learning steps and fuzz.

    Args:
        load: makes fuzz prefer days with less to do.

    Raises:
        ValueError: retention is not from 0.01 to 1, or an interval below one day.
    """

    def __init__(self, memory: Memory[float], policy: Policy, calendar: Calendar, load: Load | None = None) -> None:
        if not 0.01 <= policy.retention <= 1:
            raise ValueError(f"retention must be from 0.01 to 1, not {policy.retention}")
        if min(policy.maximum_interval, policy.shortest_interval) < 1:
            raise ValueError("intervals must be one day or longer")
        self.memory = memory
        self.policy = policy
        self.calendar = calendar
        self.load = load

    def preview(self, state: ItemState, now: Moment, seed: str, siblings: Collection[int] = ()) -> Preview:
        """What each grade would do now.

        Args:
            seed: the item's key; fuzz is drawn from it and the number of the repetition.
            siblings: study days on which cards of the same paragraph are due.
        """
        chooser = _DueChooser(self, now, draw_for(seed, state.reps), siblings)
        return Preview(*(self._outcome(state, rating, now.day, chooser) for rating in Rating))

    def window_of(self, state: ItemState) -> Window:
        """The intervals, counted from its last review, that an item's stability leaves open.

        Raises:
            ValueError: the item is new.
        """
        if state.stability is None:
            raise ValueError("a new item has no interval")
        days = round(self.memory.interval(state.stability, self.policy.retention))
        longest = self.policy.maximum_interval
        shortest = min(self.policy.shortest_interval, longest)
        days = max(shortest, min(days, longest))
        return fuzz_window(days, shortest, longest) if self.policy.fuzz else Window(days, days)

    def pick(self, window: Window, day: int, draw: int, siblings: Collection[int] = ()) -> int:
        """The interval, from a study day on, that a draw chooses."""
        load = self.load
        if load is None:
            return window.pick(draw)
        return window.pick_by(draw, lambda days: load.welcome(day + days, siblings))

    def _outcome(self, state: ItemState, rating: Rating, day: int, chooser: "_DueChooser") -> Outcome:
        stability, difficulty = memory_after(state, rating, day, self.memory)
        step = self._step_ms(state, rating)
        if step is None:
            if rating >= Rating.GOOD:
                chooser.not_before(self._promised(state, day))
            due_day, due_at = chooser.after_interval(self.memory.interval(stability, self.policy.retention)), None
        else:
            due_day, due_at = chooser.after_step(step)
        return Outcome(
            rating, after_review(state, rating, day, due_day, due_at, stability, difficulty), due_day, due_at
        )

    def _promised(self, state: ItemState, day: int) -> int:
        """The days for which an item would stay away if it were not answered.

        An early answer that succeeds grows the interval, but fuzz could still choose a day before the present one.
        What fuzz cannot explain, as after a change of the retention, is not kept.
        """
        if state.phase is not Phase.REVIEW or state.last_day is None or state.due_day is None or state.due_day <= day:
            return 0
        last_day = min(state.last_day, day)  # the clock may have been set back
        return min(state.due_day, last_day + self.window_of(state).high) - day

    def _step_ms(self, state: ItemState, rating: Rating) -> int | None:
        """How long the step lasts that a grade leads to; None when the item goes on in days."""
        if state.phase is Phase.REVIEW and rating is not Rating.AGAIN:
            return None
        learning = state.phase in (Phase.NEW, Phase.LEARNING)
        steps = self.policy.learning_steps if learning else self.policy.relearning_steps
        match rating:
            case Rating.AGAIN:
                return steps[0] if steps else None
            case Rating.HARD:
                return _hard_step_ms(steps, state.step)
            case Rating.GOOD:
                return steps[state.step + 1] if state.step + 1 < len(steps) else None
            case Rating.EASY:
                return None


def _hard_step_ms(steps: tuple[int, ...], step: int) -> int | None:
    if step >= len(steps):
        return None
    if step > 0:
        return steps[step]
    return (steps[0] + steps[1]) // 2 if len(steps) > 1 else steps[0] * 3 // 2


class _DueChooser:
    """Due times of one preview, asked for from Again to Easy, so that none comes before an earlier one."""

    def __init__(self, scheduler: Scheduler, now: Moment, draw: int, siblings: Collection[int]) -> None:
        self._scheduler = scheduler
        self._calendar = scheduler.calendar
        self._policy = scheduler.policy
        self._now = now
        self._draw = draw
        self._siblings = siblings
        self._step_end = now.at
        self._shortest = min(scheduler.policy.shortest_interval, scheduler.policy.maximum_interval)
        self._days = self._shortest
        self._earliest = 0

    def not_before(self, days: int) -> None:
        """Fuzz chooses no day from now on that comes sooner."""
        self._earliest = days

    def after_step(self, step_ms: int) -> tuple[int, int]:
        """The study day on which a step ends, and the moment."""
        latest = self._calendar.turn_ms(self._now.day + self._policy.maximum_interval)
        self._step_end = max(self._step_end, min(self._now.at + step_ms, latest))
        day = self._calendar.day_of(self._step_end)
        # An interval is over when its day turns, which must not be before the step ends.
        whole_days = day - self._now.day + (self._calendar.turn_ms(day) < self._step_end)
        self._shortest = self._days = max(self._shortest, whole_days)
        return day, self._step_end

    def after_interval(self, days: float) -> int:
        """The study day on which an interval of FSRS ends."""
        self._days = max(self._days, min(round(days), self._policy.maximum_interval))
        if not self._policy.fuzz:
            return self._now.day + self._days
        low, high = fuzz_window(self._days, self._shortest, self._policy.maximum_interval)
        window = Window(max(low, self._earliest), max(high, self._earliest))
        return self._now.day + self._scheduler.pick(window, self._now.day, self._draw, self._siblings)
