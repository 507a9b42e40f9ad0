"""Weights of one's own for the memory model: fitted in another process, judged on newer reviews, taken over."""

import json
import os
import subprocess
import sys
from array import array
from dataclasses import dataclass
from itertools import compress

from quizterm.errors import FitError
from quizterm.memory.events import Draft, EventKind
from quizterm.store.reviews import ReviewColumns
from quizterm.study.session import Study

RUSHED_MS = 300  # an answer quicker than that tells nothing of memory
_SECONDS = 300.0
_THREADS = dict.fromkeys(("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")


@dataclass(frozen=True, slots=True)
class Proposal:
    """Fitted weights, and what they are worth.

    `before` and `after` are mean log losses on the newest fifth of the reviews: of the weights in force, and of weights
    fitted to the older ones. The loads are reviews a day, if each card came back at its interval for ever.
    """

    weights: tuple[float, ...]
    before: float
    after: float
    scored: int  # reviews that were at least a day after the one before
    load_before: float
    load_after: float

    @property
    def helps(self) -> bool:
        return self.after < self.before


def propose(study: Study) -> Proposal | None:
    """Fit weights to all reviews of cards; None if there are too few. Takes seconds; changes nothing.

    Raises:
        FitError: torch is missing or broken, or the process that fits failed.
    """
    reviews = study.store.review_columns()
    head = {
        "reviews": reviews.placed.count(0),
        "weights": study.store.weights.values,
    }
    answer = json.loads(_run(json.dumps(head).encode() + b"\n" + _packed(study, reviews)))
    return None if answer is None else Proposal(**{**answer, "weights": tuple(answer["weights"])})


def adopt(study: Study, proposal: Proposal) -> None:
    """Let the proposed weights be in force, for all cards at once; due days stay. Undone like an answer."""
    detail = json.dumps({"weights": proposal.weights, "before": proposal.before, "after": proposal.after})
    study.store.append([Draft(EventKind.REFIT, study.now(), detail=detail)])


def _packed(study: Study, reviews: ReviewColumns) -> bytes:
    """The columns that the process reads; cards that were placed are left out."""
    by_lesson = {lesson: study.retention_of(key) for key, lesson in study.store.lesson_ids().items()}
    usual = study.settings.desired_retention  # of cards that are gone from the content
    retention = array("d", (by_lesson.get(lesson, usual) for lesson in reviews.lesson))
    counts = array("q", (duration < 0 or duration >= RUSHED_MS for duration in reviews.duration))
    columns = (reviews.card, reviews.rating, reviews.day, reviews.id, counts, retention)
    learnt = [not placed for placed in reviews.placed]
    return b"".join(array(column.typecode, compress(column, learnt)).tobytes() for column in columns)


def _run(message: bytes) -> bytes:
    words = [sys.executable, "-P", "-m", "quizterm.memory.fitting.worker"]
    try:
        done = subprocess.run(
            words, input=message, capture_output=True, timeout=_SECONDS, env=os.environ | _THREADS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise FitError(f"the weights could not be fitted: {' '.join(str(error).split())}; try again") from error
    if done.returncode != 0:
        said = done.stderr.decode(errors="replace").strip().rpartition("\n")[2] or f"exit status {done.returncode}"
        raise FitError(f"the weights could not be fitted: {said}; `quizterm doctor` says what is missing")
    return done.stdout
