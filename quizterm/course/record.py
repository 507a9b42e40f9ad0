"""What is remembered of a folder of lessons so that it need not be read again while nothing in it changes."""

import os
import stat
from dataclasses import dataclass
from pathlib import Path

from quizterm.course.model import Fault, Lesson

COURSE_FILE = "course.toml"

Stamp = tuple[int, int]  # modification time in ns, size in bytes
_UNREADABLE: Stamp = (0, -1)


@dataclass(frozen=True, slots=True)
class LessonRecord:
    """A lesson without its text. `key` names its file in the cache."""

    slug: str
    file: str  # name in the folder
    title: str
    phase: str
    requires: tuple[str, ...]
    minutes: int
    exercises: tuple[str, ...]
    sections: tuple[tuple[str, str], ...]  # (slug, title)
    cards: int
    key: str


@dataclass(frozen=True, slots=True)
class CourseRecord:
    """A course without its cards."""

    slug: str
    title: str
    phases: tuple[str, ...]
    ten_sections: bool
    lessons: tuple[LessonRecord, ...]
    gated_phases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FolderRecord:
    """All about a folder but the text of its lessons. `course` is `None` where the folder is none."""

    stamps: dict[str, Stamp]  # of its course.toml and Markdown files, by name
    digests: dict[str, str]  # of the contents of those of them that were read
    fingerprint: str
    course: CourseRecord | None
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class ParsedLesson:
    """What parsing one lesson file yields."""

    lesson: Lesson | None
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class LessonOrigin:
    """Where a lesson comes from; `course` and `slug` begin the ids of its cards."""

    course: str
    slug: str
    file: Path


def scan(folder: Path) -> dict[str, Stamp]:
    """Stamps of the course.toml and the Markdown files right in a folder, by name. Raises: OSError.

    What only looks like a file, a broken link or a pipe, is among them: reading it says what is wrong with it.
    """
    stamps = {}
    with os.scandir(folder) as entries:
        for entry in entries:
            is_lesson = entry.name.lower().endswith(".md") and not entry.name.startswith(".")
            if is_lesson or entry.name == COURSE_FILE:
                try:
                    status = entry.stat()
                except OSError:
                    stamps[entry.name] = _UNREADABLE
                else:
                    if not stat.S_ISDIR(status.st_mode):
                        stamps[entry.name] = (status.st_mtime_ns, status.st_size)
    return stamps
