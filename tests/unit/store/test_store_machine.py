"""Whatever happens to a store, its items are the fold of its log, and its counts and queues those of a plain twin."""

import json
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from store_helpers import COURSE, DAY, HOUR, MINUTE, NOON, logged, moment, raw, review, step, stored_states
from store_twin import Twin

from quizterm.errors import ItemChangedError
from quizterm.memory.events import Draft, Event, EventKind, Moment
from quizterm.memory.fold import KEEP_LAPSES, fold
from quizterm.memory.fsrs import DEFAULT_WEIGHTS, HIGHEST_WEIGHTS, LOWEST_WEIGHTS
from quizterm.memory.item import NEW_ITEM, Rating
from quizterm.store.rows import Item, ItemKind, LessonRow, Undone
from quizterm.store.store import Store

KEYS = [row.key for lesson in COURSE for row in lesson.items]
CARDS = [row.key for lesson in COURSE for row in lesson.items if row.kind is ItemKind.CARD]
LEARN_AHEAD = 20 * MINUTE
ATTEMPT = json.dumps(
    {"passed": False, "seed": 1, "device": "cpu", "torch": "2", "bugs": [], "failed": [], "error": None}
    | {"source": "", "exercise": ""}
)
SET_ASIDE = [EventKind[kind] for kind in "BURIED SUSPENDED RESUMED RESET STARTED FLAGGED UNFLAGGED".split()]

which_store = st.integers(0, 1)
some_key = st.sampled_from(KEYS)
some_card = st.sampled_from(CARDS)
some_rating = st.sampled_from(list(Rating))
Act = tuple[str, str, int]  # what, the item's key, days
some_act = st.tuples(
    st.sampled_from(["answer", "fail", "reschedule", "refit", "forget", "undo"]),
    st.sampled_from(CARDS),
    st.integers(1, 9),
)
some_time = st.sampled_from([1, MINUTE, 10 * MINUTE, HOUR, 5 * HOUR, DAY, 3 * DAY, 40 * DAY])


def refitted(now: Moment, scale: float) -> Draft:
    bounded = zip(LOWEST_WEIGHTS, DEFAULT_WEIGHTS, HIGHEST_WEIGHTS, strict=True)
    weights = [min(max(low, weight * scale), high) for low, weight, high in bounded]
    return Draft(EventKind.REFIT, now, detail=json.dumps({"weights": weights}))


class StoreMachine(RuleBasedStateMachine):
    """Two stores on one file, used in turn, against one twin."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory(prefix="quizterm-store-")
        self.path = Path(self.folder.name) / "quizterm.sqlite"
        self.stores = [self.open(), self.open()]
        self.stores[0].sync(COURSE, "all")
        self.ids = {key: item.id for key, item in self.stores[1].items_by_keys(KEYS).items()}
        self.twin = Twin(COURSE, self.ids)
        self.shown: Item | None = None
        self.shown_weights = self.twin.weights_id
        self.at, self.offset = NOON, 0
        self.machines = 0

    def open(self) -> Store:
        return Store.open(self.path, machine_random=Random(7))

    def teardown(self) -> None:
        for store in self.stores:
            store.close()
        self.folder.cleanup()

    @property
    def now(self) -> Moment:
        return moment(self.at, self.offset)

    def append(self, which: int, *drafts: Draft) -> None:
        self.twin.act(self.stores[which].append(drafts))

    # What a learner does

    @rule(which=which_store, key=some_key, rating=some_rating, days=st.integers(1, 9))
    def answer(self, which: int, key: str, rating: Rating, days: int) -> None:
        self.append(which, review(self.ids[key], self.now, rating, days))

    @rule(which=which_store, key=some_card, rating=some_rating, minutes=st.sampled_from([1, 10, 600]))
    def answer_into_a_step(self, which: int, key: str, rating: Rating, minutes: int) -> None:
        self.append(which, step(self.ids[key], self.now, minutes, rating))

    @rule(which=which_store, card=some_card, rating=some_rating, days=st.integers(1, 9), siblings=st.sets(some_card))
    def answer_with_all_that_follows(
        self, which: int, card: str, rating: Rating, days: int, siblings: set[str]
    ) -> None:
        answer = review(self.ids[card], self.now, rating, days)
        leech = [Draft(kind, self.now, self.ids[card]) for kind in (EventKind.LEECH, EventKind.SUSPENDED)]
        buried = [Draft(EventKind.BURIED, self.now, self.ids[key]) for key in sorted(siblings - {card})]
        self.append(which, answer, *leech, *buried)

    @rule(which=which_store, key=some_key, kind=st.sampled_from(SET_ASIDE))
    def set_aside(self, which: int, key: str, kind: EventKind) -> None:
        self.append(which, Draft(kind, self.now, self.ids[key]))

    @rule(which=which_store, keys=st.lists(some_key, min_size=1, unique=True))
    def forget(self, which: int, keys: list[str]) -> None:
        self.append(which, *(Draft(EventKind.RESET, self.now, self.ids[key], detail=KEEP_LAPSES) for key in keys))

    @rule(which=which_store, keys=st.lists(some_key, min_size=1, unique=True), days=st.integers(0, 9))
    def set_due(self, which: int, keys: list[str], days: int) -> None:
        day = self.now.day + days
        self.append(which, *(Draft(EventKind.DUE_SET, self.now, self.ids[key], due_day=day) for key in keys))

    @rule(which=which_store, cards=st.lists(some_card, min_size=1, unique=True))
    def fail_an_exercise(self, which: int, cards: list[str]) -> None:
        attempt = Draft(EventKind.ATTEMPTED, self.now, self.ids["exercise:engine"], detail=ATTEMPT)
        back = [Draft(EventKind.BROUGHT_BACK, self.now, self.ids[key]) for key in cards]
        self.append(which, attempt, *back)

    @rule(which=which_store, section=st.sampled_from("xyz"))
    def read(self, which: int, section: str) -> None:
        detail = json.dumps({"section": f"c.one#{section}"})
        self.append(which, Draft(EventKind.READ, self.now, detail=detail))

    @rule(which=which_store, scale=st.sampled_from([0.9, 1.0, 1.1]))
    def refit(self, which: int, scale: float) -> None:
        self.append(which, refitted(self.now, scale))

    @rule(which=which_store, keys=st.lists(some_key, min_size=1, unique=True), days=st.integers(0, 9))
    def reschedule(self, which: int, keys: list[str], days: int) -> None:
        day = self.now.day + days
        self.append(which, *(Draft(EventKind.RESCHEDULED, self.now, self.ids[key], due_day=day) for key in keys))

    @rule(which=which_store)
    def undo(self, which: int) -> None:
        self.undo_in(self.stores[which], self.ids)

    def undo_in(self, store: Store, ids: Mapping[str, int]) -> None:
        """Undo in the learner's store, or in that of another machine, where items may have other ids."""
        action = self.twin.newest()
        turned = store.undo(self.now)
        if turned is not None:
            keys = {item_id: key for key, item_id in ids.items()}
            turned = turned._replace(item_ids=[self.ids[keys[item_id]] for item_id in turned.item_ids])
            self.twin.undo(store.newest_event())
        self.turned_alike(action, turned)

    @rule(which=which_store)
    def redo(self, which: int) -> None:
        self.turned_alike(self.twin.redo(), self.stores[which].redo(self.now))

    def turned_alike(self, action: list[Event] | None, turned: Undone | None) -> None:
        if action is None:
            assert turned is None
        else:
            assert turned is not None
            assert turned.action == action[0].id
            assert turned.kinds == {event.kind for event in action}
            assert set(turned.item_ids) == {event.item_id for event in action if event.item_id is not None}

    # What another machine does

    @rule(which=which_store, elsewhere=st.lists(some_act, min_size=1, max_size=4), here=some_act, apart=some_time)
    def go_on_apart_and_merge(self, which: int, elsewhere: list[Act], here: Act, apart: int) -> None:
        """Another machine takes the log, both go on, and come together again; a third one meets them the other way."""
        store = self.stores[which]
        with self.another_machine("elsewhere") as other, self.another_machine("third") as third:
            known = other.merge(list(store.export()))
            ids = {key: item.id for key, item in other.items_by_keys(KEYS).items()}
            self.at += apart
            for act in elsewhere:
                self.do(other, ids, *act)
            self.at -= apart
            if here[0] != "undo":  # of one action, only the log can tell the undoings of two machines
                self.do(store, self.ids, *here)
            from_here, from_there = list(store.export()), list(other.export())
            before = len(logged(self.path))
            third.merge(from_there)
            third.merge(from_here)
            added = store.merge(from_there)
            assert added == len(logged(other.path)) - known == len(logged(self.path)) - before
            assert store.merge(from_there) == third.merge(from_here) == 0
            both = (store.items_by_keys(KEYS), third.items_by_keys(KEYS))
            mine, theirs = ({key: item.state for key, item in one.items()} for one in both)
            assert mine == {**dict.fromkeys(mine, NEW_ITEM), **theirs}
            assert store.weights == third.weights

    @contextmanager
    def another_machine(self, name: str) -> Iterator[Store]:
        folder = Path(self.folder.name) / name
        self.machines += 1
        with Store.open(folder / f"{self.machines}.sqlite", machine_random=Random(100 + self.machines)) as store:
            yield store

    def do(self, store: Store, ids: Mapping[str, int], what: str, key: str, days: int) -> None:
        """One thing, as the twin is told of it."""
        now = self.now
        match what:
            case "answer":
                drafts = [review(ids[key], now, Rating.GOOD, days)]
            case "fail":
                drafts = [step(ids[key], now, days, Rating.AGAIN), Draft(EventKind.LEECH, now, ids[key])]
            case "reschedule":
                drafts = [Draft(EventKind.RESCHEDULED, now, ids[one], due_day=now.day + days) for one in ids]
            case "refit":
                drafts = [refitted(now, 1 + days / 50)]
            case "forget":
                drafts = [Draft(EventKind.RESET, now, ids[key])]
            case _:
                return self.undo_in(store, ids)
        mine = {item_id: self.ids[key] for key, item_id in ids.items()}
        events = store.append(drafts)
        self.twin.act([event._replace(item_id=event.item_id and mine[event.item_id]) for event in events])
        return None

    # What the world does

    @rule(time=some_time)
    def pass_time(self, time: int) -> None:
        self.at += time

    @rule(time=some_time)
    def set_the_clock_back(self, time: int) -> None:
        self.at -= time

    @rule(offset=st.sampled_from([-11 * 60, 0, 345, 14 * 60]))
    def travel(self, offset: int) -> None:
        self.offset = offset

    @rule(which=which_store)
    def reopen(self, which: int) -> None:
        self.stores[which].close()
        self.stores[which] = self.open()

    @rule(which=which_store, kept=st.sets(some_key), turned=st.booleans())
    def change_the_course(self, which: int, kept: set[str], turned: bool) -> None:
        lessons = [LessonRow(key, [row for row in rows if row.key in kept]) for key, rows in COURSE]
        if turned:
            lessons.reverse()
        self.stores[which].sync(lessons, f"{sorted(kept)} {turned}")
        self.twin.lessons = lessons

    @rule(which=which_store)
    def rebuild(self, which: int) -> None:
        self.stores[which].verify()
        assert self.stores[which].rebuild() == 0

    # Two windows on one item

    @rule(which=which_store, key=some_key)
    def show(self, which: int, key: str) -> None:
        self.shown, self.shown_weights = self.stores[which].item_by_key(key), self.twin.weights_id

    @precondition(lambda self: self.shown is not None)
    @rule(which=which_store, rating=some_rating)
    def answer_what_was_shown(self, which: int, rating: Rating) -> None:
        assert self.shown is not None
        store, item_id, expected = self.stores[which], self.shown.id, self.shown.shown(self.shown_weights)
        drafts = [review(item_id, self.now, rating)]
        current = store.item(item_id)
        assert current is not None
        if current.shown(self.twin.weights_id) == expected:
            self.twin.act(store.append(drafts, expect={item_id: expected}))
        else:
            before = logged(self.path)
            with pytest.raises(ItemChangedError):
                store.append(drafts, expect={item_id: expected})
            assert logged(self.path) == before

    # What must hold

    @invariant()
    def the_log_only_grows_forward(self) -> None:
        for (machine,) in raw(self.path, "select id from machine"):
            orders = raw(self.path, "select id >> 20 from event where machine_id = ? order by rowid", machine)
            assert all(earlier < later for earlier, later in pairwise(orders))

    @invariant()
    def every_item_is_the_fold_of_the_log(self) -> None:
        log = logged(self.path)
        undone = [event for event in log if event.kind is EventKind.UNDONE]
        for item_id, (_, state) in stored_states(self.path).items():
            own = [event for event in log if event.item_id == item_id]
            assert state == fold([*own, *undone], self.twin.memory) == self.twin.state(item_id)

    @invariant()
    def counts_and_queues_are_those_of_the_twin(self) -> None:
        now, twin = self.now, self.twin
        for store in self.stores:
            assert store.counts(now) == twin.counts(now)
            assert store.learning_ahead(now, now.at + LEARN_AHEAD) == twin.learning_ahead(now, now.at + LEARN_AHEAD)
            for kind in ItemKind:
                assert store.due_ids(now, kind) == twin.due_ids(now, kind)
                assert store.new_ids(now, kind) == twin.new_ids(now, kind)
                queue = [*store.due_ids(now, kind), *store.new_ids(now, kind)]
                assert len(set(queue)) == len(queue), "nothing twice"

    @invariant()
    def totals_are_those_of_the_twin(self) -> None:
        store, twin = self.stores[0], self.twin
        assert [item.id for item in store.flagged_cards()] == twin.marked("flagged")
        assert [item.id for item in store.leeches()] == twin.marked("leech")
        assert store.lesson_progress() == twin.progress()
        assert store.read_sections() == twin.read_sections()
        assert all(store.reviews_total(kind) == twin.reviews_total(kind) for kind in ItemKind)
        assert [one.answered_today(self.now.day) for one in self.stores] == [twin.answered(self.now.day)] * 2


StoreMachine.TestCase.settings = settings(max_examples=20, stateful_step_count=30)
TestStoreMachine = StoreMachine.TestCase
