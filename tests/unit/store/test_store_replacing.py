"""An action that puts an answer in the place of another one."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from store_helpers import COURSE, moment, review, stored_states

from quizterm.memory.events import Draft, Event, EventKind
from quizterm.memory.fold import active
from quizterm.memory.item import ItemState, Rating
from quizterm.store.rows import ItemKind
from quizterm.store.store import Store

NOW = moment()
EXERCISE = 4


def state(store: Store) -> ItemState:
    item = store.item(EXERCISE)
    assert item is not None
    return item.state


def replace(store: Store, target: Event) -> list[Event]:
    easy = review(EXERCISE, NOW)._replace(rating=Rating.EASY, due_day=NOW.day + 15)
    return store.append([easy, Draft(EventKind.UNDONE, NOW, target=target.id)])


@pytest.fixture
def good(store: Store) -> Event:
    """A review in an action that another event began."""
    return store.append([Draft(EventKind.FLAGGED, NOW, EXERCISE), review(EXERCISE, NOW)])[1]


def test_the_state_is_that_of_the_answer_alone(store: Store, good: Event, tmp_path: Path) -> None:
    before = state(store)
    replace(store, good)
    with Store.open(tmp_path / "other", machine_random=Random(2)) as other:
        other.sync(COURSE, "course")
        other.append([review(EXERCISE, NOW)._replace(rating=Rating.EASY, due_day=NOW.day + 15)])
        assert state(store) == state(other)._replace(flagged=True) != before
    assert store.rebuild() == 0, "what is stored is the fold of the log"
    assert store.reviews_total(ItemKind.EXERCISE) == 1


def test_undo_brings_back_what_was_replaced_and_redo_replaces_it_again(store: Store, good: Event) -> None:
    first = state(store)
    replace(store, good)
    second = state(store)
    for expected, turn in ((first, store.undo), (second, store.redo), (first, store.undo)):
        assert turn(NOW) is not None
        assert state(store) == expected
        assert store.rebuild() == 0
    assert store.undo(NOW) is not None
    assert state(store).reps == 0


def test_a_replacement_is_no_undoing_to_be_done_again(store: Store, good: Event) -> None:
    replace(store, good)
    assert store.redo(NOW) is None


def test_it_is_merged_like_all_else(store: Store, good: Event, tmp_path: Path) -> None:
    replace(store, good)
    with Store.open(tmp_path / "other", machine_random=Random(2)) as other:
        other.sync(COURSE, "course")
        other.merge(list(store.export()))
        assert stored_states(other.path) == stored_states(store.path)


def test_what_happened_to_another_item_cannot_be_replaced(store: Store, good: Event) -> None:
    before = state(store)
    with pytest.raises(ValueError, match="other items"):
        store.append([review(1, NOW), Draft(EventKind.UNDONE, NOW, target=good.id)])
    assert state(store) == before
    with pytest.raises(ValueError, match="only undo"):
        store.append([Draft(EventKind.UNDONE, NOW, target=good.id)])


def test_what_caused_something_to_another_item_cannot_be_replaced(store: Store) -> None:
    drafts = [review(EXERCISE, NOW), Draft(EventKind.BURIED, NOW, 1)]
    began, _ = store.append(drafts)
    before = stored_states(store.path)
    with pytest.raises(ValueError, match="other items"):
        replace(store, began)
    assert stored_states(store.path) == before


def act(store: Store, what: str, item_id: int) -> None:
    match what:
        case "attempt":
            others = Draft(EventKind.BROUGHT_BACK, NOW, item_id % 3 + 1)
            store.append([Draft(EventKind.FLAGGED, NOW, item_id), review(item_id, NOW), others])
        case "replace":
            answers = [event for event in active(store.history(item_id)) if event.kind is EventKind.REVIEWED]
            taken_back = [Draft(EventKind.UNDONE, NOW, target=event.id) for event in answers[-1:]]
            store.append([review(item_id, NOW, Rating.EASY), *taken_back])
        case "undo":
            store.undo(NOW)
        case _:
            store.redo(NOW)


acts = st.tuples(st.integers(0, 1), st.sampled_from(["attempt", "replace", "undo", "redo"]), st.integers(1, 3))


@given(st.lists(acts, max_size=12), st.lists(acts, max_size=6))
@settings(max_examples=30)
def test_whatever_is_replaced_undone_and_merged_what_is_stored_follows_from_the_log(
    tmp_path_factory: pytest.TempPathFactory, done: list[tuple[int, str, int]], later: list[tuple[int, str, int]]
) -> None:
    folder = tmp_path_factory.mktemp("replaced")
    with (
        Store.open(folder / "one", machine_random=Random(1)) as one,
        Store.open(folder / "other", machine_random=Random(2)) as other,
    ):
        stores = (one, other)
        for store in stores:
            store.sync(COURSE, "course")
        for course_of_events in (done, later):
            for who, what, item_id in course_of_events:
                act(stores[who], what, item_id)
                assert stores[who].rebuild() == 0
            one.merge(list(other.export()))
            other.merge(list(one.export()))
            assert stored_states(one.path) == stored_states(other.path)
