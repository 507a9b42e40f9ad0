"""Courses read whole from their files, with the Markdown behind each section and card, for looking into."""

from dataclasses import dataclass
from pathlib import Path

from quizterm.course.model import Fault
from quizterm.course.parse import LessonSource, read_lesson
from quizterm.course.plan import CoursePlan, LessonPlan, plan_course, plan_deck
from quizterm.course.record import COURSE_FILE, scan


@dataclass(frozen=True, slots=True)
class CourseSource:
    """A folder of lessons. `plan` is `None` where it is no course; `lessons` are those whose file could be read."""

    folder: Path
    plan: CoursePlan | None
    lessons: tuple[tuple[LessonPlan, LessonSource], ...]
    faults: tuple[Fault, ...]  # all that reading found, those of the lessons included


def read_course(folder: Path) -> CourseSource:
    """Read a folder of lessons anew, without the cache; what cannot be read is a fault."""
    plan: CoursePlan | None = None
    faults: list[Fault] = []
    try:
        names = scan(folder)
        lesson_names = [name for name in names if name != COURSE_FILE]
        if COURSE_FILE in names:
            plan, found = plan_course((folder / COURSE_FILE).read_bytes(), folder, lesson_names)
        elif names:
            plan, found = plan_deck(folder, lesson_names)
        else:
            found = (Fault(folder, 1, "no lessons here; put .md files in, or name another folder"),)
        faults += found
    except OSError as error:
        faults.append(Fault(folder, 1, f"the folder cannot be read: {error.strerror}; name a folder of lessons"))
    lessons = _read_lessons(folder, plan, faults) if plan is not None else []
    return CourseSource(folder, plan, tuple(lessons), tuple(faults))


def _read_lessons(folder: Path, plan: CoursePlan, faults: list[Fault]) -> list[tuple[LessonPlan, LessonSource]]:
    lessons = []
    for lesson in plan.lessons:
        file = folder / lesson.file
        try:
            data = file.read_bytes()
        except OSError as error:
            faults.append(Fault(file, 1, f"the file cannot be read: {error.strerror}; mend that or take it away"))
            continue
        source = read_lesson(data, file, plan.slug, lesson.slug, plan.ten_sections)
        faults += source.faults
        lessons.append((lesson, source))
    return lessons
