"""All cards and exercises as lines of a list, and what a filter leaves of them. Few lines are ever read at once."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from quizterm.course.model import CardText
from quizterm.errors import QuiztermError
from quizterm.memory.days import date_of
from quizterm.memory.events import Moment
from quizterm.memory.item import ItemState, Phase
from quizterm.store.rows import Item, ItemKind, exercise_key
from quizterm.study.exercises import find_exercise
from quizterm.study.filter import EXERCISE_KIND, Filter, completions, parse_filter
from quizterm.study.session import Study, lesson_key
from quizterm.study.standing import is_due
from quizterm.study.words import days_text

_ITEMS_AT_ONCE = 500
_LESSONS_IN_MEMORY = 64


class Line(NamedTuple):
    """A card or an exercise in the list. Texts are plain."""

    item_id: int
    version: int
    key: str
    name: str  # as commands understand it
    title: str
    lesson: str  # its slug
    kind: str
    state: ItemState
    standing: str  # one word
    due: str  # how far off, in few characters; empty: not scheduled

    @property
    def is_exercise(self) -> bool:
        return self.kind == EXERCISE_KIND

    def as_dict(self) -> dict[str, Any]:
        day = self.state.due_day
        return {
            "id": self.name,
            "title": self.title,
            "lesson": self.lesson,
            "kind": self.kind,
            "state": self.standing,
            "due": None if day is None else date_of(day).isoformat(),
        }


class Collection:
    """Everything there is to browse, in course order."""

    def __init__(self, study: Study) -> None:
        self._study = study
        lessons = [lesson for course in study.catalog.courses for lesson in course.lessons]
        self._exercise_lessons = {slug: lesson for lesson in lessons for slug in lesson.exercises}
        self._lesson_slugs = [lesson.slug for lesson in lessons]
        self._lesson_names = [name for lesson in lessons for name in (lesson.slug, f"{lesson.course}.{lesson.slug}")]
        self._is_one_course = len(study.catalog.courses) == 1
        self.card_texts = lru_cache(_LESSONS_IN_MEMORY)(study.catalog.card_texts)
        self.exercise_text = lru_cache(None)(self._exercise_text)

    def find(self, text: str) -> Iterator[list[int]]:
        """The ids of the items that a filter allows, in course order, some at a time.

        Raises:
            UsageError: the text is no filter.
        """
        return self._find(parse_filter(text, self._lesson_names))

    def completions(self, text: str) -> list[str]:
        """What the last word of a filter that is being typed may become."""
        return completions(text, self._lesson_slugs)

    def fault(self, text: str) -> str:
        """What is wrong with a filter, in one plain line; nothing if it is one."""
        try:
            parse_filter(text, self._lesson_names)
        except QuiztermError as error:
            return str(error)
        return ""

    def lines(self, ids: Sequence[int]) -> list[Line]:
        """The lines of some items, as they are now."""
        now = self._study.now()
        return [self._line(item, now) for item in self._study.store.items_by_ids(ids)]

    def lesson_of(self, item: Item) -> tuple[str, str]:
        """Slugs of the course and the lesson of an item."""
        if item.kind is ItemKind.EXERCISE:
            lesson = self._exercise_lessons.get(_slug(item))
            return ("", "") if lesson is None else (lesson.course, lesson.slug)
        course, slug, _ = item.key.split(".")
        return course, slug

    def text_of(self, item: Item) -> CardText | None:
        """Kind, title and question of a card; None where its text is gone since."""
        try:
            return self.card_texts(*self.lesson_of(item)).get(item.key)
        except QuiztermError:
            return None

    def _find(self, wanted: Filter) -> Iterator[list[int]]:
        if not wanted.conditions and not wanted.phrases:
            yield self._study.store.content_ids().tolist()
            return
        now = self._study.now()
        for items in self._saying(wanted.phrases) if wanted.phrases else self._all():
            subjects = [(item, _Seen(item, self)) for item in items]
            yield [item.id for item, seen in subjects if self._allows(wanted, item, seen, now)]

    def _allows(self, wanted: Filter, item: Item, seen: "_Seen", now: Moment) -> bool:
        """Whether an item is wanted, cards with other phrases having been left out."""
        if item.kind is ItemKind.EXERCISE:
            return wanted.allows(seen, now)
        return wanted.allows_apart_from_phrases(seen, now)

    def _all(self) -> Iterator[list[Item]]:
        ids = self._study.store.content_ids().tolist()
        for start in range(0, len(ids), _ITEMS_AT_ONCE):
            yield self._study.store.items_by_ids(ids[start : start + _ITEMS_AT_ONCE])

    def _saying(self, phrases: Sequence[str]) -> Iterator[list[Item]]:
        """The cards that say these phrases, and all exercises, in course order."""
        cards: dict[str, list[str]] = {}
        for card_id in self._study.catalog.cards_that_say(phrases):
            cards.setdefault(card_id.rpartition(".")[0], []).append(card_id)
        keys: list[str] = []
        for course in self._study.catalog.courses:
            for lesson in course.lessons:
                keys += cards.get(lesson_key(lesson.course, lesson.slug), [])
                keys += map(exercise_key, lesson.exercises)
        for start in range(0, len(keys), _ITEMS_AT_ONCE):
            yield list(self._study.store.items_by_keys(keys[start : start + _ITEMS_AT_ONCE]).values())

    def _line(self, item: Item, now: Moment) -> Line:
        if item.kind is ItemKind.EXERCISE:
            name, kind = _slug(item), EXERCISE_KIND
            title, _ = self.exercise_text(name)
        else:
            text = self.text_of(item)
            kind, title = ("", "") if text is None else (text.kind.value, text.title)
            name = item.key.partition(".")[2] if self._is_one_course else self._study.catalog.display_id(item.key)
        _, lesson = self.lesson_of(item)
        standing, due = standing_word(item.state, now), _due(self._study, item.state, now)
        return Line(item.id, item.version, item.key, name, title, lesson, kind, item.state, standing, due)

    def _exercise_text(self, slug: str) -> tuple[str, str]:
        """Title and brief."""
        try:
            exercise = find_exercise(self._study, slug)
        except QuiztermError:
            return slug, ""
        return exercise.title, exercise.brief


class _Seen:
    """An item as a filter sees it."""

    __slots__ = ("_collection", "_item", "state")

    def __init__(self, item: Item, collection: Collection) -> None:
        self._item = item
        self._collection = collection
        self.state = item.state

    @property
    def lesson(self) -> str:
        return self._collection.lesson_of(self._item)[1]

    @property
    def course(self) -> str:
        return self._collection.lesson_of(self._item)[0]

    @property
    def kind(self) -> str:
        if self._item.kind is ItemKind.EXERCISE:
            return EXERCISE_KIND
        text = self._collection.text_of(self._item)
        return "" if text is None else text.kind.value

    @property
    def text(self) -> str:
        if self._item.kind is ItemKind.EXERCISE:
            return "\n".join([_slug(self._item), *self._collection.exercise_text(_slug(self._item))])
        text = self._collection.text_of(self._item)
        return "" if text is None else f"{text.title}\n{text.question}"


def standing_word(state: ItemState, now: Moment) -> str:
    """Where an item stands, in one word."""
    if state.suspended:
        return "suspended"
    if state.buried_day == now.day:
        return "buried"
    if state.phase is Phase.NEW:
        return "new"
    if is_due(state, now):
        return "due"
    return "steps" if state.due_at is not None else "waiting"


def _due(study: Study, state: ItemState, now: Moment) -> str:
    if state.due_day is None:
        return ""
    if state.due_at is not None and state.due_day <= now.day:
        return study.wall_clock(state.due_at)
    days = state.due_day - now.day
    return days_text(days) if days >= 0 else f"{days_text(-days)} ago"


def _slug(item: Item) -> str:
    return item.key.rpartition(":")[2]
