"""The exercises of the courses: which there are, how far the learner is, and their files in the workspace."""

import difflib
import json
from dataclasses import dataclass
from pathlib import Path

from quizterm import paths
from quizterm.errors import UsageError
from quizterm.grading.edits import write_bugs as write_bug_files
from quizterm.grading.exercise import Exercise
from quizterm.grading.exercise_check import load_exercise
from quizterm.memory.events import Draft, Event, EventKind, Moment
from quizterm.memory.fold import active
from quizterm.memory.item import Phase
from quizterm.store.rows import Item, exercise_key
from quizterm.study.attempt_detail import read_detail
from quizterm.study.building_on import composed_starter
from quizterm.study.session import Study
from quizterm.study.standing import is_due
from quizterm.study.workspace import archive, submission_file, write_submission

_HINT, _SOLUTION = "hint", "solution"  # in the detail of a HINTED event: a number from 0; true


@dataclass(frozen=True, slots=True)
class ExerciseLine:
    """An exercise in the list of exercises."""

    slug: str
    title: str
    lesson: str  # slug
    state: str  # a few plain words
    attempts: int
    due: bool
    is_passed: bool  # at least once


@dataclass(frozen=True, slots=True)
class Started:
    """An exercise's file in the workspace."""

    file: Path
    written: bool
    archived: Path | None  # where what stood there before was copied to
    note: str  # one plain line
    brief: str  # Markdown


def exercises(study: Study) -> tuple[ExerciseLine, ...]:
    """Every exercise that a lesson lists, in course order."""
    now = study.now()
    return tuple(_line(study, slug, now) for slug in listed_exercises(study))


def find_exercise(study: Study, slug: str) -> Exercise:
    """The exercise with this slug.

    Raises:
        UsageError: no lesson lists it; close matches are named.
        ExerciseError: its folder is incomplete or contradicts itself.
    """
    listed = listed_exercises(study)
    if slug not in listed:
        close = difflib.get_close_matches(slug, listed, n=1)
        advice = f"did you mean {close[0]}?" if close else f"there are {', '.join(listed)}"
        raise UsageError(f"there is no exercise {slug!r}; {advice}")
    return load_exercise(paths.exercises_folder() / slug)


def start(study: Study, slug: str) -> Started:
    """Put the starter into the workspace, if nothing stands there yet or the exercise is due again."""
    exercise = find_exercise(study, slug)
    now = study.now()
    file = submission_file(paths.workspace(), slug)
    if file.exists() and not _asked_blank(study, slug, now):
        note = "your file is there already and was left as it is; reset begins afresh"
        return Started(file, False, None, note, exercise.brief)
    return _write(study, exercise, now, "the starter is written; open it in your editor")


def reset(study: Study, slug: str) -> Started:
    """Put the starter into the workspace, whatever stands there."""
    return _write(study, find_exercise(study, slug), study.now(), "the starter is written afresh")


def write_bugs(study: Study, slug: str, out: Path) -> tuple[Path, ...]:
    """Write each known bug of the exercise as a file named after it."""
    return tuple(write_bug_files(find_exercise(study, slug), out))


def exercise_item(study: Study, slug: str) -> Item:
    """The scheduled item of an exercise that a lesson lists."""
    item = study.store.item_by_key(exercise_key(slug))
    if item is None:
        raise UsageError(f"{slug}: not among the scheduled exercises; close quizterm everywhere and open it again")
    return item


def is_first_try(study: Study, item: Item) -> bool:
    """Whether nothing was submitted and no hint was taken since the exercise was asked: became due, or at all if new.

    Practice in between leaves the next first try what it is.
    """
    helped = (EventKind.ATTEMPTED, EventKind.HINTED)
    return not any(event.kind in helped for event in _since_asked(study, item))


def is_solution_seen(study: Study, item: Item) -> bool:
    """Whether the solution was looked at since the exercise was asked."""
    return any(help.get(_SOLUTION) for help in _help_taken(study, item))


def hints_taken(study: Study, item: Item) -> int:
    """How many hints were taken since the exercise was asked."""
    return max((help[_HINT] + 1 for help in _help_taken(study, item) if _HINT in help), default=0)


def take_hint(study: Study, slug: str, number: int) -> str:
    """The text of a hint, from 0 (a nudge) on; that it was taken is noted.

    Raises:
        UsageError: there is no such exercise, or no such hint.
    """
    exercise = find_exercise(study, slug)
    if not 0 <= number < len(exercise.hints):
        raise UsageError(f"{slug} has {len(exercise.hints)} hints; there is no hint {number + 1}")
    _note_help(study, slug, {_HINT: number})
    return exercise.hints[number]


def see_solution(study: Study, slug: str) -> str:
    """The text of the solution; if the exercise is asked (new or due), it is noted that it was seen.

    Raises:
        UsageError: there is no such exercise.
    """
    exercise = find_exercise(study, slug)
    if is_asked(exercise_item(study, slug), study.now()):
        _note_help(study, slug, {_SOLUTION: True})
    return exercise.solution


def is_asked(item: Item, now: Moment) -> bool:
    """Whether a pass counts as a review of the exercise: it was never passed, or is due."""
    return item.state.phase is Phase.NEW or is_due(item.state, now)


def _write(study: Study, exercise: Exercise, now: Moment, note: str) -> Started:
    item = exercise_item(study, exercise.slug)
    archived = archive(paths.workspace(), exercise.slug, now)
    starter = composed_starter(study, exercise)
    file = write_submission(paths.workspace(), exercise.slug, starter.text)
    study.store.append([Draft(EventKind.STARTED, now, item.id)])
    if starter.shipped:
        note += f"; it holds the shipped solution of {' and '.join(starter.shipped)}, of which none of yours passed yet"
    return Started(file, True, archived, note, exercise.brief)


def _note_help(study: Study, slug: str, detail: dict[str, int]) -> None:
    item = exercise_item(study, slug)
    study.store.append([Draft(EventKind.HINTED, study.now(), item.id, detail=json.dumps(detail))])


def _help_taken(study: Study, item: Item) -> list[dict[str, int]]:
    """The details of hints since the exercise was asked; those that old versions noted without one are left out."""
    events = _since_asked(study, item)
    return [json.loads(event.detail) for event in events if event.kind is EventKind.HINTED and event.detail]


def _since_asked(study: Study, item: Item) -> list[Event]:
    """What happened to an exercise since it became due, or at all if it is new."""
    asked_on = item.state.due_day
    return [event for event in active(study.store.history(item.id)) if asked_on is None or event.day >= asked_on]


def _asked_blank(study: Study, slug: str, now: Moment) -> bool:
    """Whether the exercise is due and was not begun blank since it became due."""
    item = exercise_item(study, slug)
    if not is_due(item.state, now):
        return False
    for event in reversed(active(study.store.history(item.id))):
        if event.kind is EventKind.STARTED:
            return event.day < (item.state.due_day or 0)
        if event.kind is EventKind.REVIEWED:
            return True
    return True


def listed_exercises(study: Study) -> list[str]:
    """Slugs of the exercises that lessons list, in course order."""
    lessons = (lesson for course in study.catalog.courses for lesson in course.lessons)
    return list(dict.fromkeys(slug for lesson in lessons for slug in lesson.exercises))


def _line(study: Study, slug: str, now: Moment) -> ExerciseLine:
    exercise = find_exercise(study, slug)
    item = exercise_item(study, slug)
    attempts = study.store.attempts(item.id)
    return ExerciseLine(
        slug=slug,
        title=exercise.title,
        lesson=exercise.lesson,
        state=_state_words(slug, item, attempts, now),
        attempts=len(attempts),
        due=is_due(item.state, now),
        is_passed=item.state.phase is not Phase.NEW or any(read_detail(attempt).passed for attempt in attempts),
    )


def _state_words(slug: str, item: Item, attempts: list[Event], now: Moment) -> str:
    if is_due(item.state, now):
        return "passed before, due again"
    if item.state.phase is not Phase.NEW and item.state.suspended:
        return "passed"
    if item.state.phase is not Phase.NEW and item.state.due_day is not None:
        return f"passed, due again in {item.state.due_day - now.day} days"
    if any(read_detail(attempt).passed for attempt in attempts):
        return "passed"
    if attempts:
        return "tried, not passed yet"
    return "begun" if submission_file(paths.workspace(), slug).exists() else "new"
