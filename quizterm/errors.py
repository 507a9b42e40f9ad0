"""Every error a user may meet, in one tree.

The text of each is one line that says what is wrong, where, and what to do instead. The command line prints
it on standard error and ends with exit code 2; the app shows it as a notice. Anything outside this tree is a
fault of quizterm's own.
"""

from pathlib import Path


class QuiztermError(Exception):
    """A problem the user can understand and mend; `str(error)` is one line."""


class UsageError(QuiztermError):
    """The words of a command, or the name of a lesson, card or exercise, are off."""


class SettingsError(QuiztermError):
    """The settings file, or a variable that stands in for it, holds something quizterm cannot use."""


class CourseError(QuiztermError):
    """A whole course is unreadable: no folder, no `course.toml` that parses, no lessons."""


class StoreError(QuiztermError):
    """The learner's database cannot be used as it is; it was left byte for byte as it was."""

    def __init__(self, path: Path, problem: str) -> None:
        super().__init__(f"{path}: {problem}")
        self.path = path


class DatabaseTooNewError(StoreError):
    """A newer quizterm wrote the database."""


class DatabaseForeignError(StoreError):
    """The file is a database of another program, or no database at all."""


class DatabaseDamagedError(StoreError):
    """SQLite finds the file damaged, cut short or empty."""


class DatabaseUnavailableError(StoreError):
    """The file is locked for longer than the busy timeout, read-only, or its disk is full."""


class ItemChangedError(QuiztermError):
    """Another quizterm changed this item since it was shown; ask again."""


class FitError(QuiztermError):
    """The memory model could not be fitted: no torch, or its process failed."""


class GradingError(QuiztermError):
    """Grading could not run: no torch, no such device, or a worker that does not start. Never the learner's fault."""


class ExerciseError(QuiztermError):
    """A shipped or own exercise folder is incomplete or contradicts itself."""
