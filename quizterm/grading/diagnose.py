"""Which bug a wrong submission has, from outcomes alone.

A candidate is a bug that fails only what the learner fails, and equals the learner on at least one of these. If a
candidate equals the learner on all failures, it is named. Otherwise the first pair of candidates is named that
together explains every failure: each failure equals one of them or is failed by both, and each of the two equals the
learner somewhere the other does not. Otherwise the candidate with most equal outcomes is what it looks like.
"""

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from quizterm.grading.exercise import Bug
from quizterm.grading.verdict import Certainty, Diagnosis


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one bug does: the experiments it fails, and those of the learner's failures where its outcome is equal."""

    bug: str
    fails: frozenset[str]
    equals: frozenset[str]


@dataclass(frozen=True, slots=True)
class Match:
    """The bugs a submission matches, the first of them the one to tell about."""

    certainty: Certainty
    bugs: tuple[str, ...]


def match(failed: Iterable[str], evidence: Sequence[Evidence]) -> Match | None:
    """The bug or bugs behind the failed experiments; None if no bug equals the learner anywhere.

    `evidence` stands in the order of the exercise's bugs, which decides between equals.
    """
    failures = frozenset(failed)
    candidates = [one for one in evidence if one.fails <= failures and one.equals & failures]
    complete = [one.bug for one in candidates if failures <= one.equals]
    if complete:
        return Match(Certainty.NAMED, tuple(complete))
    for first, second in itertools.combinations(candidates, 2):
        if _explain_together(failures, first, second):
            return Match(Certainty.BOTH, (first.bug, second.bug))
    if candidates:
        best = max(candidates, key=lambda one: len(one.equals & failures))
        return Match(Certainty.LOOKS_LIKE, (best.bug,))
    return None


def _explain_together(failures: frozenset[str], first: Evidence, second: Evidence) -> bool:
    first_equals, second_equals = first.equals & failures, second.equals & failures
    explained = first_equals | second_equals | (first.fails & second.fails)
    return failures <= explained and bool(first_equals - second_equals) and bool(second_equals - first_equals)


def tell(found: Match, bugs: Sequence[Bug]) -> tuple[Diagnosis, tuple[str, ...]]:
    """The diagnosis in words, and the cards it brings back: those of the bugs that are named, each once."""
    by_id = {bug.id: bug for bug in bugs}
    matched = [by_id[bug] for bug in found.bugs]
    cards = tuple(dict.fromkeys(card for bug in matched for card in bug.cards))
    match found.certainty:
        case Certainty.BOTH:
            sentence = f"Two things at once. {matched[0].sentence} And: {matched[1].sentence}"
        case Certainty.LOOKS_LIKE:
            sentence, cards = f"This looks like: {matched[0].sentence}", ()
        case _:
            sentence = matched[0].sentence
    return Diagnosis(found.certainty, sentence, found.bugs[0], found.bugs[1:]), cards
