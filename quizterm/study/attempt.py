"""One submission: graded, recorded, and joined with the cards that explain what went wrong."""

from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from quizterm.course.model import Card
from quizterm.errors import DatabaseUnavailableError, ItemChangedError, UsageError
from quizterm.grading.exercise import Exercise
from quizterm.grading.verdict import FailureKind, Report
from quizterm.memory.events import Draft, EventKind, Moment
from quizterm.memory.item import Rating
from quizterm.store.rows import Item
from quizterm.study.attempt_detail import attempt_detail, digest, named_bugs, read_detail
from quizterm.study.bring_back import items_to_bring_back
from quizterm.study.exercises import exercise_item, is_asked, is_first_try, is_solution_seen
from quizterm.study.referee import Grades, new_referee
from quizterm.study.regrading import due_again_text, easy_text
from quizterm.study.session import Study
from quizterm.study.submission import Submission, judge, submission
from quizterm.study.trust import Ask, require_trust
from quizterm.study.versions import keep_version

_NEVER_AGAIN = "it is not asked again"
_WHY = {
    Rating.AGAIN: "graded Again, since you saw the solution",
    Rating.HARD: "graded Hard, since it took a hint or several attempts",
    Rating.GOOD: "graded Good: at the first attempt, without a hint",
}


@dataclass(frozen=True, slots=True)
class Attempt:
    """A graded submission."""

    report: Report
    saved: bool
    cards: tuple[Card, ...]  # that explain a named bug
    brought_back: tuple[str, ...]  # shown ids of those that this attempt made due, or the first of their lesson
    note: str = ""  # one plain line on what the schedule, or the record, makes of it
    easy: str = ""  # when the exercise would come back after Easy, if the learner may choose that
    action: int | None = None  # id of the event that recorded it
    is_taken_back: bool = False


def grade(
    study: Study,
    slug: str,
    file: Path | None = None,
    *,
    seed: int | None = None,
    device: str = "auto",
    save: bool = True,
    grader: Grades | None = None,
    trusted: bool = False,
    ask: Ask | None = None,
) -> Attempt:
    """Grade the workspace's file, or another one, which is never recorded.

    Args:
        seed: instead of the exercise's own; used as it is, without confirming a pass on a fresh one, and not recorded.
        grader: a referee that is running already; without one, a referee runs for this call only.
        trusted, ask: see `require_trust`, which decides about a file from elsewhere.

    Raises:
        UsageError: there is no such exercise or file, or it is not trusted.
        GradingError: grading cannot run on this machine or device.
    """
    if file is not None:
        require_trust(file, trusted=trusted, ask=ask)
    submitted = submission(study, slug, file, seed=seed, device=device)
    with nullcontext(grader) if grader is not None else new_referee() as referee:
        report = judge(submitted, referee)
    if save and file is None and seed is None:
        return record(study, submitted, report)
    return unrecorded(study, submitted, report)


def record(study: Study, submitted: Submission, report: Report) -> Attempt:
    """Store an attempt with all that follows from it, as one action: the grade of a pass, the cards that come back.

    A file in which nothing is written yet is no attempt. Where the database cannot be written at present, the attempt
    says why it is not recorded: the verdict stands.
    """
    if is_unwritten(report):
        return unrecorded(study, submitted, report, "not recorded: nothing is written yet")
    while True:
        try:
            return _record(study, submitted, report)
        except ItemChangedError:
            continue  # another quizterm was quicker: what follows is another thing
        except DatabaseUnavailableError as error:
            return unrecorded(study, submitted, report, f"not recorded: {error}")


def _record(study: Study, submitted: Submission, report: Report) -> Attempt:
    """See `record`.

    Raises:
        ItemChangedError: the exercise is not what it was a moment ago.
    """
    item = exercise_item(study, submitted.exercise.slug)
    now = study.now()
    detail = attempt_detail(submitted.exercise, submitted.source, report)
    drafts = [Draft(EventKind.ATTEMPTED, now, item.id, detail=detail.to_json())]
    note = ""
    if report.passed and is_asked(item, now):
        rating, review = _review(study, item, now)
        drafts.append(review)
        if not submitted.exercise.repeats:
            drafts.append(Draft(EventKind.SUSPENDED, now, item.id))
        again = _due_again(review.due_day, now) if submitted.exercise.repeats else _NEVER_AGAIN
        note = f"{_WHY[rating]}; {again}"
    elif report.passed:
        again = _NEVER_AGAIN if item.state.suspended else f"{_due_again(item.state.due_day, now)}, as before"
        note = f"practice; {again}"
    brought = _to_bring_back(study, item, submitted.exercise, report, now)
    drafts += [Draft(EventKind.BROUGHT_BACK, now, known.id) for known in brought]
    recorded = study.store.append(drafts, expect={item.id: item.shown(study.store.weights.id)})
    study.forget_load()
    if submitted.problem is None:
        try:
            keep_version(submitted.exercise.slug, submitted.source, now)
        except UsageError as error:
            note = f"{note}; this version is not kept: {error}" if note else f"this version is not kept: {error}"
    shown = tuple(study.catalog.display_id(known.key) for known in brought)
    cards = _cards(study, submitted.exercise, report.cards)
    easy = easy_text(study, submitted.exercise.slug) if report.passed else ""
    action = recorded[0].id
    return Attempt(report, saved=True, cards=cards, brought_back=shown, note=note, easy=easy, action=action)


def unrecorded(study: Study, submitted: Submission, report: Report, note: str = "not recorded") -> Attempt:
    """What is told of an attempt that leaves no trace."""
    cards = _cards(study, submitted.exercise, report.cards)
    return Attempt(report, saved=False, cards=cards, brought_back=(), note=note)


def is_unwritten(report: Report) -> bool:
    """Whether all that fails is what the starter leaves open."""
    failed = [result for result in report.experiments if not result.passed and not result.bonus]
    if report.passed or report.error is not None or not failed:
        return False
    return all(result.error is not None and result.error.kind is FailureKind.MISSING for result in failed)


def has_passed(study: Study, slug: str, source: str) -> bool:
    """Whether this very text passed the exercise."""
    details = map(read_detail, study.store.attempts(exercise_item(study, slug).id))
    return any(detail.passed and detail.source == digest(source) for detail in details)


def _cards(study: Study, exercise: Exercise, names: Iterable[str]) -> tuple[Card, ...]:
    """The cards called `lesson.card` in the course of the exercise, as far as there are such."""
    course = next(
        course.slug
        for course in study.catalog.courses
        for lesson in course.lessons
        if exercise.slug in lesson.exercises
    )
    cards = (study.catalog.card(f"{course}.{name}") for name in names)
    return tuple(card for card in cards if card is not None)


def _review(study: Study, item: Item, now: Moment) -> tuple[Rating, Draft]:
    """The review that a pass counts as, since the exercise was asked: Good at the first try, Hard later, and Again if
    the solution was seen.
    """
    if is_solution_seen(study, item):
        rating = Rating.AGAIN
    else:
        rating = Rating.GOOD if is_first_try(study, item) else Rating.HARD
    outcome = study.exercise_scheduler(item.key).preview(item.state, now, item.key)[rating - 1]
    return rating, Draft(
        kind=EventKind.REVIEWED,
        moment=now,
        item_id=item.id,
        rating=rating,
        weights=study.store.weights.id,
        due_day=outcome.due_day,
        due_at=outcome.due_at,
    )


def _due_again(day: int | None, now: Moment) -> str:
    assert day is not None  # it was passed
    return due_again_text(day, now)


def _to_bring_back(study: Study, item: Item, exercise: Exercise, report: Report, now: Moment) -> list[Item]:
    """The cards of named bugs, once per bug and study day; suspended ones stay suspended."""
    told = {
        bug for attempt in study.store.attempts(item.id) if attempt.day == now.day for bug in read_detail(attempt).bugs
    }
    names = [name for bug in named_bugs(report) if bug not in told for name in exercise.bug(bug).cards]
    return items_to_bring_back(study, [card.id for card in _cards(study, exercise, dict.fromkeys(names))])
