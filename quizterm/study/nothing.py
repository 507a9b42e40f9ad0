"""Why a sitting that has nothing to ask has nothing."""

from collections.abc import Sequence

from quizterm.memory.events import Moment
from quizterm.memory.item import ItemState
from quizterm.study.allowance import allowance
from quizterm.study.session import Study
from quizterm.study.standing import is_due, is_new, is_shown
from quizterm.study.today import held_by_limits, nothing_to_ask
from quizterm.study.words import count_text, days_text

_RESUMING = "`quizterm resume CARD` brings one back"


def why_nothing(
    study: Study, lesson: str | None = None, section: str | None = None, *, resuming: str | None = None
) -> tuple[str, ...]:
    """Plain lines on what keeps every card of a sitting away: of the day, of a lesson, or of one of its sections.

    Args:
        resuming: how a suspended card is asked again; None for the command that does it.

    Raises:
        UsageError: there is no such lesson.
    """
    if lesson is None:
        suspended = sum(study.store.suspended_by_lesson().values())
        return (*nothing_to_ask(study), *_away(suspended, _suspended(resuming)))
    entry = study.catalog.find_lesson(lesson)
    ids = [card.id for card in entry.cards if section in (None, card.section)]
    states = [item.state for item in study.store.items_by_keys(ids).values()]
    now = study.now()
    held = _held_by_limits(study, states, now) if section is None else []
    return (*held, *_put_away(states, now, resuming), *_not_due(states, now)) or ("There are no cards here",)


def _held_by_limits(study: Study, states: Sequence[ItemState], now: Moment) -> list[str]:
    limits = allowance(study, now)
    due = sum(is_due(state, now) for state in states)
    new = sum(is_new(state, now) for state in states)
    held = held_by_limits(study, limits, due=due, new=max(0, new - limits.new_cards))
    return [one.reason for one in held]


def _put_away(states: Sequence[ItemState], now: Moment, resuming: str | None) -> list[str]:
    suspended = sum(state.suspended for state in states)
    buried = sum(not state.suspended and state.buried_day == now.day for state in states)
    return [*_away(suspended, _suspended(resuming)), *_away(buried, "buried until tomorrow")]


def _suspended(resuming: str | None) -> str:
    return f"suspended: {resuming or _RESUMING}"


def _away(cards: int, words: str) -> list[str]:
    return [f"{count_text(cards, 'card')} {words}"] if cards else []


def _not_due(states: Sequence[ItemState], now: Moment) -> list[str]:
    days = [
        state.due_day - now.day
        for state in states
        if state.due_day is not None and is_shown(state, now) and not is_due(state, now)
    ]
    if not days:
        return []
    first = f"in {days_text(min(days))}" if min(days) > 0 else "later today"
    return [f"{count_text(len(days), 'card')} not due yet, the first comes back {first}"]
