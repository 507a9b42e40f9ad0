"""The answers of a day are followed as the log grows; they are always those that the whole log tells of."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from store_helpers import COURSE, DAY, HOUR, NOON, logged, moment, review, step
from store_twin import Twin

from quizterm.memory.events import Draft, EventKind
from quizterm.memory.fold import active
from quizterm.store.rows import Answered, PerKind
from quizterm.store.store import Store

KEYS = [row.key for lesson in COURSE for row in lesson.items]
HERE, BESIDE, FAR = 0, 1, 2  # the store that is asked, another one on its file, and one on another machine

some_hours = st.sampled_from([-30, -1, 0, 0, 1, 20])
acts = st.lists(
    st.tuples(
        st.sampled_from([HERE, HERE, BESIDE, FAR]),
        st.sampled_from(
            ["answer", "answer", "step", "replace", "reset", "due", "place", "bury", "undo", "redo", "merge"]
        ),
        st.integers(1, len(KEYS)),
        some_hours,
    ),
    min_size=4,
    max_size=16,
)


def act(store: Store, what: str, item_id: int, at: int) -> None:
    now = moment(at)
    match what:
        case "answer":
            store.append([review(item_id, now)])
        case "step":
            store.append([step(item_id, now)])
        case "reset":
            store.append([Draft(EventKind.RESET, now, item_id)])
        case "replace":
            answers = [event for event in active(store.history(item_id)) if event.kind is EventKind.REVIEWED]
            taken_back = [Draft(EventKind.UNDONE, now, target=event.id) for event in answers[-1:]]
            store.append([review(item_id, now), *taken_back])
        case "due":
            store.append([Draft(EventKind.DUE_SET, now, item_id, due_day=now.day)])
        case "place":
            store.append([Draft(EventKind.PLACED, now, item_id, due_day=now.day + 9)])
        case "bury":
            store.append([Draft(EventKind.BURIED, now, item_id)])
        case "undo":
            store.undo(now)
        case _:
            store.redo(now)


def by_hand(path: Path, ids: dict[str, int], day: int) -> Answered:
    """The answers of a day as the whole log tells of them."""
    twin = Twin(COURSE, ids)
    twin.act(active(logged(path)))
    return twin.answered(day)


@given(acts)
@settings(max_examples=30, deadline=None)
def test_whoever_does_what_the_numbers_are_those_of_the_log(
    tmp_path_factory: pytest.TempPathFactory, done: list[tuple[int, str, int, int]]
) -> None:
    folder = tmp_path_factory.mktemp("answered")
    here, far = folder / "here.sqlite", folder / "far.sqlite"
    with ExitStack() as opened:
        stores = [
            opened.enter_context(Store.open(path, machine_random=Random(seed)))
            for seed, path in enumerate((here, here, far))
        ]
        for store in (stores[HERE], stores[FAR]):
            store.sync(COURSE, "course")
        ids = {key: item.id for key, item in stores[HERE].items_by_keys(KEYS).items()}
        at = NOON
        for who, what, item_id, hours in done:
            at += hours * HOUR
            if what == "merge":
                stores[who].merge(list(stores[HERE if who == FAR else FAR].export()))
            else:
                act(stores[who], what, item_id, at)
            day = moment(at).day
            assert stores[HERE].answered_today(day) == by_hand(here, ids, day)


@pytest.fixture
def beside(store: Store, path: Path) -> Iterator[Store]:
    """Another quizterm on the same file."""
    with Store.open(path, machine_random=Random(2)) as opened:
        yield opened


def cards(answers: int, introduced: int, reviewed: int) -> Answered:
    return Answered(PerKind(answers), PerKind(introduced), PerKind(reviewed))


def test_what_another_quizterm_answers_and_takes_back_counts_at_once(store: Store, beside: Store) -> None:
    now = moment()
    store.append([review(1, now)])
    assert store.answered_today(now.day) == cards(1, 1, 0)
    beside.append([review(2, now)])
    assert store.answered_today(now.day) == cards(2, 2, 0)
    beside.undo(now)
    beside.undo(now)
    assert store.answered_today(now.day) == cards(0, 0, 0)


@pytest.mark.parametrize("is_merged_here", [True, False])
def test_answers_that_a_merge_puts_before_others_count(
    store: Store, beside: Store, is_merged_here: bool, tmp_path: Path
) -> None:
    now = moment()
    with Store.open(tmp_path / "far.sqlite", machine_random=Random(3)) as far:
        far.sync(COURSE, "course")
        far.append([review(1, moment(NOON - HOUR))])
        far.append([review(2, moment(NOON - DAY))])
        lines = list(far.export())
    store.append([review(1, now)])
    store.append([review(2, now)])
    assert store.answered_today(now.day) == cards(2, 2, 0)
    (store if is_merged_here else beside).merge(lines)
    assert store.answered_today(now.day) == cards(3, 1, 1)


def test_an_answer_given_after_the_clock_was_set_forward_makes_a_card_a_known_one(store: Store) -> None:
    now = moment()
    store.append([review(1, now)])
    assert store.answered_today(now.day) == cards(1, 1, 0)
    store.append([review(1, moment(NOON + DAY))])
    assert store.answered_today(now.day) == cards(1, 0, 1)


def test_only_what_is_new_is_read(store: Store) -> None:
    now = moment()
    for _ in range(50):
        store.append([step(1, now)])
    assert store.answered_today(now.day) == cards(50, 1, 0)
    store.append([step(2, now)])
    driver = store._database.driver
    read: list[str] = []
    driver.set_progress_handler(lambda: read.append("some"), 100)  # every hundred steps of SQLite's machine
    try:
        assert store.answered_today(now.day) == cards(51, 2, 0)
    finally:
        driver.set_progress_handler(None, 0)
    assert len(read) < 5
