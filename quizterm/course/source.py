"""Courses read whole from their files, with the Markdown behind each section and card, for looking into."""

from dataclasses import dataclass
from pathlib import Path

from quizterm.course.encoding import read_bytes
from quizterm.course.model import Fault
from quizterm.course.parse import LessonSource, read_lesson
from quizterm.course.plan import CoursePlan, LessonPlan, plan_course, plan_deck
from quizterm.course.record import COURSE_FILE, scan
from quizterm.course.report import unreadable


@dataclass(frozen=True, slots=True)
class CourseSource:
    """A folder of lessons. `plan` is `None` where it is no course; `lessons` are those whose file could be read."""

    folder: Path
    plan: CoursePlan | None
    lessons: tuple[tuple[LessonPlan, LessonSource], ...]
    faults: tuple[Fault, ...]  # all that reading found, those of the lessons included


def read_course(folder: Path) -> CourseSource:
    """Read a folder of lessons anew, without the cache; what cannot be read is a fault."""
    plan, found = _read_plan(folder)
    faults = list(found)
    lessons = _read_lessons(folder, plan, faults) if plan is not None else []
    return CourseSource(folder, plan, tuple(lessons), tuple(faults))


def _read_plan(folder: Path) -> tuple[CoursePlan | None, tuple[Fault, ...]]:
    try:
        names = scan(folder)
    except OSError as error:
        return None, (Fault(folder, 1, f"the folder cannot be read: {error.strerror}; name a folder of lessons"),)
    lesson_names = [name for name in names if name != COURSE_FILE]
    if COURSE_FILE in names:
        try:
            return plan_course(read_bytes(folder / COURSE_FILE), folder, lesson_names)
        except OSError as error:
            return None, (unreadable(folder / COURSE_FILE, error),)
    if names:
        return plan_deck(folder, lesson_names)
    return None, (Fault(folder, 1, "no lessons here; put .md files in, or name another folder"),)


def _read_lessons(folder: Path, plan: CoursePlan, faults: list[Fault]) -> list[tuple[LessonPlan, LessonSource]]:
    lessons = []
    for lesson in plan.lessons:
        file = folder / lesson.file
        try:
            data = read_bytes(file)
        except OSError as error:
            faults.append(unreadable(file, error))
            continue
        source = read_lesson(data, file, plan.slug, lesson.slug, plan.ten_sections)
        faults += source.faults
        lessons.append((lesson, source))
    return lessons
