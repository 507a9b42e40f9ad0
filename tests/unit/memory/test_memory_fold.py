"""The state of an item is the fold of its events; undo and redo are events too."""

from functools import reduce
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from memory_strategies import DAY_MS, UTC_CALENDAR, ratings

from quizterm.memory.events import Event, EventKind
from quizterm.memory.fold import KEEP_LAPSES, active, apply, fold
from quizterm.memory.fsrs import DEFAULT_WEIGHTS, HIGHEST_STABILITY, Memory
from quizterm.memory.item import NEW_ITEM, ItemState, Phase, Rating

MEMORY = Memory(DEFAULT_WEIGHTS)
START = 1_800_000_000_000


def event(kind: EventKind, number: int = 1, at: int = START, **fields: int | Rating | str | None) -> Event:
    now = UTC_CALENDAR.moment(at)
    return Event(number, kind, 1, now.at, now.offset, now.day)._replace(**fields)


def review(rating: Rating, number: int = 1, at: int = START, days: int = 3, minutes: int | None = None) -> Event:
    """A review that chose to come back in so many minutes, else in so many days."""
    due_at = None if minutes is None else at + minutes * 60_000
    due_day = UTC_CALENDAR.day_of(at) + days if due_at is None else UTC_CALENDAR.day_of(due_at)
    return event(EventKind.REVIEWED, number, at, rating=rating, due_day=due_day, due_at=due_at)


def undo(target: int, number: int) -> Event:
    return event(EventKind.UNDONE, number, target=target)


@st.composite
def logs(draw: st.DrawFn, with_undo: bool = True) -> list[Event]:
    """The log of one item: anything in any order, at times that only move forward, some caused by earlier ones."""
    kinds = [kind for kind in EventKind if with_undo or kind is not EventKind.UNDONE]
    log: list[Event] = []
    at = START
    for number in range(1, draw(st.integers(0, 14)) + 1):
        at += draw(st.integers(0, 3 * DAY_MS))
        kind = draw(st.sampled_from([*kinds, EventKind.REVIEWED, kinds[1]]))
        if kind is EventKind.REVIEWED:
            minutes = draw(st.none() | st.integers(1, 1_000))
            entry = review(draw(ratings), number, at, draw(st.integers(1, 400)), minutes)
        else:
            entry = event(kind, number, at)
        if kind is EventKind.DUE_SET:
            entry = entry._replace(due_day=entry.day + draw(st.integers(0, 50_000)))
        if kind is EventKind.RESET:
            entry = entry._replace(detail=draw(st.sampled_from([None, KEEP_LAPSES])))
        if kind is EventKind.UNDONE:
            entry = entry._replace(target=draw(st.integers(0, number + 1)))
        if log and draw(st.booleans()):
            entry = entry._replace(cause=draw(st.sampled_from(log)).id)
        log.append(entry)
    return log


def is_active(log: list[Event], entry: Event) -> bool:
    """The definition, word for word."""
    return not is_taken_back(log, entry) and not is_replaced_otherwise(log, entry)


def is_taken_back(log: list[Event], entry: Event) -> bool:
    return any(
        later.kind is EventKind.UNDONE
        and later.id > entry.id
        and later.target in (entry.id, entry.cause)
        and later.target is not None
        and is_active(log, later)
        for later in log
    )


def is_replaced_otherwise(log: list[Event], entry: Event) -> bool:
    """Whether it belongs to an action in the place of something in whose place a later action was put."""
    return any(
        own.kind is later.kind is EventKind.UNDONE
        and entry.id <= own.id < later.id
        and own.cause in (entry.id, entry.cause)
        and None not in (own.cause, later.cause)
        and own.target == later.target
        and not is_taken_back(log, own)
        and is_active(log, later)
        for own in log
        for later in log
    )


@given(logs())
@settings(max_examples=150)
def test_an_event_is_active_unless_an_active_later_undo_takes_it_or_its_cause_back(log: list[Event]) -> None:
    assert active(log) == [entry for entry in log if is_active(log, entry)]


@given(
    st.lists(st.tuples(st.integers(4, 90), st.booleans()), min_size=1, max_size=4), st.randoms(use_true_random=False)
)
def test_of_several_grades_in_the_place_of_one_the_newest_counts(
    choices: list[tuple[int, bool]], random: Random
) -> None:
    """As where several machines replace a grade before their logs are merged, and some take that back."""
    order = 2 * list(range(len(choices)))
    random.shuffle(order)
    easy: dict[int, Event] = {}
    newest_first: list[Event] = []
    log = [review(Rating.GOOD)]
    for number, choice in enumerate(order, 2):
        days, _ = choices[choice]
        if choice not in easy:
            easy[choice] = review(Rating.EASY, number, days=days)
            log.append(easy[choice])
        else:
            log.append(undo(1, number)._replace(cause=easy[choice].id))
            newest_first.insert(0, easy[choice])
    taken_back = [easy[choice] for choice, (_, is_kept) in enumerate(choices) if not is_kept]
    log += [undo(one.id, number) for number, one in enumerate(taken_back, 100)]
    counts = next((one for one in newest_first if one not in taken_back), log[0])
    assert fold(log, MEMORY) == fold([counts], MEMORY)


@given(logs(with_undo=False))
def test_a_fold_is_one_event_after_the_other(log: list[Event]) -> None:
    assert fold(log, MEMORY) == reduce(lambda state, entry: apply(state, entry, MEMORY), log, NEW_ITEM)


@given(logs(), st.randoms(use_true_random=False))
def test_a_fold_goes_by_id_and_not_by_the_order_of_rows(log: list[Event], random: Random) -> None:
    shuffled = list(log)
    random.shuffle(shuffled)
    assert fold(shuffled, MEMORY) == fold(log, MEMORY)


@given(logs(with_undo=False), st.data())
def test_undo_equals_the_log_without_the_event_and_redo_the_whole_log(log: list[Event], data: st.DataObject) -> None:
    assume(log)
    target = data.draw(st.sampled_from(log))
    without = [entry for entry in log if target.id not in (entry.id, entry.cause)]
    undone = [*log, undo(target.id, 100)]
    redone = [*undone, undo(100, 101)]
    assert fold(undone, MEMORY) == fold(without, MEMORY)
    assert fold(redone, MEMORY) == fold(log, MEMORY)
    assert fold([*redone, undo(101, 102)], MEMORY) == fold(without, MEMORY)
    assert fold([*redone, undo(target.id, 102)], MEMORY) == fold(without, MEMORY)


@given(logs())
def test_a_state_is_whole(log: list[Event]) -> None:
    state = fold(log, MEMORY)
    seen = (state.due_day, state.stability, state.difficulty, state.last_day)
    if state.phase is Phase.NEW:
        assert seen == (None, None, None, None)
        assert (state.reps, state.step) == (0, 0)
    else:
        assert None not in seen
        assert state.reps >= 1
    assert (state.due_at is not None) == (state.phase in (Phase.LEARNING, Phase.RELEARNING))
    if state.due_at is not None:
        assert state.due_day == UTC_CALENDAR.day_of(state.due_at)


def played(*log: Event) -> ItemState:
    return fold([entry._replace(id=number) for number, entry in enumerate(log, 1)], MEMORY)


@pytest.mark.parametrize(
    ("log", "phase", "step"),
    [
        ([], Phase.NEW, 0),
        ([review(Rating.AGAIN, minutes=1)], Phase.LEARNING, 0),
        ([review(Rating.HARD, minutes=5)], Phase.LEARNING, 0),
        ([review(Rating.GOOD, minutes=10)], Phase.LEARNING, 1),
        ([review(Rating.GOOD, minutes=10), review(Rating.HARD, minutes=10)], Phase.LEARNING, 1),
        ([review(Rating.GOOD, minutes=10), review(Rating.GOOD, minutes=60)], Phase.LEARNING, 2),
        ([review(Rating.GOOD, minutes=10), review(Rating.AGAIN, minutes=1)], Phase.LEARNING, 0),
        ([review(Rating.GOOD, minutes=10), review(Rating.GOOD)], Phase.REVIEW, 0),
        ([review(Rating.EASY)], Phase.REVIEW, 0),
        ([review(Rating.EASY), review(Rating.AGAIN, minutes=10)], Phase.RELEARNING, 0),
        ([review(Rating.EASY), review(Rating.AGAIN)], Phase.REVIEW, 0),
        ([review(Rating.EASY), review(Rating.AGAIN, minutes=10), review(Rating.GOOD, minutes=30)], Phase.RELEARNING, 1),
        ([review(Rating.EASY), review(Rating.AGAIN, minutes=10), review(Rating.GOOD)], Phase.REVIEW, 0),
    ],
)
def test_phase_and_step_follow_from_rating_and_due_time(log: list[Event], phase: Phase, step: int) -> None:
    state = played(*log)
    assert (state.phase, state.step) == (phase, step)


def test_a_review_counts_and_keeps_the_due_time_it_chose() -> None:
    state = played(review(Rating.EASY, days=9))
    first = MEMORY.first(Rating.EASY)
    assert state == ItemState(
        phase=Phase.REVIEW,
        due_day=UTC_CALENDAR.day_of(START) + 9,
        stability=first[0],
        difficulty=first[1],
        last_day=UTC_CALENDAR.day_of(START),
        reps=1,
    )


def test_a_review_leaves_what_the_learner_hid_as_it_is() -> None:
    hidden = NEW_ITEM._replace(suspended=True, buried_day=UTC_CALENDAR.day_of(START), front=5)
    state = apply(hidden, review(Rating.EASY), MEMORY)
    assert (state.suspended, state.buried_day, state.front) == (hidden.suspended, hidden.buried_day, hidden.front)


def test_only_again_in_review_is_a_lapse() -> None:
    steps = [review(Rating.AGAIN, minutes=1), review(Rating.AGAIN, minutes=1), review(Rating.EASY)]
    assert played(*steps).lapses == 0
    assert played(*steps, review(Rating.AGAIN, minutes=10)).lapses == 1
    assert played(*steps, review(Rating.AGAIN, minutes=10), review(Rating.AGAIN, minutes=10)).lapses == 1
    assert played(*steps, review(Rating.AGAIN), review(Rating.HARD), review(Rating.AGAIN)).lapses == 2


def test_a_review_without_its_due_day_is_refused() -> None:
    with pytest.raises(ValueError, match="review 7 lacks its rating or due day"):
        apply(NEW_ITEM, review(Rating.GOOD, 7)._replace(due_day=None), MEMORY)


TODAY = UTC_CALENDAR.day_of(START)
BACK = event(EventKind.BROUGHT_BACK, 77)


def test_a_seen_item_is_brought_back_today_with_its_memory() -> None:
    state = played(review(Rating.EASY, days=50))
    assert apply(state, BACK, MEMORY) == state._replace(due_day=TODAY)


def test_an_item_that_was_buried_is_brought_back_all_the_same() -> None:
    for state in (NEW_ITEM, played(review(Rating.EASY, days=50)), played(review(Rating.EASY, days=5))):
        buried = state._replace(buried_day=TODAY)
        assert apply(buried, BACK, MEMORY) == apply(state, BACK, MEMORY)


def test_an_item_on_a_running_step_is_brought_back_at_once() -> None:
    state = played(review(Rating.GOOD, minutes=600))
    assert state.due_at is not None
    assert apply(state, BACK, MEMORY) == state._replace(due_day=TODAY, due_at=START)


@pytest.mark.parametrize(
    "state",
    [
        pytest.param(played(review(Rating.EASY, days=5))._replace(due_day=TODAY - 3), id="due for days"),
        pytest.param(played(review(Rating.EASY, days=5))._replace(due_day=TODAY), id="due today"),
        pytest.param(played(review(Rating.GOOD, minutes=10))._replace(due_at=START - 5), id="step over"),
        pytest.param(played(review(Rating.EASY))._replace(suspended=True), id="suspended"),
        pytest.param(NEW_ITEM._replace(suspended=True), id="new and suspended"),
    ],
)
def test_an_item_that_is_due_or_suspended_is_not_brought_back(state: ItemState) -> None:
    assert apply(state, BACK, MEMORY) == state


def test_the_unseen_item_brought_back_last_is_frontmost() -> None:
    earlier = apply(NEW_ITEM, event(EventKind.BROUGHT_BACK, 5), MEMORY)
    later = apply(NEW_ITEM, event(EventKind.BROUGHT_BACK, 6), MEMORY)
    assert later.front > earlier.front > NEW_ITEM.front
    assert later._replace(front=0) == NEW_ITEM


def test_bury_suspend_resume_and_reset() -> None:
    state = played(review(Rating.EASY))
    buried = apply(state, event(EventKind.BURIED), MEMORY)
    assert buried == state._replace(buried_day=TODAY)
    assert apply(buried, event(EventKind.BURIED)._replace(day=TODAY + 9), MEMORY).buried_day == TODAY + 9
    suspended = apply(state, event(EventKind.SUSPENDED), MEMORY)
    assert suspended == state._replace(suspended=True)
    assert apply(suspended, event(EventKind.RESUMED), MEMORY) == state
    assert apply(state, event(EventKind.RESET), MEMORY) == NEW_ITEM
    assert apply(suspended, event(EventKind.RESET), MEMORY) == NEW_ITEM._replace(suspended=True)


def test_a_flag_is_lost_by_nothing_but_taking_it_off() -> None:
    flagged = apply(played(review(Rating.EASY)), event(EventKind.FLAGGED), MEMORY)
    assert flagged == played(review(Rating.EASY))._replace(flagged=True)
    others = set(EventKind) - {EventKind.UNFLAGGED, EventKind.REVIEWED}
    for entry in [review(Rating.AGAIN), *(event(kind, due_day=TODAY + 9) for kind in others)]:
        assert apply(flagged, entry, MEMORY).flagged, entry.kind
    assert apply(flagged, event(EventKind.UNFLAGGED), MEMORY) == played(review(Rating.EASY))


def test_a_leech_is_one_until_it_is_resumed_or_its_lapses_are_forgotten() -> None:
    leech = apply(played(review(Rating.EASY)), event(EventKind.LEECH), MEMORY)._replace(lapses=8)
    assert leech.leech
    assert apply(leech, review(Rating.EASY), MEMORY).leech
    assert not apply(leech, event(EventKind.RESUMED), MEMORY).leech
    assert apply(leech, event(EventKind.RESET), MEMORY) == NEW_ITEM
    assert apply(leech, event(EventKind.RESET, detail=KEEP_LAPSES), MEMORY) == NEW_ITEM._replace(lapses=8, leech=True)


def test_a_seen_item_comes_on_the_day_that_was_set_with_its_memory() -> None:
    state = played(review(Rating.EASY, days=50))._replace(buried_day=TODAY)
    ahead = event(EventKind.DUE_SET, due_day=TODAY + 3)._replace(day=TODAY + 1)
    assert apply(state, ahead, MEMORY) == state._replace(due_day=TODAY + 3, buried_day=None)
    assert apply(state._replace(suspended=True), ahead, MEMORY).suspended


def test_an_item_on_a_running_step_leaves_it_for_the_day_that_was_set() -> None:
    state = played(review(Rating.GOOD, minutes=10))
    moved = apply(state, event(EventKind.DUE_SET, due_day=TODAY + 3), MEMORY)
    assert moved == state._replace(phase=Phase.REVIEW, step=0, due_day=TODAY + 3, due_at=None)


@pytest.mark.parametrize(
    ("days", "stability"), [(0, MEMORY.first(Rating.GOOD)[0]), (90, 90.0), (10**5, HIGHEST_STABILITY)]
)
def test_a_new_item_counts_as_known_until_the_day_that_was_set(days: int, stability: float) -> None:
    state = apply(NEW_ITEM, event(EventKind.DUE_SET, due_day=TODAY + days), MEMORY)
    difficulty = MEMORY.first(Rating.GOOD)[1]
    assert state == ItemState(Phase.REVIEW, 0, TODAY + days, None, stability, difficulty, TODAY, reps=1)


@pytest.mark.parametrize("kind", [EventKind.READ, EventKind.ATTEMPTED, EventKind.STARTED, EventKind.UNDONE])
def test_other_events_leave_an_item_alone(kind: EventKind) -> None:
    state = played(review(Rating.EASY))
    assert apply(state, event(kind), MEMORY) == state


def test_undoing_an_attempt_takes_back_the_bring_back_it_caused() -> None:
    learned = review(Rating.EASY, 1, days=50)
    attempt = event(EventKind.ATTEMPTED, 2, item_id=9)
    back = event(EventKind.BROUGHT_BACK, 3, cause=2)
    log = [learned, attempt, back]
    assert fold(log, MEMORY).due_day == TODAY
    assert fold([*log, undo(2, 4)], MEMORY) == fold([learned], MEMORY)
    assert fold([*log, undo(2, 4), undo(4, 5)], MEMORY) == fold(log, MEMORY)
