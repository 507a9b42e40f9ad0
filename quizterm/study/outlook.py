"""A year ahead at several retentions, with the learner's own cards, habits and limits."""

from collections import defaultdict
from statistics import median

from quizterm.memory.forecast import Deck, Forecast, Habits, forecast
from quizterm.memory.item import ItemState, Rating
from quizterm.memory.record import Answer
from quizterm.study.record import answers
from quizterm.study.session import Study

RETENTIONS = (0.80, 0.85, 0.90, 0.95)
_ENOUGH = 30  # answers of a kind; with fewer, usual habits are assumed


def outlook(study: Study, retentions: tuple[float, ...] = RETENTIONS) -> list[Forecast]:
    """A forecast for each retention, and for the one in the settings, the lowest first.

    Phases that have a retention of their own keep it in each.
    """
    settings = study.settings
    wanted = sorted({*retentions, settings.desired_retention})
    decks, habits = _decks(study), learners_habits(answers(study))
    return [
        forecast(
            decks,
            study.store.memory,
            retention,
            study.now().day,
            new_a_day=settings.new_cards_a_day,
            maximum_interval=settings.maximum_interval,
            habits=habits,
        )
        for retention in wanted
    ]


def _decks(study: Study) -> list[Deck]:
    """The cards, lesson by lesson."""
    states: defaultdict[str, list[ItemState]] = defaultdict(list)
    for item in study.store.scheduled_cards():
        states[item.key.rpartition(".")[0]].append(item.state)
    new = {key: lesson.total - lesson.answered for key, lesson in study.store.lesson_progress().items()}
    own = study.retention_by_key
    return [Deck(states[key], new.get(key, 0), own.get(key)) for key in dict.fromkeys([*new, *states])]


def learners_habits(given: list[Answer]) -> Habits:
    """How long this learner takes and how they grade; usual numbers where there are too few answers."""
    usual = Habits()
    failed = [answer.duration_ms for answer in given if answer.rating is Rating.AGAIN and answer.duration_ms]
    passed = [answer.duration_ms for answer in given if answer.rating is not Rating.AGAIN and answer.duration_ms]
    first = [answer.rating for answer in given if answer.elapsed is None]
    recalled = [answer.rating for answer in given if answer.tests_memory and answer.rating is not Rating.AGAIN]
    again, *others = (first.count(rating) / max(1, len(first)) for rating in Rating)
    hard, good, easy = (
        recalled.count(rating) / max(1, len(recalled)) for rating in (Rating.HARD, Rating.GOOD, Rating.EASY)
    )
    return Habits(
        seconds_failed=median(failed) / 1000 if len(failed) >= _ENOUGH else usual.seconds_failed,
        seconds_recalled=median(passed) / 1000 if len(passed) >= _ENOUGH else usual.seconds_recalled,
        first=(again, others[0], others[1], others[2]) if len(first) >= _ENOUGH else usual.first,
        recalled=(hard, good, easy) if len(recalled) >= _ENOUGH else usual.recalled,
    )
