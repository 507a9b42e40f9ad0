"""The store told again in the plainest way: a list of actions, and loops over all items."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from quizterm.memory.events import Event, EventKind, Moment
from quizterm.memory.fold import fold
from quizterm.memory.fsrs import DEFAULT_WEIGHTS, DEFAULT_WEIGHTS_ID, Memory
from quizterm.memory.item import ItemState, Phase
from quizterm.store.rows import Answered, Counts, ItemKind, LessonRow, PerKind, Progress

MEMORY = Memory(DEFAULT_WEIGHTS)
NEVER_UNDONE = {EventKind.READ, EventKind.STARTED}
# All but a review let a new item count as known.
BEGINNINGS = {EventKind.REVIEWED, EventKind.DUE_SET, EventKind.PLACED}


class TwinItem(NamedTuple):
    id: int
    kind: ItemKind
    lesson: str


class Twin:
    """What the store should say, given what it was told."""

    def __init__(self, lessons: Sequence[LessonRow], ids: Mapping[str, int]) -> None:
        self.ids = ids
        self.lessons = self._first_lessons = lessons
        self.actions: list[list[Event]] = []
        self._undone: list[tuple[int, list[Event]]] = []  # with the id of what undid them
        self._known: dict[tuple[int, ...], dict[int, ItemState]] = {}

    @property
    def items(self) -> list[TwinItem]:
        """The items of the content, in its order."""
        return self._items(self.lessons)

    def _items(self, lessons: Sequence[LessonRow]) -> list[TwinItem]:
        return [TwinItem(self.ids[row.key], row.kind, lesson.key) for lesson in lessons for row in lesson.items]

    @property
    def happened(self) -> list[Event]:
        """All events that were not undone, as they happened."""
        return sorted(event for action in self.actions for event in action)

    def act(self, action: list[Event]) -> None:
        """What was done here, or came from another machine: then it may have happened before others."""
        self.actions.append(action)

    def newest(self) -> list[Event] | None:
        """The action that an undo takes back."""
        return max((action for action in self.actions if _last(action)), key=_last, default=None)

    def undo(self, undoing: int) -> None:
        """Forgets the newest action, of which an event takes note."""
        action = self.newest()
        assert action is not None
        self.actions.remove(action)
        self._undone.append((undoing, action))

    def redo(self) -> list[Event] | None:
        """Remembers the action that was forgotten last, unless something was done since."""
        if not self._undone:
            return None
        undoing, action = max(self._undone)
        if any(_last(other) > undoing for other in self.actions):
            return None
        self._undone.remove((undoing, action))
        self.actions.append(action)
        return action

    @property
    def memory(self) -> Memory[float]:
        """The model under the weights that were fitted last."""
        refits = self._refits
        return Memory(json.loads(refits[-1].detail or "")["weights"]) if refits else MEMORY

    @property
    def weights_id(self) -> int:
        refits = self._refits
        return refits[-1].id if refits else DEFAULT_WEIGHTS_ID

    @property
    def _refits(self) -> list[Event]:
        return [event for event in self.happened if event.kind is EventKind.REFIT]

    def state(self, item_id: int) -> ItemState:
        happened = self.happened
        states = self._known.setdefault(tuple(event.id for event in happened), {})
        if item_id not in states:
            states[item_id] = fold([event for event in happened if event.item_id == item_id], self.memory)
        return states[item_id]

    def waiting(self, day: int) -> list[tuple[TwinItem, ItemState]]:
        states = [(item, self.state(item.id)) for item in self.items]
        return [(item, state) for item, state in states if not state.suspended and state.buried_day != day]

    def due(self, now: Moment) -> list[TwinItem]:
        return [item for item, state in self.waiting(now.day) if _is_due(state, now)]

    def due_ids(self, now: Moment, kind: ItemKind) -> list[int]:
        due = [(item.id, self.state(item.id)) for item in self.due(now) if item.kind is kind]
        steps = sorted((state.due_at, item_id) for item_id, state in due if state.due_at is not None)
        days = sorted((state.due_day, item_id) for item_id, state in due if state.due_at is None)
        return [item_id for _, item_id in [*steps, *days]]

    def new_ids(self, now: Moment, kind: ItemKind) -> list[int]:
        new = [item for item in self._new(now) if item.kind is kind]
        order = [lesson.key for lesson in self.lessons]
        new.sort(key=lambda item: (order.index(item.lesson), -self.state(item.id).front))
        return [item.id for item in new]

    def learning_ahead(self, now: Moment, until: int) -> list[int]:
        ends = [
            (state.due_at, item.id)
            for item, state in self.waiting(now.day)
            if item.kind is ItemKind.CARD and state.due_at is not None and now.at < state.due_at <= until
        ]
        return [item_id for _, item_id in sorted(ends)]

    def counts(self, now: Moment) -> Counts:
        learning = [
            (item, state)
            for item, state in self.waiting(now.day)
            if state.due_at is not None and state.due_at > now.at and state.due_day <= now.day
        ]
        return Counts(
            due=_per_kind(self.due(now)),
            new=_per_kind(self._new(now)),
            learning=_per_kind(item for item, _ in learning),
            next_due_at=min((state.due_at for _, state in learning), default=None),
            tomorrow=self._due_by(now, now.day + 1),
            week=self._due_by(now, now.day + 7),
        )

    def answered(self, day: int) -> Answered:
        answers: list[TwinItem] = []
        introduced: list[TwinItem] = []
        reviewed: list[TwinItem] = []
        for item in self._items(self._first_lessons):  # those that are gone by now were answered all the same
            own = [event for event in self.happened if event.item_id == item.id]
            resets = [event.id for event in own if event.kind is EventKind.RESET]
            reviews = [event for event in own if event.kind is EventKind.REVIEWED]
            answers += [item for event in reviews if event.day == day]
            life = [event for event in own if event.id > max(resets, default=0)]
            counted = [event.day for event in life if event.kind is EventKind.REVIEWED]
            began = next((event.kind for event in life if event.kind in BEGINNINGS), None)
            if set(counted) == {day} and began is EventKind.REVIEWED:
                introduced.append(item)
            elif day in counted:
                reviewed.append(item)
        return Answered(_per_kind(answers), _per_kind(introduced), _per_kind(reviewed))

    def progress(self) -> dict[str, Progress]:
        found = {}
        for lesson in self.lessons:
            states = [self.state(self.ids[row.key]) for row in lesson.items if row.kind is ItemKind.CARD]
            if states:
                found[lesson.key] = Progress(len(states), sum(state.phase is not Phase.NEW for state in states))
        return found

    def marked(self, mark: str) -> list[int]:
        """The cards of which a mark of the state is set."""
        cards = [item for item in self.items if item.kind is ItemKind.CARD]
        return [card.id for card in cards if getattr(self.state(card.id), mark)]

    def read_sections(self) -> set[str]:
        read = [event for event in self.happened if event.kind is EventKind.READ]
        return {json.loads(event.detail or "")["section"] for event in read}

    def reviews_total(self, kind: ItemKind) -> int:
        kinds = {item.id: item.kind for item in self._items(self._first_lessons)}
        reviewed = [event.item_id for event in self.happened if event.kind is EventKind.REVIEWED]
        return sum(item_id is not None and kinds[item_id] is kind for item_id in reviewed)

    def _new(self, now: Moment) -> list[TwinItem]:
        return [item for item, state in self.waiting(now.day) if state.phase is Phase.NEW]

    def _due_by(self, now: Moment, day: int) -> PerKind:
        return _per_kind(
            item
            for item, state in self.waiting(day)
            if state.due_day is not None
            and (state.due_day <= day or (state.due_at is not None and state.due_at <= now.at))
        )


def _last(action: list[Event]) -> int:
    """The id of the newest event that makes an action one to be undone; 0 where none does."""
    return max((event.id for event in action if event.kind not in NEVER_UNDONE), default=0)


def _is_due(state: ItemState, now: Moment) -> bool:
    if state.due_day is None:
        return False
    return state.due_at <= now.at if state.due_at is not None else state.due_day <= now.day


def _per_kind(items: Iterable[TwinItem]) -> PerKind:
    kinds = [item.kind for item in items]
    return PerKind(kinds.count(ItemKind.CARD), kinds.count(ItemKind.EXERCISE))
