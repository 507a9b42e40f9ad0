"""One submission: graded, recorded, and joined with the cards that explain what went wrong."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom

from quizterm import paths
from quizterm.course.model import Card
from quizterm.grading.exercise import Exercise
from quizterm.grading.runner import grade as run_grading
from quizterm.grading.verdict import Report
from quizterm.memory.events import Draft, Event, EventKind, Moment
from quizterm.memory.fsrs import DEFAULT_WEIGHTS_ID
from quizterm.memory.item import Phase, Rating
from quizterm.store.rows import Item
from quizterm.study.exercises import attempts_since_blank, exercise_item, find_exercise
from quizterm.study.queue import is_due
from quizterm.study.session import Study
from quizterm.study.workspace import read_submission, submission_file

SEEDS = 1000


@dataclass(frozen=True, slots=True)
class Attempt:
    """A graded submission."""

    report: Report
    saved: bool
    cards: tuple[Card, ...]  # that explain a named bug
    brought_back: tuple[str, ...]  # shown ids of those that this attempt made due or moved to the front


def grade(
    study: Study,
    slug: str,
    file: Path | None = None,
    *,
    seed: int | None = None,
    device: str = "auto",
    save: bool = True,
) -> Attempt:
    """Grade the workspace's file, or another one, which is never recorded.

    The seed stays the same until the exercise passes; a pass is confirmed on a fresh one, and if that fails the fresh
    one becomes the exercise's seed. A given `seed` is used as it is, and without confirmation.

    Raises:
        UsageError: there is no such exercise or file.
        GradingError: grading cannot run on this machine or device.
    """
    exercise = find_exercise(study, slug)
    source = read_submission(file or submission_file(paths.workspace(), slug))
    item = exercise_item(study, slug)
    history = study.store.history(item.id)
    seeds = [seed] if seed is not None else _seeds(history)
    report = run_grading(exercise, source, seeds=seeds, device=device, cache=paths.cache_folder() / "bugs")
    cards = tuple(card for name in report.cards if (card := study.catalog.find_card(name)) is not None)
    if not save or file is not None:
        return Attempt(report, saved=False, cards=cards, brought_back=())
    return _record(study, exercise, source, report, cards, item, history)


def _seeds(history: list[Event]) -> list[int]:
    """The exercise's seed, then the one that confirms a pass."""
    attempts = [json.loads(event.detail) for event in history if event.kind is EventKind.ATTEMPTED and event.detail]
    draw = SystemRandom()
    first = attempts[-1]["seed"] if attempts and not attempts[-1]["passed"] else draw.randrange(SEEDS)
    confirming = draw.choice([seed for seed in range(SEEDS) if seed != first])
    return [first, confirming]


def _record(
    study: Study,
    exercise: Exercise,
    source: str,
    report: Report,
    cards: tuple[Card, ...],
    item: Item,
    history: list[Event],
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
        "source": hashlib.sha256(source.encode()).hexdigest(),
        "exercise": exercise.content_hash,
    }
    drafts = [Draft(EventKind.ATTEMPTED, now, item.id, detail=json.dumps(detail))]
    if report.passed and (item.state.phase is Phase.NEW or is_due(item.state, now)):
        drafts.append(_graded(study, item, history, now))
    brought: list[Card] = []
    if bug is not None and not _brought_back_today(history, bug, now):
        items = study.store.items_by_keys([card.id for card in cards])
        for card in cards:
            known = items.get(card.id)
            if known is not None and not known.state.suspended:
                drafts.append(Draft(EventKind.BROUGHT_BACK, now, known.id))
                brought.append(card)
    study.store.append(drafts)
    shown = tuple(study.catalog.display_id(card.id) for card in brought)
    return Attempt(report, saved=True, cards=cards, brought_back=shown)


def _graded(study: Study, item: Item, history: list[Event], now: Moment) -> Draft:
    """The review of a pass: Good at the first submission of its round, Hard later."""
    rating = Rating.HARD if attempts_since_blank(history) else Rating.GOOD
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


def _brought_back_today(history: list[Event], bug: str, now: Moment) -> bool:
    return any(
        event.kind is EventKind.ATTEMPTED
        and event.day == now.day
        and json.loads(event.detail or "{}").get("bug") == bug
        for event in history
    )
