"""Cards whose text is the learner's own: where it stands, and how it is read again after an edit."""

from pathlib import Path
from typing import NamedTuple

from quizterm import paths
from quizterm.course.catalog import load_catalog
from quizterm.course.model import Card
from quizterm.errors import CourseError
from quizterm.grading.exercise_folders import exercise_folders
from quizterm.study.session import Study, sync_content


class TextPlace(NamedTuple):
    """A line of a file."""

    file: Path
    line: int  # from 1


def own_text(study: Study, card: Card) -> TextPlace | None:
    """Where a card of the learner's own decks stands; None for a shipped one, whose text is not theirs to change."""
    lesson = study.catalog.lesson_entry(card.course, card.lesson)
    if lesson.file.is_relative_to(paths.content_folder()):
        return None
    return TextPlace(lesson.file, card.line)


def read_again(study: Study, file: Path) -> str:
    """Read all courses again after a file was changed; returns one plain line on the first mistake in it, if any.

    Raises:
        CourseError: a course cannot be read any more; the texts stay as they were.
    """
    folders = [course.folder for course in study.catalog.courses]
    exercises = {folder.name for folder in exercise_folders(paths.exercises_folder())}
    catalog = load_catalog(folders, paths.cache_folder(), exercises)
    fault = next((fault for fault in catalog.faults if fault.file == file), None)
    if len(catalog.courses) < len(folders):
        raise CourseError(str(fault or next(iter(catalog.faults), f"{file}: is no lesson any more; write it again")))
    study.catalog = catalog
    sync_content(study)
    study.apply(study.settings)
    return "" if fault is None else str(fault)
