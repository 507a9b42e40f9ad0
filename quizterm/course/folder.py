"""A folder of lessons read into its record, parsing only what changed since the last one."""

import hashlib
from dataclasses import replace
from pathlib import Path

from quizterm.course.cache import FORMAT, FolderCache
from quizterm.course.codec import DamagedCacheError, StoredLesson, dump_lesson
from quizterm.course.encoding import read_bytes
from quizterm.course.model import Fault
from quizterm.course.plan import CoursePlan, LessonPlan, plan_course, plan_deck
from quizterm.course.record import (
    COURSE_FILE,
    CourseRecord,
    FolderRecord,
    LessonOrigin,
    LessonRecord,
    ParsedLesson,
    Stamp,
)
from quizterm.course.report import unreadable


class FolderReader:
    """Reads a folder anew; what is remembered of files with the same content is taken from there."""

    def __init__(self, folder: Path, cache: FolderCache, stamps: dict[str, Stamp]) -> None:
        self._folder = folder
        self._cache = cache
        self._stamps = dict(stamps)  # those of files that cannot be read are taken out, so that they are tried again
        self._digests: dict[str, str] = {}
        self._faults: list[Fault] = []
        self._known_lessons: dict[str, LessonRecord] = {}
        self._known_faults: tuple[Fault, ...] = ()

    def recall(self, remembered: FolderRecord, unchanged: set[str]) -> None:
        """Rely on what is remembered; the files in `unchanged` need not even be read."""
        self._digests = {name: digest for name, digest in remembered.digests.items() if name in unchanged}
        if remembered.course is not None:
            self._known_lessons = {lesson.key: lesson for lesson in remembered.course.lessons}
            self._known_faults = remembered.faults

    def read(self) -> FolderRecord:
        plan = self._plan()
        lessons = [record for lesson in plan.lessons if (record := self._lesson(plan, lesson))] if plan else []
        course = None
        if plan is not None and lessons:
            loaded = {lesson.slug for lesson in lessons}
            lessons = [replace(lesson, requires=_among(lesson.requires, loaded)) for lesson in lessons]
            course = CourseRecord(
                plan.slug, plan.title, plan.phases, plan.ten_sections, tuple(lessons), plan.gated_phases
            )
        depends_on = [
            plan.slug if plan else "",
            self._digests.get(COURSE_FILE, ""),
            *(lesson.key for lesson in lessons),
        ]
        return FolderRecord(self._stamps, self._digests, _hash(*depends_on), course, tuple(sorted(self._faults)))

    def _plan(self) -> CoursePlan | None:
        names = [name for name in self._stamps if name != COURSE_FILE]
        plan: CoursePlan | None = None
        faults: tuple[Fault, ...] = ()
        if COURSE_FILE in self._stamps:
            data = self._content(COURSE_FILE)
            if data is not None:
                plan, faults = plan_course(data, self._folder, names)
        elif names:
            plan, faults = plan_deck(self._folder, names)
        else:
            faults = (Fault(self._folder, 1, "no lessons here; put .md files in, or name another folder"),)
        self._faults += faults
        return plan

    def _lesson(self, plan: CoursePlan, lesson: LessonPlan) -> LessonRecord | None:
        file = self._folder / lesson.file
        data = None if lesson.file in self._digests else self._content(lesson.file)
        if lesson.file not in self._digests:
            return None
        key = lesson_key(plan.slug, lesson.slug, plan.ten_sections, self._digests[lesson.file])
        if known := self._known_lessons.get(key):
            self._faults += [fault for fault in self._known_faults if fault.file == file]
            return _record(lesson, key, known.title, known.sections, known.cards)
        if data is None:
            del self._digests[lesson.file]  # nothing is known of its content, so read it after all
            return self._lesson(plan, lesson)
        origin = LessonOrigin(plan.slug, lesson.slug, file)
        parsed, cards = self._outline(key, origin, data, plan.ten_sections)
        self._faults += parsed.faults
        if parsed.lesson is None:
            return None
        sections = tuple((section.slug, section.title) for section in parsed.lesson.sections)
        return _record(lesson, key, parsed.lesson.title, sections, cards)

    def _outline(self, key: str, origin: LessonOrigin, data: bytes, ten_sections: bool) -> tuple[ParsedLesson, int]:
        """The lesson, perhaps without its cards, and how many they are."""
        stored = self._cache.read_lesson(key, origin)
        if stored is not None:
            try:
                return stored.outline(), stored.card_count
            except DamagedCacheError:
                pass  # written anew below
        parsed = _parse(data, origin, ten_sections)
        return parsed, self._cache.write_lesson(key, parsed, origin).card_count

    def _content(self, name: str) -> bytes | None:
        try:
            data = read_bytes(self._folder / name)
        except OSError as error:
            self._faults.append(unreadable(self._folder / name, error))
            del self._stamps[name]
            return None
        self._digests[name] = hashlib.blake2b(data, digest_size=16).hexdigest()
        return data


def read_again(origin: LessonOrigin, ten_sections: bool, cache: FolderCache) -> StoredLesson:
    """A lesson from its file, for when the cache has lost it."""
    try:
        data = read_bytes(origin.file)
    except OSError as error:
        return StoredLesson.of(dump_lesson(ParsedLesson(None, (unreadable(origin.file, error),))), origin)
    digest = hashlib.blake2b(data, digest_size=16).hexdigest()
    key = lesson_key(origin.course, origin.slug, ten_sections, digest)
    return cache.write_lesson(key, _parse(data, origin, ten_sections), origin)


def lesson_key(course: str, slug: str, ten_sections: bool, digest: str) -> str:
    """A name for what parsing a lesson yields; it depends on nothing else."""
    return _hash(course, slug, str(ten_sections), digest)


def _record(plan: LessonPlan, key: str, title: str, sections: tuple[tuple[str, str], ...], cards: int) -> LessonRecord:
    return LessonRecord(
        slug=plan.slug,
        file=plan.file,
        title=title,
        phase=plan.phase,
        requires=plan.requires,
        minutes=plan.minutes,
        exercises=plan.exercises,
        sections=sections,
        cards=cards,
        key=key,
    )


def _among(slugs: tuple[str, ...], loaded: set[str]) -> tuple[str, ...]:
    return tuple(slug for slug in slugs if slug in loaded)


def _parse(data: bytes, origin: LessonOrigin, ten_sections: bool) -> ParsedLesson:
    from quizterm.course.parse import parse_lesson  # imports markdown-it: only where something must be parsed

    return ParsedLesson(*parse_lesson(data, origin.file, origin.course, origin.slug, ten_sections))


def _hash(*parts: str) -> str:
    return hashlib.blake2b("\n".join([FORMAT, *parts]).encode(), digest_size=16).hexdigest()
