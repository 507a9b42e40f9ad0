"""What was answered in one sitting, and its summary for the end screen."""

from collections import Counter
from dataclasses import dataclass

from quizterm.memory.item import LONGEST_ANSWER_MS, Rating


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer of this sitting."""

    item_id: int
    rating: Rating
    duration: int  # milliseconds
    was_new: bool
    lesson_title: str


@dataclass(frozen=True, slots=True)
class Summary:
    """The end of a sitting."""

    answered: int
    again: int
    hard: int
    good: int
    easy: int
    seconds: int  # spent on the answers
    recalled: float | None  # share not graded Again, of cards that were not new
    next_at: int | None  # milliseconds UTC, the end of the next learning step today
    tomorrow: int
    weak_lesson: str | None  # title of the lesson with the most Agains


def summarise(answers: list[Answered], *, next_at: int | None, tomorrow: int) -> Summary:
    ratings = Counter(answer.rating for answer in answers)
    known = [answer for answer in answers if not answer.was_new]
    recalled = sum(answer.rating is not Rating.AGAIN for answer in known) / len(known) if known else None
    missed = Counter(answer.lesson_title for answer in answers if answer.rating is Rating.AGAIN)
    return Summary(
        answered=len(answers),
        again=ratings[Rating.AGAIN],
        hard=ratings[Rating.HARD],
        good=ratings[Rating.GOOD],
        easy=ratings[Rating.EASY],
        seconds=round(sum(min(answer.duration, LONGEST_ANSWER_MS) for answer in answers) / 1000),
        recalled=recalled,
        next_at=next_at,
        tomorrow=tomorrow,
        weak_lesson=missed.most_common(1)[0][0] if missed else None,
    )
