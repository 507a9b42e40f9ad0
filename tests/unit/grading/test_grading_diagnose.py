import itertools

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from quizterm.grading.diagnose import Evidence, Match, match, tell
from quizterm.grading.exercise import Bug
from quizterm.grading.verdict import Certainty

EXPERIMENTS = ["one", "two", "three", "four"]


def evidence(bug: str, fails: str, equals: str) -> Evidence:
    return Evidence(bug, frozenset(fails.split()), frozenset(equals.split()))


@pytest.mark.parametrize(
    ("failed", "bugs", "expected"),
    [
        # The only bug that explains everything is named.
        ("one two", [("a", "one two", "one two")], Match(Certainty.NAMED, ("a",))),
        # A bug that fails what the learner passes is no candidate, however much it equals.
        ("one", [("a", "one two", "one"), ("b", "one", "one")], Match(Certainty.NAMED, ("b",))),
        # Bugs that cannot be told apart are named together, the first one first.
        ("one", [("a", "one", "one"), ("b", "one", "one")], Match(Certainty.NAMED, ("a", "b"))),
        # Two bugs in different places.
        ("one two", [("a", "one", "one"), ("b", "two", "two")], Match(Certainty.BOTH, ("a", "b"))),
        # Two bugs that meet in an experiment, where the outcome equals neither of them.
        (
            "one two three",
            [("a", "one three", "one"), ("b", "two three", "two")],
            Match(Certainty.BOTH, ("a", "b")),
        ),
        # A failure that only one of them has and neither equals is left unexplained.
        ("one two three", [("a", "one three", "one"), ("b", "two", "two")], Match(Certainty.LOOKS_LIKE, ("a",))),
        # A bug that adds nothing to another makes no pair.
        ("one two", [("a", "one", "one"), ("b", "one", "one")], Match(Certainty.LOOKS_LIKE, ("a",))),
        # What it looks like is what it equals most often.
        (
            "one two three",
            [("a", "one", "one"), ("b", "one two", "one two")],
            Match(Certainty.LOOKS_LIKE, ("b",)),
        ),
        # The first pair in the order of the bugs.
        (
            "one two",
            [("a", "one", "one"), ("b", "two", "two"), ("c", "two", "two")],
            Match(Certainty.BOTH, ("a", "b")),
        ),
        # Nothing equals: nothing is said.
        ("one", [("a", "one", "")], None),
        ("one", [], None),
    ],
)
def test_the_rule(failed: str, bugs: list[tuple[str, str, str]], expected: Match | None) -> None:
    assert match(failed.split(), [evidence(*bug) for bug in bugs]) == expected


def brute_force(failed: set[str], bugs: list[Evidence]) -> Match | None:
    """The rule read off word by word: quantifiers spelt out over single experiments."""
    candidates = []
    for bug in bugs:
        only_what_the_learner_fails = all(experiment in failed for experiment in bug.fails)
        equal_somewhere = any(experiment in bug.equals for experiment in failed)
        if only_what_the_learner_fails and equal_somewhere:
            candidates.append(bug)
    on_all = [bug.bug for bug in candidates if all(experiment in bug.equals for experiment in failed)]
    if on_all:
        return Match(Certainty.NAMED, tuple(on_all))
    for i, j in itertools.product(range(len(candidates)), repeat=2):
        a, b = candidates[i], candidates[j]
        explained = all(x in a.equals or x in b.equals or (x in a.fails and x in b.fails) for x in failed)
        a_alone = any(x in a.equals and x not in b.equals for x in failed)
        b_alone = any(x in b.equals and x not in a.equals for x in failed)
        if i < j and explained and a_alone and b_alone:
            return Match(Certainty.BOTH, (a.bug, b.bug))
    best = None
    for bug in candidates:
        count = sum(experiment in bug.equals for experiment in failed)
        if best is None or count > best[0]:
            best = (count, bug.bug)
    return None if best is None else Match(Certainty.LOOKS_LIKE, (best[1],))


SETS = st.frozensets(st.sampled_from(EXPERIMENTS))


@given(st.sets(st.sampled_from(EXPERIMENTS), min_size=1), st.lists(st.tuples(SETS, SETS), max_size=4))
@example({"one"}, [(frozenset({"one"}), frozenset({"one", "four"}))])
def test_the_rule_against_brute_force(failed: set[str], sets: list[tuple[frozenset[str], frozenset[str]]]) -> None:
    bugs = [Evidence(str(number), fails, equals) for number, (fails, equals) in enumerate(sets)]
    assert match(failed, bugs) == brute_force(failed, bugs)


BUGS = [Bug("a", "A is wrong.", ("l.x", "l.y"), ()), Bug("b", "B is wrong.", ("l.y", "l.z"), ())]


def test_a_named_bug_brings_back_its_cards() -> None:
    diagnosis, cards = tell(Match(Certainty.NAMED, ("b",)), BUGS)
    assert (diagnosis.bug, diagnosis.also, diagnosis.sentence) == ("b", (), "B is wrong.")
    assert cards == ("l.y", "l.z")


def test_two_bugs_bring_back_the_cards_of_both_once() -> None:
    diagnosis, cards = tell(Match(Certainty.BOTH, ("a", "b")), BUGS)
    assert (diagnosis.bug, diagnosis.also) == ("a", ("b",))
    assert "A is wrong." in diagnosis.sentence
    assert "B is wrong." in diagnosis.sentence
    assert cards == ("l.x", "l.y", "l.z")


def test_a_likeness_brings_back_no_cards() -> None:
    diagnosis, cards = tell(Match(Certainty.LOOKS_LIKE, ("a",)), BUGS)
    assert diagnosis.sentence == "This looks like: A is wrong."
    assert cards == ()
