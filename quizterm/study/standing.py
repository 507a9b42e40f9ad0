"""Where an item stands at a moment: shown or put away, new, due, or soon to be."""

from quizterm.memory.events import Moment
from quizterm.memory.item import ItemState, Phase

LEARN_AHEAD_MS = 20 * 60_000  # steps that end sooner are shown at once when nothing else is left


def is_shown(state: ItemState, now: Moment) -> bool:
    return not state.suspended and state.buried_day != now.day


def is_new(state: ItemState, now: Moment) -> bool:
    return is_shown(state, now) and state.phase is Phase.NEW


def is_due(state: ItemState, now: Moment) -> bool:
    if not is_shown(state, now) or state.due_day is None:
        return False
    return state.due_at <= now.at if state.due_at is not None else state.due_day <= now.day


def is_later_today(state: ItemState, now: Moment) -> bool:
    """Whether a step ends after now, but on this study day."""
    if not is_shown(state, now) or state.due_at is None or state.due_day is None:
        return False
    return state.due_at > now.at and state.due_day <= now.day


def is_due_soon(state: ItemState, now: Moment) -> bool:
    return is_shown(state, now) and state.due_at is not None and state.due_at <= now.at + LEARN_AHEAD_MS
