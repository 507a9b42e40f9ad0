"""What became of the exercises that were tried."""

from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from quizterm.memory.days import date_of
from quizterm.memory.events import Event
from quizterm.store.rows import exercise_key
from quizterm.study.attempt_detail import AttemptDetail, read_detail
from quizterm.study.exercises import listed_exercises
from quizterm.study.session import Study
from quizterm.study.words import count_text


@dataclass(frozen=True, slots=True)
class ExerciseRecord:
    """The attempts at one exercise."""

    slug: str
    attempts: int
    passes: int
    last: date  # study day of the newest attempt
    verdict: str  # of the newest attempt, in a few plain words

    def as_dict(self) -> dict[str, Any]:
        return asdict(self) | {"last": self.last.isoformat()}


def exercise_history(study: Study) -> tuple[ExerciseRecord, ...]:
    """Every exercise that was tried, the one tried last first."""
    slugs = {exercise_key(slug): slug for slug in listed_exercises(study)}
    items = study.store.items_by_keys(list(slugs))
    tried = [(slugs[key], study.store.attempts(item.id)) for key, item in items.items()]
    newest_first = sorted(((slug, attempts) for slug, attempts in tried if attempts), key=_newest, reverse=True)
    return tuple(_record(slug, attempts) for slug, attempts in newest_first)


def _newest(tried: tuple[str, list[Event]]) -> int:
    return tried[1][-1].id


def _record(slug: str, attempts: list[Event]) -> ExerciseRecord:
    details = [read_detail(attempt) for attempt in attempts]
    passes = sum(detail.passed for detail in details)
    return ExerciseRecord(slug, len(attempts), passes, date_of(attempts[-1].day), verdict_text(details[-1]))


def verdict_text(detail: AttemptDetail) -> str:
    """What became of an attempt, in a few plain words."""
    if detail.passed:
        return "passed"
    if detail.error is not None:
        return f"did not run: {detail.error}"
    if detail.bugs:
        return detail.bugs[0].replace("_", " ")
    return f"{count_text(len(detail.failed), 'check')} failed"
