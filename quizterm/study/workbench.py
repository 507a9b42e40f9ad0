"""One exercise on the workbench: its file, what is handed in, the hints taken, and the exercises beside it."""

from dataclasses import replace
from pathlib import Path

from quizterm.errors import UsageError
from quizterm.grading.exercise import Exercise
from quizterm.grading.verdict import Report
from quizterm.memory.events import EventKind
from quizterm.study.attempt import Attempt, record
from quizterm.study.exercises import (
    Started,
    exercise_item,
    hints_taken,
    is_asked,
    listed_exercises,
    reset,
    see_solution,
    start,
    take_hint,
)
from quizterm.study.failing_line import first_failing_line
from quizterm.study.line_diff import DiffRow, diff_rows
from quizterm.study.open_file import OpenFile
from quizterm.study.regrading import choose_easy, easy_text
from quizterm.study.session import Study
from quizterm.study.submission import Submission, draw_seeds, submission
from quizterm.study.undo import undo_newest
from quizterm.study.watch import Watch
from quizterm.study.workspace import shown_path


class Workbench:
    """An exercise that was opened: its starter is written if there is no file yet, or if the exercise is due again.

    `note` says in one plain line what was written, if anything was. `seeds` are those of the next submission.

    Raises:
        UsageError: there is no such exercise, or its file cannot be read or written.
        ExerciseError: its folder is faulty.
    """

    def __init__(self, study: Study, slug: str) -> None:
        self._study = study
        self._watch = Watch(study, slug)
        started = start(study, slug)
        self.slug = slug
        self.note = _note(started)
        self.file = OpenFile(study, slug)
        self.seeds = draw_seeds(study, slug)
        self._hints = hints_taken(study, exercise_item(study, slug))

    @property
    def exercise(self) -> Exercise:
        return self._watch.exercise

    @property
    def lesson(self) -> str:
        """The exercise's lesson, as the catalog finds it."""
        return self._study.catalog.lesson_name(*_lesson_of(self._study, self.slug))

    @property
    def hints(self) -> tuple[str, ...]:
        """The hints taken since the exercise was asked, as Markdown."""
        return self.exercise.hints[: self._hints]

    @property
    def is_hint_left(self) -> bool:
        return self._hints < len(self.exercise.hints)

    def take_hint(self) -> str:
        """The next hint, as Markdown; that it was taken is noted."""
        text = take_hint(self._study, self.slug, self._hints)
        self._hints += 1
        return text

    def hand_in(self) -> Submission:
        """The file as it stands. Raises UsageError if it cannot be read."""
        return submission(self._study, self.slug, seeds=self.seeds)

    def hand_in_if_changed(self) -> Submission | None:
        """The file as it stands, or None if it was judged like this before. Raises UsageError as `hand_in` does."""
        submitted = self.hand_in()
        return None if self._watch.is_judged(submitted) else submitted

    def failing_line(self, attempt: Attempt | None) -> int | None:
        """The line, from 1, at which an attempt failed; None if it is not known, or the file is another by now."""
        try:
            is_judged = self._watch.is_judged(self.hand_in())
        except UsageError:  # it cannot be read any more
            return None
        return first_failing_line(attempt.report, f"{self.slug}.py") if attempt is not None and is_judged else None

    def settle(self, submitted: Submission, report: Report, *, watched: bool) -> Attempt:
        """Record an attempt; a `watched` one, which nobody asked for, only if it tells something new."""
        attempt = self._watch.settle(submitted, report) if watched else self._record(submitted, report)
        self.seeds = draw_seeds(self._study, self.slug)
        return attempt

    def choose_easy(self, attempt: Attempt) -> Attempt:
        """The attempt as it stands with Easy in the place of Good.

        Raises:
            UsageError: there is no such choice any more.
            ItemChangedError: another quizterm changed the exercise at this moment.
        """
        return replace(attempt, note=choose_easy(self._study, self.slug), easy="")

    def undo(self, attempt: Attempt | None) -> tuple[str, Attempt | None]:
        """Take back the newest action of the log: one plain sentence on it, and the attempt as it stands then."""
        undone = undo_newest(self._study)
        if undone is None:
            return "Nothing to undo", attempt
        self.seeds = draw_seeds(self._study, self.slug)
        if attempt is None or exercise_item(self._study, self.slug).id not in undone.item_ids:
            return undone.sentence, attempt
        if undone.action == attempt.action:
            return undone.sentence, replace(attempt, is_taken_back=True, note="", brought_back=(), easy="")
        if undone.kind is EventKind.ATTEMPTED:
            return f"{undone.sentence}, another one than is shown", attempt
        easy = easy_text(self._study, self.slug) if attempt.report.passed else ""
        return undone.sentence, replace(attempt, note=undone.sentence, easy=easy)

    def reset(self) -> Path | None:
        """Begin afresh with the starter; returns where the file was archived to."""
        archived = reset(self._study, self.slug).archived
        self.file.reload()
        return archived

    @property
    def costs_solution(self) -> bool:
        """Whether the solution, seen now, makes the next pass count as Again."""
        return is_asked(exercise_item(self._study, self.slug), self._study.now())

    def compare_with_solution(self) -> tuple[DiffRow, ...]:
        """The file as last read or saved beside the solution; that it was seen is noted while the exercise is asked."""
        return diff_rows(self.file.text, see_solution(self._study, self.slug))

    def beside(self, step: int) -> str | None:
        """The slug of the exercise so many steps further in the course; None beyond its ends."""
        slugs = listed_exercises(self._study)
        place = slugs.index(self.slug) + step
        return slugs[place] if 0 <= place < len(slugs) else None

    def _record(self, submitted: Submission, report: Report) -> Attempt:
        self._watch.note_judged(submitted)
        return record(self._study, submitted, report)


def _note(started: Started) -> str:
    if started.archived is not None:
        return f"Due again, so it begins blank; your last file is kept as {shown_path(started.archived)}"
    return "The starter is written" if started.written else ""


def _lesson_of(study: Study, slug: str) -> tuple[str, str]:
    """Course and slug of the first lesson that lists an exercise."""
    return next(
        (course.slug, lesson.slug)
        for course in study.catalog.courses
        for lesson in course.lessons
        if slug in lesson.exercises
    )
