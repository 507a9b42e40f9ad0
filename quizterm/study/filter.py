"""A small language to pick cards and exercises: `lesson:graph is:due lapses>3 -"zero grad"`, all of it at once.

Words and "quoted phrases" are looked for in title and question, whatever their case. `key:value` and `key<number` ask
for properties; a minus before anything turns it round.
"""

import difflib
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple, Protocol

from quizterm.course.model import CardKind
from quizterm.course.text_search import folded
from quizterm.errors import UsageError
from quizterm.memory.events import Moment
from quizterm.memory.item import ItemState, Phase
from quizterm.study.standing import is_due, is_new

EXERCISE_KIND = "exercise"
KEYS = ("lesson", "kind", "due", "is", "seen", "lapses", "stability", "difficulty", "reps")

_TOKEN = re.compile(r"""(?P<key>[^\s":<>=]+)(?P<operator>[<>]=?|[:=])""")
_SPAN = re.compile(r"([0-9]{1,5})([dwy])", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,12}(\.[0-9]{1,12})?", re.ASCII)
_COSTS = {"lesson": 1, "kind": 2, "text": 3}
_DAYS = {"d": 1, "w": 7, "y": 365}
_DUE = {"today": 0, "tomorrow": 1, "week": 7}
_COMPARISONS: Mapping[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    ":": operator.eq,
}


class Subject(Protocol):
    """What a filter looks at: a card or an exercise. `kind` and `text` may take time, and are asked for last."""

    @property
    def state(self) -> ItemState: ...
    @property
    def lesson(self) -> str:
        """Its slug."""

    @property
    def course(self) -> str:
        """Its slug."""

    @property
    def kind(self) -> str:
        """The kind of the card, or `exercise`."""

    @property
    def text(self) -> str:
        """Title and question."""


Test = Callable[[Subject, Moment], bool]


class Condition(NamedTuple):
    """One thing that is asked for. `cost` orders conditions: the dear ones are asked of few items."""

    cost: int
    holds: Test
    is_negated: bool

    def allows(self, subject: Subject, now: Moment) -> bool:
        return self.holds(subject, now) is not self.is_negated


class Filter(NamedTuple):
    """Conditions and phrases that hold together; none allow everything.

    The phrases stand apart, for whoever can look for them in all texts at once.
    """

    conditions: tuple[Condition, ...] = ()
    phrases: tuple[str, ...] = ()

    def allows(self, subject: Subject, now: Moment) -> bool:
        return self.allows_apart_from_phrases(subject, now) and all(_says(subject, phrase) for phrase in self.phrases)

    def allows_apart_from_phrases(self, subject: Subject, now: Moment) -> bool:
        return all(condition.allows(subject, now) for condition in self.conditions)


def parse_filter(text: str, lessons: Sequence[str] = ()) -> Filter:
    """The filter that a text stands for.

    Args:
        lessons: the names that `lesson:` may take; any, where none are given.

    Raises:
        UsageError: the text is no filter; says what is wrong, at which character, and what to write instead.
    """
    conditions: list[Condition] = []
    phrases: list[str] = []
    place = 0
    while place < len(text):
        if text[place].isspace():
            place += 1
            continue
        asked, place = _asked(text, place, lessons)
        if isinstance(asked, Condition):
            conditions.append(asked)
        else:
            phrases.append(asked)
    return Filter(tuple(sorted(conditions, key=lambda condition: condition.cost)), tuple(phrases))


def completions(text: str, lessons: Sequence[str] = ()) -> list[str]:
    """What the last word of a filter may become: keys, or values of the key that is written; none for other words."""
    word = text[max(text.rfind(" "), text.rfind("\t")) + 1 :].removeprefix("-").lower()
    key, colon, value = word.partition(":")
    values = {"is": list(_STANDINGS), "kind": [*CardKind, EXERCISE_KIND], "due": list(_DUE), "lesson": list(lessons)}
    if colon:
        return [known for known in values.get(key, []) if known.startswith(value) and known != value]
    return [f"{known}{'>' if known in _NUMBERS else ':'}" for known in KEYS if known.startswith(word)]


def _asked(text: str, start: int, lessons: Sequence[str]) -> tuple[Condition | str, int]:
    """The condition or the phrase that begins at a place, and where it ends."""
    is_negated = text[start] == "-"
    place = start + is_negated
    token = _TOKEN.match(text, place)
    if token is None:
        phrase, end = _value(text, place)
        if not phrase:
            raise _error(place, "nothing is asked for here", "write a word, or key:value")
        if not is_negated:
            return phrase, end
        cost, holds = _COSTS["text"], lambda subject, _: _says(subject, phrase)
    else:
        value, end = _value(text, token.end())
        cost, holds = _property(token, value, lessons)
    return Condition(cost, holds, is_negated), end


def _value(text: str, start: int) -> tuple[str, int]:
    """What stands at a place up to the next space, or within quotes, and where that ends."""
    if text[start : start + 1] != '"':
        end = start
        while end < len(text) and not text[end].isspace():
            end += 1
        return text[start:end], end
    end = text.find('"', start + 1)
    if end < 0:
        raise _error(start, "this quote has no end", 'write another "')
    if text[end + 1 : end + 2].strip():
        raise _error(end + 1, "a space is missing after the quote", "add one")
    return text[start + 1 : end], end + 1


def _property(token: re.Match[str], value: str, lessons: Sequence[str]) -> tuple[int, Test]:
    key, sign, place = token["key"].lower(), token["operator"], token.end()
    if key not in KEYS:
        advice = f"{_close(key, KEYS)} To look for it as text, put it in quotes"
        raise _error(token.start(), f"there is no key {_short(token['key'])}", advice)
    if key in _NUMBERS:
        if not _NUMBER.fullmatch(value):
            raise _error(place, f"{key} is compared with a number", f"write for example {key}>3")
        return 0, partial(_compares, _NUMBERS[key], _COMPARISONS[sign], float(value))
    if sign != ":":
        raise _error(
            token.start("operator"), f"{key} takes a colon", f"write {key}:{value if value.isalnum() else '...'}"
        )
    return _COSTS.get(key, 0), _NAMED[key](value, place, lessons)


def _lesson(value: str, place: int, lessons: Sequence[str]) -> Test:
    if not value or (lessons and value not in lessons):
        raise _error(place, f"no lesson is called {_short(value)}", _close(value, lessons))
    course, _, slug = value.rpartition(".")
    return lambda subject, _: subject.lesson == slug and course in ("", subject.course)


def _kind(value: str, place: int, _: Sequence[str]) -> Test:
    kinds = [*CardKind, EXERCISE_KIND]
    if value not in kinds:
        raise _error(place, f"there is no kind {_short(value)}", _close(value, kinds))
    return lambda subject, _: subject.kind == value


def _due(value: str, place: int, _: Sequence[str]) -> Test:
    days = _DUE.get(value, _span(value))
    if days is None:
        raise _error(place, f"{_short(value)} is no day", "write due:today, due:tomorrow, due:week or due:10d")
    return partial(_is_due_within, days)


def _seen(value: str, place: int, _: Sequence[str]) -> Test:
    days = 1 if value == "today" else _span(value)
    if days is None:
        raise _error(place, f"{_short(value)} is no span", "write seen:today, seen:7d, seen:2w or seen:1y")
    return partial(_was_seen_within, days)


def _standing(value: str, place: int, _: Sequence[str]) -> Test:
    if value not in _STANDINGS:
        raise _error(place, f"nothing is {_short(value)}", _close(value, list(_STANDINGS)))
    return _STANDINGS[value]


def _says(subject: Subject, phrase: str) -> bool:
    return folded(phrase) in folded(subject.text)


def _compares(
    read: Callable[[ItemState], float | None],
    compare: Callable[[float, float], bool],
    number: float,
    subject: Subject,
    _: Moment,
) -> bool:
    value = read(subject.state)
    return value is not None and compare(value, number)


def _is_due_within(days: int, subject: Subject, now: Moment) -> bool:
    state = subject.state
    return not state.suspended and state.due_day is not None and state.due_day <= now.day + days


def _was_seen_within(days: int, subject: Subject, now: Moment) -> bool:
    last = subject.state.last_day
    return last is not None and last > now.day - days


def _span(value: str) -> int | None:
    match = _SPAN.fullmatch(value)
    return int(match[1]) * _DAYS[match[2]] if match is not None else None


_NAMED: Mapping[str, Callable[[str, int, Sequence[str]], Test]] = {
    "lesson": _lesson,
    "kind": _kind,
    "due": _due,
    "seen": _seen,
    "is": _standing,
}
_NUMBERS: Mapping[str, Callable[[ItemState], float | None]] = {
    "lapses": lambda state: state.lapses,
    "reps": lambda state: state.reps,
    "stability": lambda state: state.stability,
    "difficulty": lambda state: state.difficulty,
}
_STANDINGS: Mapping[str, Test] = {
    "due": lambda subject, now: is_due(subject.state, now),
    "new": lambda subject, now: is_new(subject.state, now),
    "suspended": lambda subject, _: subject.state.suspended,
    "buried": lambda subject, now: subject.state.buried_day == now.day,
    "learning": lambda subject, _: subject.state.phase in (Phase.LEARNING, Phase.RELEARNING),
    "flagged": lambda subject, _: subject.state.flagged,
    "leech": lambda subject, _: subject.state.leech,
    "exercise": lambda subject, _: subject.kind == EXERCISE_KIND,
}


def _error(place: int, problem: str, advice: str) -> UsageError:
    return UsageError(f"filter, character {place + 1}: {problem}; {advice}")


def _close(name: str, known: Sequence[str]) -> str:
    """What to write instead: a name that is spelt alike, or all there are."""
    close = difflib.get_close_matches(name.lower()[:40], known, n=1)
    if close:
        return f"did you mean {close[0]}?"
    return f"there are {', '.join(known)}." if len(known) < 12 else "the list of lessons has them all."


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:40] + "...")
