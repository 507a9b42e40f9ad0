"""Merging the logs of two machines: nothing twice, nothing lost, in whatever order."""

import json
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from store_helpers import COURSE, DAY, NOON, card, logged, moment, review, stored_states

from quizterm.errors import UsageError
from quizterm.memory.events import Draft, Event, EventKind, Moment
from quizterm.memory.fold import KEEP_LAPSES
from quizterm.memory.fsrs import DEFAULT_WEIGHTS
from quizterm.memory.item import Rating
from quizterm.store.rows import ItemKind, LessonRow
from quizterm.store.store import Store

PASSED = json.dumps(
    {
        "passed": True,
        "seed": 1,
        "device": "cpu",
        "torch": "2",
        "bugs": [],
        "failed": [],
        "error": None,
        "source": "",
        "exercise": "",
    }
)
KEYS = [row.key for lesson in COURSE for row in lesson.items]
Act = tuple[str, str, Rating, int]
MARKS = {"suspend": EventKind.SUSPENDED, "flag": EventKind.FLAGGED, "reset": EventKind.RESET}
HARDER = (*DEFAULT_WEIGHTS[:6], 3.5, *DEFAULT_WEIGHTS[7:])

actions = st.lists(
    st.tuples(
        st.sampled_from(["answer", "leech", "suspend", "flag", "reset", "forget", "due", "refit", "undo", "redo"]),
        st.sampled_from(KEYS),
        st.sampled_from(list(Rating)),
        st.integers(1, 3 * DAY),
    ),
    max_size=8,
)


def machine(path: Path, seed: int, course: tuple[LessonRow, ...] = COURSE) -> Store:
    store = Store.open(path, machine_random=Random(seed))
    store.sync(course, "course")
    return store


def act(store: Store, done: list[Act]) -> None:
    at = NOON
    for what, key, rating, later in done:
        at += later
        now, item = moment(at), store.item_by_key(key)
        assert item is not None
        match what:
            case "answer":
                store.append([review(item.id, now, rating)])
            case "leech":
                store.append([review(item.id, now, Rating.AGAIN), Draft(EventKind.LEECH, now, item.id)])
            case "suspend" | "flag" | "reset":
                store.append([Draft(MARKS[what], now, item.id)])
            case "forget":
                store.append([Draft(EventKind.RESET, now, item.id, detail=KEEP_LAPSES)])
            case "due":
                store.append([Draft(EventKind.DUE_SET, now, item.id, due_day=now.day + 3)])
            case "refit":
                store.append([Draft(EventKind.REFIT, now, detail=json.dumps({"weights": HARDER}))])
            case "undo":
                store.undo(now)
            case _:
                store.redo(now)


def states(store: Store) -> dict[str, object]:
    return {key: item.state for key, item in store.items_by_keys(KEYS).items()}


@given(actions, actions)
@settings(max_examples=25)
def test_both_machines_come_to_the_same_in_whatever_order(
    tmp_path_factory: pytest.TempPathFactory,
    one: list[Act],
    other: list[Act],
) -> None:
    folder = tmp_path_factory.mktemp("machines")
    with machine(folder / "a", 1) as a, machine(folder / "b", 2) as b, machine(folder / "c", 3) as c:
        act(a, one)
        act(b, other)
        from_a, from_b = list(a.export()), list(b.export())
        a.merge(from_b)
        b.merge(from_a)
        c.merge(from_b)
        c.merge(from_a)
        assert states(a) == states(b) == states(c)
        assert a.weights == b.weights == c.weights
        assert [event.id for event in logged(folder / "a")] == [event.id for event in logged(folder / "b")]
        for store in (a, b, c):
            assert store.merge(from_a) == store.merge(from_b) == 0
            store.verify()
            assert store.rebuild() == 0


def test_one_pass_that_every_machine_grades_anew_counts_once(tmp_path: Path) -> None:
    """The oracle is a log in which only the newest of these grades stands in the place of the first."""
    now, later = moment(), [moment(NOON + minutes * 60_000) for minutes in range(3)]
    with machine(tmp_path / "first", 9) as first, machine(tmp_path / "oracle", 8) as oracle:
        item = first.item_by_key("exercise:engine")
        assert item is not None
        passed = first.append([Draft(EventKind.ATTEMPTED, now, item.id, detail=PASSED), review(item.id, now)])[-1]
        oracle.merge(first.export())
        logs = []
        for number, then in enumerate(later):
            with machine(tmp_path / f"machine {number}", number) as one:
                one.merge(first.export())
                grade_easy(one, item.id, passed, then, days=20 + number)
                logs.append(list(one.export()))
        grade_easy(oracle, item.id, passed, later[-1], days=22)
        for number, order in enumerate(permutations(logs)):
            with machine(tmp_path / f"merged {number}", 10 + number) as merged:
                assert [merged.merge(log) for log in order] == [4, 2, 2]
                assert states(merged) == states(oracle)
                assert merged.answered_today(now.day) == oracle.answered_today(now.day)
                assert merged.reviews_total(ItemKind.EXERCISE) == oracle.reviews_total(ItemKind.EXERCISE) == 1
                assert merged.rebuild() == 0


def grade_easy(store: Store, item_id: int, given: Event, now: Moment, days: int) -> None:
    store.append([review(item_id, now, Rating.EASY, days), Draft(EventKind.UNDONE, now, target=given.id)])


def test_an_item_that_is_not_here_yet_waits_for_its_content(tmp_path: Path) -> None:
    wider = (*COURSE, LessonRow("c.three", [card("c.three.x")]))
    with machine(tmp_path / "a", 1, wider) as a, machine(tmp_path / "b", 2) as b:
        item = a.item_by_key("c.three.x")
        assert item is not None
        a.append([review(item.id, moment())])
        assert b.merge(a.export()) == 1
        waiting = b.item_by_key("c.three.x")
        assert waiting is not None
        assert waiting.gone
        b.sync(wider, "wider")
        known, there = b.item_by_key("c.three.x"), a.item_by_key("c.three.x")
        assert known is not None
        assert there is not None
        assert (known.gone, known.state) == (False, there.state)


def test_an_item_that_was_renamed_on_one_machine_is_one_item(tmp_path: Path) -> None:
    renamed = (LessonRow("c.one", [card("c.one.new", "text", was=["c.one.a"])]),)
    with machine(tmp_path / "a", 1) as a, machine(tmp_path / "b", 2) as b:
        old = b.item_by_key("c.one.a")
        assert old is not None
        b.append([review(old.id, moment())])
        a.sync(renamed, "renamed")
        assert a.merge(b.export()) == 1
        item = a.item_by_key("c.one.new")
        assert item is not None
        assert item.state.reps == 1
        assert b.merge(a.export()) == 0


def test_an_item_that_is_told_twice_is_one_item(tmp_path: Path) -> None:
    line = '{"item": "c.new.x", "kind": 0, "lesson": "c.new", "hash": "", "was": ["c.new.old"]}'
    other = '{"item": "c.new.old", "kind": 0, "lesson": "c.new", "hash": "", "was": []}'
    with machine(tmp_path / "a", 1) as a:
        assert a.merge(['{"quizterm-log": 1}', line, line, other]) == 0
        assert len({item.id for item in a.items_by_keys(["c.new.x", "c.new.old"]).values()}) == 1


def exported(store: Store, change: Callable[[list[str]], list[str]]) -> list[str]:
    return change(list(store.export()))


def altered(**members: object) -> Callable[[list[str]], list[str]]:
    """The last event with other members; those that are None are left out."""

    def change(lines: list[str]) -> list[str]:
        merged = json.loads(lines[-1]) | members
        return [*lines[:-1], json.dumps({name: value for name, value in merged.items() if value is not None})]

    return change


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda _: [], "line 1: this is no JSON object"),
        (lambda lines: lines[1:], "no log of quizterm"),
        (lambda _: ["\x00" * 5], "line 1: this is no JSON object"),
        (lambda lines: [*lines, "{"], "this is no JSON object"),
        (lambda lines: [*lines, "[" * 100_000], "this is no JSON object"),
        (lambda lines: [*lines, '{"item": 5, "kind": 0, "lesson": "c", "hash": ""}'], "this is no item"),
        (lambda lines: [*lines, '{"item": "x", "kind": 7, "lesson": "c", "hash": ""}'], "this is no item"),
        (altered(id="x"), "`id` must be a whole number"),
        (altered(id=1 << 64), "`id` is out of range"),
        (altered(id=(1 << 63) - 1), "`id` is out of range"),
        (altered(id=-5), "`id` is out of range"),
        (altered(id=((1 << 43) - 1) << 20), "`id` is out of range"),  # no event could follow it
        (altered(at=99999999999999999999), "`at` is out of range"),
        (altered(at=1 << 43), "`at` is out of range"),  # no calendar has it
        (altered(due_at=1 << 43), "`due_at` is out of range"),
        (altered(day=10**9), "`day` is out of range"),
        (altered(duration=-1), "the event makes no sense"),
        (altered(detail="\ud800"), "no Unicode"),
        (altered(detail="[]"), "its detail cannot be read"),
        (altered(kind="read", detail="{}"), "`section` of its detail is missing or off"),
        (altered(kind="attempted", detail='{"passed": true}'), "`seed` of its detail is missing or off"),
        (altered(at=None), "`at` must be a whole number"),
        (altered(kind="dreamt"), "'dreamt' is not a valid EventKind; update quizterm"),
        (altered(rating=5), "5 is not a valid Rating"),
        (altered(rating=None), "a review needs its item, its rating and its due day"),
        (altered(item="c.no.such"), "was not named before"),
        (altered(item=["c.one.a"]), "was not named before"),
        (altered(target=5), "names its target"),
        (altered(kind="undone", target=5), "an undoing has no item"),
        (altered(cause=12345), "its cause, event 12345, is missing"),
        (altered(cause=1 << 62), "comes after it"),
        (altered(detail="{"), "its detail cannot be read"),
        (altered(kind="refit", detail='{"weights": [1.0]}'), "a refit has 21 weights"),
        (altered(kind="refit"), "`weights` of its detail is missing or off"),
        (altered(machine=None), "the event names no machine"),
    ],
)
def test_a_line_that_is_off_is_named_and_nothing_is_imported(
    tmp_path: Path, change: Callable[[list[str]], list[str]], problem: str
) -> None:
    with machine(tmp_path / "a", 1) as a, machine(tmp_path / "b", 2) as b:
        for key in KEYS[:2]:
            item = a.item_by_key(key)
            assert item is not None
            a.append([review(item.id, moment())])
        before = stored_states(tmp_path / "b")
        with pytest.raises(UsageError) as caught:
            b.merge(exported(a, change))
        assert problem in str(caught.value)
        assert str(caught.value).startswith("line ")
        assert logged(tmp_path / "b") == []
        assert stored_states(tmp_path / "b") == before


def test_an_event_that_is_another_one_here_is_refused(tmp_path: Path) -> None:
    with machine(tmp_path / "a", 1) as a:
        item = a.item_by_key(KEYS[0])
        assert item is not None
        a.append([review(item.id, moment())])
        with pytest.raises(UsageError, match="another one here"):
            a.merge(exported(a, altered(rating=1)))
