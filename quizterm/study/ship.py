"""What lessons leave behind: small files in the workspace, and a page that lists them."""

from dataclasses import dataclass
from pathlib import Path

from quizterm import paths
from quizterm.course import pages
from quizterm.course.model import LessonEntry
from quizterm.course.pages import Artifact
from quizterm.errors import UsageError
from quizterm.study.attempt import has_passed
from quizterm.study.session import Study
from quizterm.study.workspace import UnreadableSubmissionError, read_submission, submission_file, write_text

PORTFOLIO = "portfolio"
PAGE = "README.md"


@dataclass(frozen=True, slots=True)
class Shipped:
    """A file of the portfolio: new, or there before and left as it is, or not there yet, with what to do first."""

    file: Path
    written: bool
    missing: str | None = None  # one plain line


def ship(study: Study, lesson: str) -> tuple[Shipped, ...]:
    """Write a lesson's artifacts into the portfolio, leave what is there already, and bring its page up to date.

    Raises:
        UsageError: there is no such lesson, or it ships nothing.
    """
    entry = study.catalog.find_lesson(lesson)
    artifacts = pages.artifacts(study.catalog.lesson(entry.course, entry.slug))
    if not artifacts:
        raise UsageError(f"{entry.slug} ships no file; choose another lesson")
    folder = paths.workspace() / PORTFOLIO
    shipped = tuple(_ship_one(study, artifact, folder / artifact.name) for artifact in artifacts)
    write_text(folder / PAGE, _page(study, folder))
    return shipped


def _ship_one(study: Study, artifact: Artifact, file: Path) -> Shipped:
    if file.exists():
        return Shipped(file, written=False)
    try:
        text = _text(study, artifact)
    except (UsageError, UnreadableSubmissionError) as error:
        return Shipped(file, written=False, missing=str(error))
    write_text(file, text)
    return Shipped(file, written=True)


def _text(study: Study, artifact: Artifact) -> str:
    if artifact.exercise is None:
        return artifact.code
    source = read_submission(submission_file(paths.workspace(), artifact.exercise))
    if not has_passed(study, artifact.exercise, source):
        slug = artifact.exercise
        raise UsageError(f"{artifact.name} is your solution of {slug}; let it pass first: quizterm grade {slug}")
    return source


def _page(study: Study, folder: Path) -> str:
    """The portfolio's page: every lesson with what of it is there."""
    lines = ["# Portfolio", ""]
    for course in study.catalog.courses:
        for lesson in course.lessons:
            lines += _lesson_lines(study, lesson, folder)
    return "\n".join(lines) + "\n"


def _lesson_lines(study: Study, lesson: LessonEntry, folder: Path) -> list[str]:
    names = [artifact.name for artifact in pages.artifacts(study.catalog.lesson(lesson.course, lesson.slug))]
    there = [name for name in names if (folder / name).exists()]
    return [f"- {lesson.title}: " + ", ".join(f"[{name}]({name})" for name in there)] if there else []
