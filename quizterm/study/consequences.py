"""What follows from an answer, in the same action: a leech is marked and put away, siblings wait for tomorrow."""

from typing import NamedTuple

from quizterm.memory.events import Draft, EventKind, Moment
from quizterm.memory.item import ItemState
from quizterm.memory.leech import becomes_leech
from quizterm.study.question import Question
from quizterm.study.session import Study
from quizterm.study.siblings import siblings_to_bury
from quizterm.study.words import count_text

SUSPEND = "suspend"  # the setting `leech_action` that puts leeches away


class Consequences(NamedTuple):
    """What an answer brings about besides the schedule; `sentence` says what the learner should know of it."""

    drafts: tuple[Draft, ...]
    suspends: bool
    sentence: str | None


def consequences(study: Study, question: Question, after: ItemState, now: Moment, *, siblings: bool) -> Consequences:
    """What follows from an answer that leads to the state `after`.

    Args:
        siblings: whether siblings are asked another day, where the settings say so.
    """
    settings, item_id = study.settings, question.item_id
    is_leech = becomes_leech(question.state.lapses, after.lapses, settings.leech_lapses)
    suspends = is_leech and settings.leech_action == SUSPEND
    drafts = [Draft(EventKind.LEECH, now, item_id)] if is_leech else []
    if suspends:
        drafts.append(Draft(EventKind.SUSPENDED, now, item_id))
    if siblings and settings.bury_siblings:
        drafts += [Draft(EventKind.BURIED, now, item.id) for item in siblings_to_bury(study, question.card, now)]
    return Consequences(tuple(drafts), suspends, _leech_sentence(question, after, suspends) if is_leech else None)


def _leech_sentence(question: Question, after: ItemState, suspends: bool) -> str:
    where = " › ".join(title for title in (question.lesson_title, question.section_title) if title)
    happened = f"{question.display_id} is a leech after {count_text(after.lapses, 'lapse')}"
    if suspends:
        return f"{happened}: suspended until you resume it; read {where} again"
    return f"{happened}; read {where} again"
