"""A year ahead at several retentions, with the learner's own cards, habits and limits."""

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable
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


def learners_habits(given: Iterable[Answer]) -> Habits:
    """How long this learner takes and how they grade; usual numbers where there are too few answers."""
    failed, passed = array("q"), array("q")  # milliseconds
    first: Counter[Rating] = Counter()
    recalled: Counter[Rating] = Counter()
    for answer in given:
        is_failed = answer.rating is Rating.AGAIN
        if answer.duration_ms:
            (failed if is_failed else passed).append(answer.duration_ms)
        if answer.elapsed is None:
            first[answer.rating] += 1
        elif answer.tests_memory and not is_failed:
            recalled[answer.rating] += 1
    usual = Habits()
    again, hard, good, easy = (first[rating] / max(1, first.total()) for rating in Rating)
    passes = [recalled[rating] / max(1, recalled.total()) for rating in (Rating.HARD, Rating.GOOD, Rating.EASY)]
    return Habits(
        seconds_failed=median(failed) / 1000 if len(failed) >= _ENOUGH else usual.seconds_failed,
        seconds_recalled=median(passed) / 1000 if len(passed) >= _ENOUGH else usual.seconds_recalled,
        first=(again, hard, good, easy) if first.total() >= _ENOUGH else usual.first,
        recalled=(passes[0], passes[1], passes[2]) if recalled.total() >= _ENOUGH else usual.recalled,
    )
