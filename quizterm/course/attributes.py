"""The comment that makes a `###` heading a card: `<!-- card NAME kind=K section=S was=OLD -->`."""

import re
from dataclasses import dataclass

from quizterm.course.model import CardKind
from quizterm.course.names import NAME_RULE, is_name
from quizterm.course.report import Report, quoted, suggestion

FORM = "`<!-- card NAME kind=KIND section=SECTION -->`"
_KEYS = ("kind", "section", "was")
_KINDS = tuple(kind.value for kind in CardKind)


@dataclass(frozen=True, slots=True)
class Attributes:
    """What a card's comment says. `was` is a card name, `lesson.card` or a full id."""

    name: str
    kind: CardKind
    section: str | None
    was: str | None


def read_attributes(comment: str, index: int, report: Report) -> Attributes | None:
    """The attributes in a comment at line `index`; `None`, with a fault, where the card cannot be asked or named."""
    match = re.match(r"\s*<!--\s*card(?=\s|-->)(?P<words>.*?)-->(?P<rest>.*)", comment, re.DOTALL)
    if match is None:
        closed = "-->" in comment
        report.add(index, f"the line under a card's title must be {FORM}{'' if closed else '; --> is missing'}")
        return None
    if match["rest"].strip():
        report.add(index, "text right behind the card's comment; start the question on a line of its own")
    words = match["words"].split()
    if not words or "=" in words[0]:
        report.add(index, f"the card has no name; write {FORM}")
        return None
    name, *pairs = words
    values = _read_pairs(pairs, index, report)
    if not is_name(name):
        report.add(index, f"the card name {quoted(name)} cannot be used; write {NAME_RULE}")
        return None
    kind = values.get("kind")
    if kind is None:
        report.add(index, f"the card has no kind; write kind= and one of {', '.join(_KINDS)}")
        return None
    if kind not in _KINDS:
        known = ", ".join(_KINDS)
        report.add(index, f"unknown kind {quoted(kind)}{suggestion(kind, _KINDS)}; write one of {known}")
        return None
    return Attributes(name, CardKind(kind), values.get("section"), _read_was(values.get("was"), index, report))


def _read_pairs(pairs: list[str], index: int, report: Report) -> dict[str, str]:
    values: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not value:
            report.add(index, f"{quoted(pair)} in the card's comment; write {FORM}")
        elif key not in _KEYS:
            report.add(index, f"unknown attribute {quoted(key)}{suggestion(key, _KEYS)}; a card has {', '.join(_KEYS)}")
        elif key in values:
            report.add(index, f"{quoted(key)} stands twice in the card's comment; keep one")
        else:
            values[key] = value
    return values


def _read_was(was: str | None, index: int, report: Report) -> str | None:
    if was is None:
        return None
    parts = was.split(".")
    if len(parts) > 3 or not all(is_name(part) for part in parts):
        report.add(index, f"was={quoted(was)} is no card; write its old name, lesson.card or course.lesson.card")
        return None
    return was
