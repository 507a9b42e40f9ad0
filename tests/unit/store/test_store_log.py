"""Appending and undoing: one action is one transaction, and its order is that of the log."""

import json
import sqlite3
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from store_helpers import COURSE, DAY, NOON, logged, moment, raw, review, step, stored_states

from quizterm.errors import ItemChangedError, SettingsError
from quizterm.memory.events import Draft, EventKind, Moment
from quizterm.memory.fsrs import DEFAULT_WEIGHTS
from quizterm.memory.item import NEW_ITEM, Phase
from quizterm.store.rows import ItemKind
from quizterm.store.store import Store

NOW = moment()


# Appending


def test_an_event_holds_all_that_its_draft_said(store: Store, path: Path) -> None:
    draft = step(1, moment(NOON, 345))._replace(weights=7, detail='{"said": [1, 2]}')
    (event,) = store.append([draft])
    assert event._asdict() | draft.moment._asdict() == event._asdict()
    said = {name: value for name, value in draft._asdict().items() if name != "moment"}
    assert event._asdict() | said == event._asdict()
    assert logged(path) == [event]


def test_the_log_names_the_machine(store: Store, path: Path) -> None:
    store.append([review(1, NOW)])
    ((uuid,),) = raw(path, "select uuid from event join machine on machine_id = machine.id")
    assert len(uuid) == 36


def test_two_databases_have_two_machines(tmp_path: Path) -> None:
    uuids = set()
    for name in ("a", "b"):
        Store.open(tmp_path / name).close()
        uuids |= set(raw(tmp_path / name, "select uuid from machine"))
    assert len(uuids) == 2


def test_the_first_draft_is_the_cause_of_the_others(store: Store) -> None:
    attempt = Draft(EventKind.ATTEMPTED, NOW, 4, detail="{}")
    first, *others = store.append(
        [attempt, Draft(EventKind.BROUGHT_BACK, NOW, 1), Draft(EventKind.BROUGHT_BACK, NOW, 2)]
    )
    assert first.cause is None
    assert [event.cause for event in others] == [first.id, first.id]


@settings(max_examples=15)
@given(clocks=st.lists(st.integers(0, 4 * 10**12), min_size=1, max_size=20))
def test_order_is_the_clock_unless_the_log_is_ahead_of_it(
    tmp_path_factory: pytest.TempPathFactory, clocks: list[int]
) -> None:
    with Store.open(tmp_path_factory.mktemp("order") / "log.sqlite") as store:
        order = 0
        for clock in clocks:
            (event,) = store.append([Draft(EventKind.READ, moment(clock))])
            order = max(clock, order + 1)
            assert event.id >> 20 == order
            assert event.at == clock


def test_nothing_is_an_action_without_drafts(store: Store, path: Path) -> None:
    assert store.append([]) == []
    assert logged(path) == []


def test_several_events_of_one_item_apply_one_after_the_other(store: Store) -> None:
    store.append([review(1, NOW, days=1), review(1, NOW, days=2), Draft(EventKind.SUSPENDED, NOW, 1)])
    item = store.item(1)
    assert item is not None
    assert (item.state.reps, item.state.due_day, item.state.suspended) == (2, NOW.day + 2, True)


@pytest.mark.parametrize(
    ("drafts", "problem"),
    [
        ([review(1, NOW), review(99, NOW)], "no item 99"),
        ([review(1, NOW), Draft(EventKind.UNDONE, NOW, target=1)], "only undo"),
        ([review(1, NOW), review(2, NOW)._replace(due_day=None)], "lacks its rating or due day"),
    ],
    ids=["unknown item", "undone", "incomplete review"],
)
def test_an_action_that_cannot_be_is_refused_as_a_whole(
    store: Store, path: Path, drafts: list[Draft], problem: str
) -> None:
    before = stored_states(path)
    with pytest.raises(ValueError, match=problem):
        store.append(drafts)
    assert logged(path) == []
    assert stored_states(path) == before


def test_a_clock_beyond_what_can_be_stored_is_refused(store: Store, path: Path) -> None:
    with pytest.raises(SettingsError, match="clock"):
        store.append([review(1, moment(253_370_764_800_000))])  # the year 9999
    assert logged(path) == []


# Versions


def refit() -> Draft:
    """Weights under which first answers are worth half as much."""
    weights = [*(weight / 2 for weight in DEFAULT_WEIGHTS[:4]), *DEFAULT_WEIGHTS[4:]]
    return Draft(EventKind.REFIT, NOW, detail=json.dumps({"weights": weights}))


def test_the_version_that_was_shown_is_accepted_once(store: Store, path: Path) -> None:
    shown = store.item(1)
    assert shown is not None
    (event,) = store.append([review(1, NOW)], expect={1: shown.shown()})
    with pytest.raises(ItemChangedError, match="nothing was stored; do it again"):
        store.append([review(2, NOW), review(1, NOW)], expect={1: shown.shown()})
    assert logged(path) == [event]
    changed = store.item(1)
    assert changed is not None
    assert changed.version == event.id
    store.append([review(1, NOW)], expect={1: changed.shown()})


def test_every_kind_of_change_makes_a_new_version(store: Store) -> None:
    shown = store.item(1)
    assert shown is not None
    store.append([review(1, NOW)])
    store.undo(NOW)
    back = store.item(1)
    assert back is not None
    assert back.state == shown.state
    with pytest.raises(ItemChangedError):
        store.append([review(1, NOW)], expect={1: shown.shown()})


@pytest.mark.parametrize("change", ["refit", "merge"])
def test_a_change_of_the_state_alone_makes_what_was_shown_another(
    store: Store, path: Path, tmp_path: Path, change: str
) -> None:
    with Store.open(tmp_path / "elsewhere.sqlite", machine_random=Random(2)) as elsewhere:
        elsewhere.sync(COURSE, "course")
        elsewhere.append([review(1, moment(NOON - DAY))])
        store.append([review(1, NOW)])
        shown = store.item(1)
        assert shown is not None
        with Store.open(path) as other:
            if change == "refit":
                other.append([refit()])
            else:
                other.merge(list(elsewhere.export()))
    changed = store.item(1)
    assert changed is not None
    assert changed.version == shown.version
    assert changed.state != shown.state
    with pytest.raises(ItemChangedError):
        store.append([review(1, NOW)], expect={1: shown.shown()})
    store.append([review(1, NOW)], expect={1: changed.shown()})


def test_days_of_weights_that_are_no_longer_in_force_are_not_what_was_shown(store: Store, path: Path) -> None:
    shown, weights = store.item(1), store.weights.id
    assert shown is not None
    with Store.open(path) as other:
        (fitted,) = other.append([refit()])
    assert store.item(1) == shown, "it is new: weights change nothing of it but its next day"
    with pytest.raises(ItemChangedError):
        store.append([review(1, NOW)], expect={1: shown.shown(weights)})
    assert store.weights.id == fitted.id, "so that it can be shown anew"
    store.append([review(1, NOW)], expect={1: shown.shown(fitted.id)})


def test_other_items_may_have_changed(store: Store) -> None:
    shown = store.item(1)
    assert shown is not None
    store.append([review(2, NOW)])
    store.append([review(1, NOW)], expect={1: shown.shown()})


# Undoing


def test_there_is_nothing_to_undo_at_first(store: Store, path: Path) -> None:
    assert store.undo(NOW) is None
    assert logged(path) == []


def test_undo_goes_back_step_by_step_to_the_very_first_answer(store: Store) -> None:
    states = []
    for day in range(5):
        item = store.item(1)
        assert item is not None
        states.append(item.state)
        store.append([review(1, moment(NOON + day * DAY), days=1)])
    for expected in reversed(states):
        assert store.undo(moment(NOON + 9 * DAY)) is not None
        item = store.item(1)
        assert item is not None
        assert item.state == expected
    assert states[0] == NEW_ITEM
    assert store.undo(NOW) is None


def test_undo_works_after_a_restart_and_years_later(path: Path) -> None:
    with Store.open(path) as store:
        store.sync(COURSE, "course")
        (event,) = store.append([review(1, NOW)])
    with Store.open(path) as store:
        undone = store.undo(moment(NOON + 900 * DAY))
        assert undone is not None
        assert (undone.action, undone.kinds, undone.item_ids) == (event.id, {EventKind.REVIEWED}, [1])
        assert store.counts(NOW).new.cards == 5


def test_an_action_is_undone_as_a_whole(store: Store) -> None:
    store.append([review(1, NOW, days=10)])
    store.append(
        [
            Draft(EventKind.ATTEMPTED, NOW, 4, detail="{}"),
            Draft(EventKind.BROUGHT_BACK, NOW, 1),
            Draft(EventKind.BROUGHT_BACK, NOW, 5),
        ]
    )
    assert store.due_ids(NOW, ItemKind.CARD) == [1]
    undone = store.undo(NOW)
    assert undone is not None
    assert undone.kinds == {EventKind.ATTEMPTED, EventKind.BROUGHT_BACK}
    assert undone.item_ids == [4, 1, 5]
    assert store.due_ids(NOW, ItemKind.CARD) == []
    assert store.attempts(4) == []


def test_undo_passes_over_what_was_read_or_started(store: Store) -> None:
    (answer,) = store.append([review(1, NOW)])
    store.append([Draft(EventKind.READ, NOW, detail='{"section": "c.one#x"}')])
    store.append([Draft(EventKind.STARTED, NOW, 4)])
    undone = store.undo(NOW)
    assert undone is not None
    assert undone.action == answer.id
    assert store.read_sections() == {"c.one#x"}
    assert store.undo(NOW) is None


def test_undo_can_be_asked_for_some_kinds_only(store: Store) -> None:
    (answer,) = store.append([review(1, NOW)])
    store.append([Draft(EventKind.SUSPENDED, NOW, 2)])
    undone = store.undo(NOW, {EventKind.REVIEWED})
    assert undone is not None
    assert undone.action == answer.id
    suspended = store.item(2)
    assert suspended is not None
    assert suspended.state.suspended


def test_an_answer_after_an_undo_goes_on_from_the_state_before(store: Store) -> None:
    store.append([review(1, NOW, days=1)])
    store.append([review(1, NOW, days=50)])
    store.undo(NOW)
    store.append([review(1, moment(NOON + DAY), days=4)])
    item = store.item(1)
    assert item is not None
    assert (item.state.reps, item.state.due_day, item.state.phase) == (2, NOW.day + 5, Phase.REVIEW)
    assert store.rebuild() == 0


# Weights


def test_weights_that_could_not_be_stored_are_not_in_force(store: Store) -> None:
    fitted = [*DEFAULT_WEIGHTS[:2], 3.5, *DEFAULT_WEIGHTS[3:]]
    refit = Draft(EventKind.REFIT, NOW, detail=json.dumps({"weights": fitted}))
    store.append([review(1, NOW)])
    fails = "create temp trigger fails before update on item begin select raise(abort, 'no room'); end"
    store._database.driver.execute(fails)
    with pytest.raises(sqlite3.Error, match="no room"):
        store.append([refit])
    assert store.memory.w == store.weights.values == DEFAULT_WEIGHTS
    store._database.driver.execute("drop trigger fails")
    store.append([refit])
    assert store.memory.w == store.weights.values == tuple(fitted)
    store._database.driver.execute(fails)
    with pytest.raises(sqlite3.Error, match="no room"):
        store.undo(NOW)
    assert store.memory.w == store.weights.values == tuple(fitted)


# Replaying


def test_rebuilding_mends_states_that_are_not_the_logs(store: Store, path: Path) -> None:
    store.append([review(1, NOW), review(2, NOW)])
    store.append([review(3, NOW)])
    store.undo(NOW)
    right = stored_states(path)
    store._database.driver.execute("update item set reps = reps + 3, last_event = 5, front = 2")
    assert stored_states(path) != right
    assert store.rebuild() == 7
    assert stored_states(path) == right


def test_a_seeded_store_repeats_itself(tmp_path: Path) -> None:
    logs = []
    for name in ("a", "b"):
        with Store.open(tmp_path / name, machine_random=Random(5)) as store:
            store.sync(COURSE, "course")
            store.append([review(1, NOW)])
            store.undo(Moment(*NOW))
        logs.append(logged(tmp_path / name))
    assert logs[0] == logs[1]
