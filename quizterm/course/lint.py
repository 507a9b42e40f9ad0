"""Everything that is wrong in folders of lessons: all that reading reports, and the rules of a good lesson."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path

from quizterm.course.blocks import Block, fences
from quizterm.course.card_rules import check_card, check_no_repair, check_syntax
from quizterm.course.links import Targets, links_in, report_unresolved
from quizterm.course.model import Fault, Lesson
from quizterm.course.parse import LessonSource
from quizterm.course.plan import CoursePlan, LessonPlan
from quizterm.course.record import COURSE_FILE
from quizterm.course.report import Report, quoted, suggestion
from quizterm.course.section_rules import check_ten_sections
from quizterm.course.source import CourseSource, read_course


def check(folders: Sequence[Path], exercise_slugs: Collection[str]) -> list[Fault]:
    """All faults of courses and decks, by file and line. Nothing is run; see `runnable` for that.

    Args:
        exercise_slugs: the exercises that lessons may name and link to.
    """
    return check_courses([read_course(folder) for folder in folders], exercise_slugs)


def check_courses(courses: Sequence[CourseSource], exercise_slugs: Collection[str]) -> list[Fault]:
    """As `check`, for courses that were read already."""
    faults = {fault for course in courses for fault in course.faults}
    faults.update(_twin_courses(courses))
    faults.update(_twin_exercises(courses))
    lessons = [source.lesson for course in courses for _, source in course.lessons if source.lesson]
    targets = Targets(
        cards={card.id for lesson in lessons for card in lesson.cards},
        lessons={f"{lesson.course}.{lesson.slug}" for lesson in lessons},
        exercises=frozenset(exercise_slugs),
    )
    for course in courses:
        if course.plan is None:
            continue
        faults.update(_check_plan(course, course.plan, exercise_slugs))
        for _, source in course.lessons:
            if source.lesson is not None:
                faults.update(_check_lesson(source, source.lesson, course.plan, targets))
        faults.update(_check_renames(course, targets.cards))
    return sorted(faults)


def _twin_courses(courses: Iterable[CourseSource]) -> Iterator[Fault]:
    first: dict[str, Path] = {}
    for course in courses:
        if course.plan is not None:
            twin = first.setdefault(course.plan.slug, course.folder)
            if twin != course.folder:
                message = f"the same course slug as {twin}; write another slug in course.toml, or rename the folder"
                yield Fault(course.folder, 1, message)


def _twin_exercises(courses: Iterable[CourseSource]) -> Iterator[Fault]:
    """An exercise belongs to the first lesson that lists it."""
    first: dict[str, str] = {}
    plans = [(course.folder, course.plan) for course in courses if course.plan is not None]
    for folder, plan in plans:
        for lesson in plan.lessons:
            owner = f"{plan.slug}.{lesson.slug}"
            for slug in lesson.exercises:
                if (twin := first.setdefault(slug, owner)) != owner:
                    message = f"the exercise {quoted(slug)} is listed by {quoted(twin)} as well; keep one"
                    yield Fault(folder / COURSE_FILE, lesson.line + 1, message)


def _check_plan(course: CourseSource, plan: CoursePlan, exercise_slugs: Collection[str]) -> Sequence[Fault]:
    """Exercises must exist; a course of ten sections says minutes and phase of each lesson."""
    report = Report(course.folder / COURSE_FILE)
    for lesson in plan.lessons:
        for slug in lesson.exercises:
            if slug not in exercise_slugs:
                hint = suggestion(slug, sorted(exercise_slugs))
                report.add(lesson.line, f"unknown exercise {quoted(slug)}{hint}; name one that exists")
        if plan.ten_sections:
            _check_lesson_plan(lesson, plan, report)
    return report.faults


def _check_lesson_plan(lesson: LessonPlan, plan: CoursePlan, report: Report) -> None:
    if not lesson.minutes:
        report.add(
            lesson.line, f"the lesson {quoted(lesson.slug)} does not say how long it takes; write minutes = 40, say"
        )
    if plan.phases and not lesson.phase:
        report.add(lesson.line, f"the lesson {quoted(lesson.slug)} is in no phase; write phase = and one of phases")


def _check_lesson(source: LessonSource, lesson: Lesson, plan: CoursePlan, targets: Targets) -> Sequence[Fault]:
    report = Report(lesson.file)
    if plan.ten_sections:
        check_ten_sections(source, report)
    for section in source.sections:
        found = fences(section.blocks, report, nested=True)
        check_no_repair(found, report)
        check_syntax(found, report)
    for card in source.cards:
        check_card(card, plan.ten_sections, report)
    report_unresolved(lesson, links_in(_all_blocks(source)), targets, report)
    return report.faults


def _all_blocks(source: LessonSource) -> list[Block]:
    parts = [
        source.introduction,
        *(section.blocks for section in source.sections),
        *(card.blocks for card in source.cards),
    ]
    return [block for part in parts for block in part]


def _check_renames(course: CourseSource, cards: Collection[str]) -> Iterator[Fault]:
    """A card's old id must be free, and name one card only."""
    renamed: dict[str, str] = {}
    for _, source in course.lessons:
        for card_source in source.cards:
            card, index = card_source.card, card_source.attributes_line
            report = Report(source.lesson.file if source.lesson else course.folder)
            if card.was is None:
                continue
            if card.was in cards:
                report.add(index, f"was={quoted(card.was)} is still a card; take was= out, or rename that card")
            elif twin := renamed.get(card.was):
                report.add(index, f"was={quoted(card.was)} is said by {quoted(twin)} as well; keep one")
            renamed.setdefault(card.was, card.id)
            yield from report.faults
