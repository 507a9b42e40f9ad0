"""One submission: graded, recorded, and joined with the cards that explain what went wrong."""

import json
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from quizterm import paths
from quizterm.course.model import Card
from quizterm.grading.exercise import Exercise
from quizterm.grading.runner import Grader
from quizterm.grading.verdict import Report
from quizterm.memory.events import Draft, Event, EventKind, Moment
from quizterm.memory.fsrs import DEFAULT_WEIGHTS_ID
from quizterm.memory.item import Phase, Rating
from quizterm.store.rows import Item
from quizterm.study.exercises import exercise_item, is_first_try
from quizterm.study.session import Study
from quizterm.study.standing import is_due
from quizterm.study.submission import Grades, Submission, digest, judge, submission


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

    Args:
        seed: instead of the exercise's own; used as it is, without confirming a pass on a fresh one.
        grader: a referee that is running already; without one, a referee runs for this call only.

    Raises:
        UsageError: there is no such exercise or file.
        GradingError: grading cannot run on this machine or device.
    """
    submitted = submission(study, slug, file, seed=seed, device=device)
    with nullcontext(grader) if grader is not None else Grader(cache=bug_cache()) as referee:
        report = judge(submitted, referee)
    if save and file is None:
        return record(study, submitted, report)
    return Attempt(report, saved=False, cards=_explaining(study, submitted.exercise, report), brought_back=())


def record(study: Study, submitted: Submission, report: Report) -> Attempt:
    """Store an attempt with all that follows from it, as one action: the grade of a pass, the cards that come back."""
    item = exercise_item(study, submitted.exercise.slug)
    cards = _explaining(study, submitted.exercise, report)
    now = study.now()
    drafts = [Draft(EventKind.ATTEMPTED, now, item.id, detail=json.dumps(_detail(submitted, report)))]
    if report.passed and (item.state.phase is Phase.NEW or is_due(item.state, now)):
        drafts.append(_review(study, item, now))
    brought = _to_bring_back(study, item, report, cards, now)
    drafts += [Draft(EventKind.BROUGHT_BACK, now, known.id) for known in brought]
    study.store.append(drafts)
    shown = tuple(study.catalog.display_id(known.key) for known in brought)
    return Attempt(report, saved=True, cards=cards, brought_back=shown)


def has_passed(study: Study, slug: str, source: str) -> bool:
    """Whether this very text passed the exercise."""
    attempts = study.store.attempts(exercise_item(study, slug).id)
    details = (json.loads(attempt.detail or "{}") for attempt in attempts)
    return any(detail.get("passed") and detail.get("source") == digest(source) for detail in details)


def bug_cache() -> Path:
    """Where the outcomes of bugs are kept."""
    return paths.cache_folder() / "bugs"


def _explaining(study: Study, exercise: Exercise, report: Report) -> tuple[Card, ...]:
    course = next(
        course.slug
        for course in study.catalog.courses
        for lesson in course.lessons
        if exercise.slug in lesson.exercises
    )
    cards = (study.catalog.card(f"{course}.{name}") for name in report.cards)
    return tuple(card for card in cards if card is not None)


def _detail(submitted: Submission, report: Report) -> dict[str, object]:
    """What the log keeps of an attempt."""
    return {
        "passed": report.passed,
        "seed": report.seed,
        "device": report.device,
        "torch": report.torch,
        "bug": _named_bug(report),
        "failed": [result.name for result in report.experiments if not result.passed and not result.bonus],
        "error": report.error.kind if report.error is not None else None,
        "source": digest(submitted.source),
        "exercise": submitted.exercise.content_hash,
    }


def _named_bug(report: Report) -> str | None:
    return report.diagnosis.bug if report.diagnosis is not None else None


def _review(study: Study, item: Item, now: Moment) -> Draft:
    """The review that a pass counts as: Good at the first try since the exercise was asked, Hard later."""
    rating = Rating.GOOD if is_first_try(study, item) else Rating.HARD
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


def _to_bring_back(study: Study, item: Item, report: Report, cards: Sequence[Card], now: Moment) -> list[Item]:
    """The cards of a named bug, once per bug and study day; suspended ones stay suspended."""
    bug = _named_bug(report)
    if bug is None or _named_before(study.store.attempts(item.id), bug, now.day):
        return []
    items = study.store.items_by_keys([card.id for card in cards])
    found = (items.get(card.id) for card in cards)
    return [known for known in found if known is not None and not known.state.suspended]


def _named_before(attempts: Sequence[Event], bug: str, day: int) -> bool:
    """Whether an attempt of the same study day brought the bug's cards back already."""
    return any(attempt.day == day and json.loads(attempt.detail or "{}").get("bug") == bug for attempt in attempts)
