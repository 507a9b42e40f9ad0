"""The forgetting curve: on each day what the memory model says of the state that the fold of the log has then."""

from hypothesis import given
from hypothesis import strategies as st

from quizterm.memory.curve import LEAST_AHEAD, MOST_AHEAD, Point, forgetting_curve
from quizterm.memory.events import Event, EventKind
from quizterm.memory.fold import fold
from quizterm.memory.fsrs import DEFAULT_WEIGHTS, Memory
from quizterm.memory.item import Rating

MEMORY = Memory(DEFAULT_WEIGHTS)
DAY = 20_000


def event(number: int, day: int, rating: Rating | None = None, ahead: int = 5) -> Event:
    kind = EventKind.RESET if rating is None else EventKind.REVIEWED
    due_day = None if rating is None else day + ahead
    return Event(number, kind, 1, day * 86_400_000, 0, day, rating, due_day=due_day)


@st.composite
def histories(draw: st.DrawFn) -> list[Event]:
    log, day = [], DAY
    for number in range(1, draw(st.integers(0, 8)) + 1):
        day += draw(st.sampled_from([0, 1, 1, 9, 40]))
        log.append(event(number, day, draw(st.sampled_from([*Rating, Rating.GOOD, None]))))
    return log


@given(histories(), st.integers(0, 50))
def test_every_day_shows_what_the_model_says_of_the_state_of_that_day(log: list[Event], later: int) -> None:
    today = (log[-1].day if log else DAY) + later
    points = forgetting_curve(log, MEMORY, today)
    assert list(points) == sorted(points, key=lambda point: point.day)
    expected = []
    for day in range(DAY, today + LEAST_AHEAD + 1):
        before = fold([one for one in log if one.day < day], MEMORY)
        if before.stability is not None and before.last_day is not None:
            expected.append(Point(day, MEMORY.retrievability(before.stability, day - before.last_day)))
        answered = [one for one in log if one.day == day and one.rating is not None]
        if answered and not any(one.rating is None and one.day == day for one in log):
            expected.append(Point(day, 1.0))
    reset_on = {one.day for one in log if one.rating is None}
    assert [point for point in points if point.day not in reset_on] == [
        point for point in expected if point.day not in reset_on
    ]


def test_it_reaches_to_the_due_day_but_at_most_a_year_ahead() -> None:
    for ahead, reach in [(5, LEAST_AHEAD), (200, 200), (5000, MOST_AHEAD)]:
        assert forgetting_curve([event(1, DAY, Rating.EASY, ahead)], MEMORY, DAY)[-1].day == DAY + reach


def test_a_clock_that_was_set_back_leaves_the_points_in_order() -> None:
    points = forgetting_curve([event(1, DAY, Rating.EASY), event(2, DAY - 9, Rating.GOOD)], MEMORY, DAY)
    assert [point.day for point in points] == [DAY, *range(DAY + 1, DAY + LEAST_AHEAD + 1)]


def test_what_is_unknown_has_no_curve() -> None:
    assert forgetting_curve([], MEMORY, DAY) == ()
