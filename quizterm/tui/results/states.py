"""What an attempt lets a learner do, as the key bar asks for it."""

from quizterm.study.attempt import Attempt

PASSED, CARDS, EASY = "passed", "cards", "easy"


def states_of(attempt: Attempt | None) -> tuple[str, ...]:
    """The states that commands are shown at; none without an attempt."""
    if attempt is None:
        return ()
    has_passed = attempt.report.passed and not attempt.is_taken_back
    held = ((PASSED, has_passed), (CARDS, bool(attempt.cards)), (EASY, bool(attempt.easy)))
    return tuple(state for state, holds in held if holds)
