"""A mock interview: questions of the lessons, answered aloud and compared with a spoken answer."""

from dataclasses import dataclass
from random import Random

from quizterm.course import pages
from quizterm.errors import UsageError
from quizterm.study.session import Study

QUESTIONS = 5


@dataclass(frozen=True, slots=True)
class Asked:
    """One interview question and where it comes from."""

    lesson_title: str
    question: str  # plain text
    answer: str  # Markdown


def interview(study: Study, random: Random, lesson: str | None = None) -> tuple[Asked, ...]:
    """Five questions of all lessons, or all of one lesson.

    Raises:
        UsageError: there is no such lesson, or nothing to ask.
    """
    entries = [study.catalog.find_lesson(lesson)] if lesson is not None else None
    if entries is None:
        entries = [entry for course in study.catalog.courses for entry in course.lessons]
    found = [
        Asked(entry.title, item.question, item.answer)
        for entry in entries
        for item in pages.interview_questions(study.catalog.lesson(entry.course, entry.slug))
    ]
    if not found:
        raise UsageError("no lesson here has a section Interview Framing with questions; choose another lesson")
    return tuple(found if lesson is not None else random.sample(found, min(QUESTIONS, len(found))))
