"""A learner of four months, made up: the same at every run, so that pictures change only with the app."""

from random import Random

from quizterm.grading.verdict import Report
from quizterm.memory.item import Rating
from quizterm.study.attempt import record
from quizterm.study.exercises import find_exercise, start
from quizterm.study.offering import offered_lessons
from quizterm.study.reading import lesson_view, mark_read, next_unread
from quizterm.study.review import Review
from quizterm.study.session import Study, open_study
from quizterm.study.submission import submission
from quizterm.study.today import plan

DAYS = 120
LAST_MS = 1_773_133_200_000  # 10 March 2026, 9:00 UTC
_DAY_MS = 86_400_000
_MISSED = """\
        def hand_on():
            self.grad = result.grad
            other.grad = result.grad
"""
_RIGHT = """\
        def hand_on():
            self.grad += result.grad
            other.grad += result.grad
"""


class MovableClock:
    """Stands still until it is moved."""

    def __init__(self, ms: int) -> None:
        self.ms = ms

    def now_ms(self) -> int:
        return self.ms


def study_for(days: int = DAYS) -> None:
    """Read and answer on most days up to the last one, and begin an exercise with a bug in it."""
    random = Random(7)
    clock = MovableClock(LAST_MS - days * _DAY_MS)
    with open_study(clock=clock) as study:
        for day in range(days):
            clock.ms = LAST_MS - (days - day) * _DAY_MS
            if random.random() < 0.88:
                _read_on(study)
                _answer(study, clock, random)
                if random.random() < 0.4:
                    _pass_an_exercise(study)
        clock.ms = LAST_MS
        _begin_engine(study)


def _read_on(study: Study) -> None:
    """The next four sections."""
    for _ in range(4):
        reading = next_unread(study, frozenset(offered_lessons(study)))
        if reading is not None:
            mark_read(study, lesson_view(study, reading.lesson).lesson, reading.section)


def _answer(study: Study, clock: MovableClock, random: Random) -> None:
    """All that is asked that day, each answer in 4 to 20 seconds, forgotten a little more often than predicted."""
    review = Review(study)
    while (question := review.question) is not None:
        duration = random.randrange(4_000, 20_000)
        clock.ms += duration
        state, now = question.state, study.now()
        recall = 0.8
        if state.stability is not None and state.last_day is not None:
            recall = study.store.memory.retrievability(0.8 * state.stability, float(now.day - state.last_day))
        grades = (Rating.HARD, Rating.GOOD, Rating.GOOD, Rating.GOOD, Rating.EASY)
        review.answer(random.choice(grades) if random.random() < recall else Rating.AGAIN, duration)


def _pass_an_exercise(study: Study) -> None:
    """The first that is proposed, without grading it: what counts here is what the log says."""
    for slug in plan(study).exercises[:1]:
        start(study, slug)
        submitted = submission(study, slug)
        passed = Report(slug, passed=True, seed=0, device="cpu", torch="2.13.0", seconds=0.1, experiments=())
        record(study, submitted, passed)


def _begin_engine(study: Study) -> None:
    """The engine of somebody who forgot that gradients add up."""
    file = start(study, "engine").file
    solution = find_exercise(study, "engine").solution
    assert _RIGHT in solution
    file.write_text(solution.replace(_RIGHT, _MISSED))
