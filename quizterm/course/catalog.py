"""All courses and decks at hand: what lessons and cards there are, and their text when it is asked for."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import NoReturn, TypeVar
from unicodedata import normalize

from quizterm.course.cache import FolderCache
from quizterm.course.codec import DamagedCacheError, StoredLesson
from quizterm.course.entries import LazyEntries
from quizterm.course.finding import ambiguous, unknown
from quizterm.course.model import Card, CardEntry, CardText, Course, Fault, Lesson, LessonEntry
from quizterm.course.record import CourseRecord, FolderRecord, LessonOrigin, scan
from quizterm.errors import CourseError

_COARSEST_FILE_TIME = 2 * 10**9  # ns; a file changed twice within it may bear the same stamp
_LESSONS_IN_MEMORY = 16

_Part = TypeVar("_Part")


def load_catalog(folders: Sequence[Path], cache: Path | None, exercises: Collection[str] | None = None) -> "Catalog":
    """The courses in `folders`, each a course with a `course.toml` or a deck of Markdown files.

    Whatever the folders hold, nothing is raised: faults say what is wrong, and the rest is there. Of two folders
    with one course slug the first counts.

    Args:
        cache: folder for what was parsed; `None` parses everything anew.
        exercises: those that exist: others that lessons list are left out; `None` keeps all. Of two lessons that list
            one exercise the first has it.
    """
    shelves: dict[str, _Shelf] = {}
    faults: list[Fault] = []
    fingerprints = []
    taken: dict[str, None] = {}  # exercises that a lesson has, in course order
    for folder in dict.fromkeys(folder.absolute() for folder in folders):
        folder_cache = FolderCache(cache, folder)
        record = _load_record(folder, folder_cache)
        faults += record.faults
        if record.course is None:
            continue
        if twin := shelves.get(record.course.slug):
            message = f"the same course slug as {twin.folder}; write another slug in course.toml, or rename the folder"
            faults.append(Fault(folder, 1, message))
            continue
        fingerprints.append(record.fingerprint)
        course = _with_own_exercises(record.course, taken, exercises)
        shelves[record.course.slug] = _Shelf(folder, course, folder_cache, record.fingerprint)
    return Catalog(tuple(shelves.values()), tuple(faults), "-".join([*fingerprints, *taken]))


def _with_own_exercises(
    course: CourseRecord, taken: dict[str, None], exercises: Collection[str] | None
) -> CourseRecord:
    """The course, each lesson with those of its exercises that exist and are not `taken`; which they are then."""
    lessons = []
    for lesson in course.lessons:
        own = tuple(slug for slug in lesson.exercises if slug not in taken and (exercises is None or slug in exercises))
        taken.update(dict.fromkeys(own))
        lessons.append(lesson if own == lesson.exercises else replace(lesson, exercises=own))
    return replace(course, lessons=tuple(lessons))


def _load_record(folder: Path, cache: FolderCache) -> FolderRecord:
    """The remembered record of a folder if nothing in it changed, else a new one, which is remembered."""
    try:
        stamps = scan(folder)
    except OSError as error:
        fault = Fault(folder, 1, f"the folder cannot be read: {error.strerror}; name a folder of lessons")
        return FolderRecord({}, {}, "", None, (fault,))
    remembered, written = cache.read_record() or (None, 0)
    unchanged = set()
    if remembered is not None:
        settled = written - _COARSEST_FILE_TIME
        unchanged = {
            name for name, stamp in stamps.items() if stamp == remembered.stamps.get(name) and stamp[0] < settled
        }
        if len(unchanged) == len(stamps) == len(remembered.stamps):
            return remembered
    from quizterm.course.folder import FolderReader  # imports all that parsing takes; mostly nothing is to be parsed

    reader = FolderReader(folder, cache, stamps)
    if remembered is not None:
        reader.recall(remembered, unchanged)
    record = reader.read()
    cache.write_record(record)
    return record


@dataclass(frozen=True, slots=True)
class _Shelf:
    """One course, and where the text of its lessons is."""

    folder: Path
    record: CourseRecord
    cache: FolderCache
    fingerprint: str


class Catalog:
    """Courses with their lessons and cards. Texts are read when asked for and not all kept in memory."""

    def __init__(self, shelves: Sequence[_Shelf], faults: tuple[Fault, ...], fingerprint: str) -> None:
        self.faults = faults
        self.fingerprint = fingerprint  # changes with the content of any course.toml or lesson
        self._shelves = {shelf.record.slug: shelf for shelf in shelves}
        self._keys = {
            (shelf.record.slug, lesson.slug): lesson.key for shelf in shelves for lesson in shelf.record.lessons
        }
        self._stored = lru_cache(_LESSONS_IN_MEMORY)(self._read_stored)
        self.courses = tuple(self._course(shelf) for shelf in shelves)
        self._lessons = {(course.slug, lesson.slug): lesson for course in self.courses for lesson in course.lessons}

    def lesson_entry(self, course: str, slug: str) -> LessonEntry:
        """Raises: UsageError where there is no such lesson."""
        entry = self._lessons.get((course, slug))
        return entry if entry is not None else unknown("lesson", f"{course}.{slug}", self._lesson_names())

    def lesson(self, course: str, slug: str) -> Lesson:
        """Raises: UsageError where there is no such lesson; CourseError where its file is gone since."""
        entry = self.lesson_entry(course, slug)
        parsed = self._part(course, slug, StoredLesson.parsed)
        if parsed.lesson is None:
            raise CourseError(f"{entry.file}: the lesson cannot be read any more; start quizterm again")
        return parsed.lesson

    def card(self, card_id: str) -> Card | None:
        """A card by its full id; `None` where there is none."""
        course, _, rest = card_id.partition(".")
        lesson, _, _ = rest.partition(".")
        if (course, lesson) not in self._lessons:
            return None
        return self._part(course, lesson, lambda stored: stored.card(card_id))

    def card_texts(self, course: str, slug: str) -> dict[str, CardText]:
        """Title and question of each card of a lesson, by the card's id: quicker than `lesson`, which reads it whole.

        Raises:
            UsageError: there is no such lesson.
        """
        self.lesson_entry(course, slug)
        texts = self._part(course, slug, lambda stored: list(stored.texts()))
        return {entry.id: CardText(entry.kind, title, question) for entry, title, question in texts}

    def cards_that_say(self, phrases: Sequence[str]) -> list[str]:
        """Ids of the cards whose title and question hold all phrases, whatever their case, in course order.

        Takes long after a change of the lessons, when all texts are gathered anew; then a moment.
        """
        from quizterm.course.text_search import cards_that_say  # start-up searches nothing

        return [card_id for shelf in self._shelves.values() for card_id in cards_that_say(self._texts(shelf), phrases)]

    def entries(self) -> Iterator[tuple[Course, LessonEntry, CardEntry]]:
        """Every card in course order."""
        for course in self.courses:
            for lesson in course.lessons:
                for card in lesson.cards:
                    yield course, lesson, card

    def find_lesson(self, name: str) -> LessonEntry:
        """The lesson called `name`: its slug, or course.slug.

        Raises:
            UsageError: there is none, or more than one.
        """
        name = normalize("NFC", name.strip())
        found = [entry for entry in self._lessons.values() if name in (entry.slug, f"{entry.course}.{entry.slug}")]
        if not found:
            unknown("lesson", name, self._lesson_names())
        if len(found) > 1:
            ambiguous("lesson", name, [f"{entry.course}.{entry.slug}" for entry in found])
        return found[0]

    def lesson_name(self, course: str, slug: str) -> str:
        """The shortest name that `find_lesson` understands: the slug, or `course.slug` where two courses share it."""
        shared = any(other == slug and owner != course for owner, other in self._lessons)
        return f"{course}.{slug}" if shared else slug

    def find_card(self, name: str) -> Card:
        """The card called `name`: lesson.card, or its full id.

        Raises:
            UsageError: there is none, or more than one.
        """
        name = normalize("NFC", name.strip())
        found = [card_id for card_id in self._full_ids(name) if self.card(card_id)]
        if len(found) > 1:
            ambiguous("card", name, found)
        card = self.card(found[0]) if found else None
        return card if card is not None else self._unknown_card(name)

    def display_id(self, card_id: str) -> str:
        """The shortest id that `find_card` understands: `lesson.card`, or the full id where two courses share it."""
        _, _, short = card_id.partition(".")
        return card_id if any(self.card(other) for other in self._full_ids(short) if other != card_id) else short

    def _full_ids(self, name: str) -> list[str]:
        """Ids that `name` might stand for."""
        parts = name.split(".")
        if len(parts) == 3:
            return [name]
        return [f"{course}.{name}" for course, lesson in self._lessons if len(parts) == 2 and lesson == parts[0]]

    def _course(self, shelf: _Shelf) -> Course:
        record = shelf.record
        lessons = tuple(
            LessonEntry(
                course=record.slug,
                slug=lesson.slug,
                title=lesson.title,
                file=shelf.folder / lesson.file,
                phase=lesson.phase,
                requires=lesson.requires,
                minutes=lesson.minutes,
                exercises=lesson.exercises,
                sections=lesson.sections,
                cards=LazyEntries(lesson.cards, self._entries_of(record.slug, lesson.slug)),
            )
            for lesson in record.lessons
        )
        return Course(record.slug, record.title, shelf.folder, record.phases, lessons, record.gated_phases)

    def _entries_of(self, course: str, slug: str) -> Callable[[], tuple[CardEntry, ...]]:
        return lambda: self._part(course, slug, lambda stored: stored.entries)

    def _texts(self, shelf: _Shelf) -> bytes:
        from quizterm.course.text_search import searchable

        known = shelf.cache.read_texts(shelf.fingerprint)
        if known is not None:
            return known
        texts = searchable(self.card_texts(shelf.record.slug, lesson.slug) for lesson in shelf.record.lessons)
        shelf.cache.write_texts(shelf.fingerprint, texts)
        return texts

    def _part(self, course: str, slug: str, take: Callable[[StoredLesson], _Part]) -> _Part:
        """Part of a lesson, from the cache; from its file where the cache turns out damaged."""
        try:
            return take(self._stored(course, slug))
        except DamagedCacheError:
            self._stored.cache_clear()
            return take(self._read_again(course, slug))

    def _read_stored(self, course: str, slug: str) -> StoredLesson:
        origin = self._origin(course, slug)
        stored = self._shelves[course].cache.read_lesson(self._keys[course, slug], origin)
        return stored if stored is not None else self._read_again(course, slug)

    def _read_again(self, course: str, slug: str) -> StoredLesson:
        from quizterm.course.folder import read_again

        shelf = self._shelves[course]
        return read_again(self._origin(course, slug), shelf.record.ten_sections, shelf.cache)

    def _origin(self, course: str, slug: str) -> LessonOrigin:
        return LessonOrigin(course, slug, self._lessons[course, slug].file)

    def _lesson_names(self) -> list[str]:
        return [slug for _, slug in self._lessons] + [f"{course}.{slug}" for course, slug in self._lessons]

    def _unknown_card(self, name: str) -> NoReturn:
        """Raises: UsageError with the cards of that name in other lessons, or with similar ones of the lesson named."""
        lesson, _, last = name.rpartition(".")
        namesakes, neighbours = [], []
        for _, entry, card in self.entries():
            if card.id.endswith(f".{last}"):
                namesakes.append(card.id)
            if lesson in (entry.slug, f"{entry.course}.{entry.slug}"):
                neighbours.append(self.display_id(card.id))
        unknown("card", name, neighbours, [self.display_id(card_id) for card_id in namesakes])
