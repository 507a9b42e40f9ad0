"""One submission: graded, recorded, and joined with the cards that explain what went wrong."""

import hashlib
import json
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom
from typing import Protocol

from quizterm import paths
from quizterm.course.model import Card
from quizterm.grading.exercise import Exercise
from quizterm.grading.runner import Grader
from quizterm.grading.unreadable import unreadable_report
from quizterm.grading.verdict import Report
from quizterm.memory.events import Draft, Event, EventKind, Moment
from quizterm.memory.fsrs import DEFAULT_WEIGHTS_ID
from quizterm.memory.item import Phase, Rating
from quizterm.store.rows import Item
from quizterm.study.exercises import attempts_of_this_round, exercise_item, find_exercise
from quizterm.study.queue import is_due
from quizterm.study.session import Study
from quizterm.study.workspace import UnreadableSubmissionError, read_submission, submission_file

SEEDS = 1000


class Grades(Protocol):
    """What grades a file: `quizterm.grading.runner.Grader`, or a stand-in for it."""

    def grade(self, exercise: Exercise, source: str, *, seed: int, device: str, file: str) -> Report: ...


@dataclass(frozen=True, slots=True)
class Attempt:
    """A graded submission."""

    report: Report
    saved: bool
    cards: tuple[Card, ...]  # that explain a named bug
    brought_back: tuple[str, ...]  # shown ids of those that this attempt made due, or the first of their lesson


def grade(
    study: Study,
    slug: str,
    file: Path | None = None,
    *,
    seed: int | None = None,
    device: str = "auto",
    save: bool = True,
    grader: Grades | None = None,
) -> Attempt:
    """Grade the workspace's file, or another one, which is never recorded.

    The seed stays the same until the exercise passes, so that numbers do not move under the learner's feet. A pass is
    confirmed on a fresh seed; if that fails, the fresh one becomes the exercise's. A given `seed` is used as it is.

    Args:
        grader: a referee that is running already; without one, a referee runs for this call only.

    Raises:
        UsageError: there is no such exercise or file.
        GradingError: grading cannot run on this machine or device.
    """
    exercise = find_exercise(study, slug)
    source_file = file or submission_file(paths.workspace(), slug)
    item = exercise_item(study, slug)
    attempts = study.store.attempts(item.id)
    seeds = [seed] if seed is not None else _seeds(attempts)
    try:
        source = read_submission(source_file)
    except UnreadableSubmissionError as error:
        source = ""
        report = unreadable_report(exercise, seeds[0], "cpu" if device == "auto" else device, str(error))
    else:
        with nullcontext(grader) if grader is not None else Grader(cache=bug_cache()) as referee:
            report = _verdict(referee, exercise, source, source_file.name, seeds, device)
    cards = _explaining(study, exercise, report)
    if not save or file is not None:
        return Attempt(report, saved=False, cards=cards, brought_back=())
    return _record(study, exercise, source, report, cards, item, attempts)


def has_passed(study: Study, slug: str, source: str) -> bool:
    """Whether this very text passed the exercise."""
    attempts = study.store.attempts(exercise_item(study, slug).id)
    details = (json.loads(attempt.detail or "{}") for attempt in attempts)
    return any(detail.get("passed") and detail.get("source") == _digest(source) for detail in details)


def bug_cache() -> Path:
    """Where the outcomes of bugs are kept."""
    return paths.cache_folder() / "bugs"


def _verdict(referee: Grades, exercise: Exercise, source: str, name: str, seeds: Sequence[int], device: str) -> Report:
    """The report on the first seed that fails, or on the first if none does."""
    reports = []
    for seed in seeds:
        report = referee.grade(exercise, source, seed=seed, device=device, file=name)
        if not report.passed:
            return report
        reports.append(report)
    return reports[0]


def _seeds(attempts: Sequence[Event]) -> list[int]:
    """The exercise's seed, then the one that confirms a pass."""
    draw = SystemRandom()
    last = json.loads(attempts[-1].detail or "{}") if attempts else {}
    first = last["seed"] if last and not last["passed"] else draw.randrange(SEEDS)
    confirming = draw.choice([seed for seed in range(SEEDS) if seed != first])
    return [first, confirming]


def _explaining(study: Study, exercise: Exercise, report: Report) -> tuple[Card, ...]:
    course = next(
        course.slug
        for course in study.catalog.courses
        for lesson in course.lessons
        if exercise.slug in lesson.exercises
    )
    cards = (study.catalog.card(f"{course}.{name}") for name in report.cards)
    return tuple(card for card in cards if card is not None)


def _record(
    study: Study,
    exercise: Exercise,
    source: str,
    report: Report,
    cards: tuple[Card, ...],
    item: Item,
    attempts: Sequence[Event],
) -> Attempt:
    now = study.now()
    bug = report.diagnosis.bug if report.diagnosis is not None else None
    detail = {
        "passed": report.passed,
        "seed": report.seed,
        "device": report.device,
        "torch": report.torch,
        "bug": bug,
        "failed": [result.name for result in report.experiments if not result.passed and not result.bonus],
        "error": report.error.kind if report.error is not None else None,
        "source": _digest(source),
        "exercise": exercise.content_hash,
    }
    drafts = [Draft(EventKind.ATTEMPTED, now, item.id, detail=json.dumps(detail))]
    if report.passed and (item.state.phase is Phase.NEW or is_due(item.state, now)):
        drafts.append(_review(study, item, now))
    brought: list[Card] = []
    if bug is not None and not _named_before(attempts, bug, now.day):
        items = study.store.items_by_keys([card.id for card in cards])
        for card in cards:
            known = items.get(card.id)
            if known is not None and not known.state.suspended:
                drafts.append(Draft(EventKind.BROUGHT_BACK, now, known.id))
                brought.append(card)
    study.store.append(drafts)
    shown = tuple(study.catalog.display_id(card.id) for card in brought)
    return Attempt(report, saved=True, cards=cards, brought_back=shown)


def _review(study: Study, item: Item, now: Moment) -> Draft:
    """The review that a pass counts as: Good at the first submission since the exercise was asked, Hard later."""
    rating = Rating.HARD if attempts_of_this_round(study, item) else Rating.GOOD
    outcome = study.exercise_scheduler.preview(item.state, now, item.key)[rating - 1]
    return Draft(
        kind=EventKind.REVIEWED,
        moment=now,
        item_id=item.id,
        rating=rating,
        weights=DEFAULT_WEIGHTS_ID,
        due_day=outcome.due_day,
        due_at=outcome.due_at,
    )


def _named_before(attempts: Sequence[Event], bug: str, day: int) -> bool:
    """Whether an attempt of the same study day brought the bug's cards back already."""
    return any(attempt.day == day and json.loads(attempt.detail or "{}").get("bug") == bug for attempt in attempts)


def _digest(source: str) -> str:
    return hashlib.sha256(source.encode()).hexdigest()
