"""What follows from an answer, in its own action: leeches are put away, siblings wait for tomorrow."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from quizterm.memory.balance import Load
from quizterm.memory.item import ItemState, Rating
from quizterm.study import marking
from quizterm.study.marked import leeches
from quizterm.study.review import Review
from quizterm.study.siblings import MOST_SIBLINGS, sibling_days, siblings_to_bury
from quizterm.study.standing import is_due
from quizterm.study.suspension import resume, suspended
from quizterm.study.undo import redo_newest, undo_newest


def set_up(home: Path, reopen, *lines: str):
    (home / "settings.toml").write_text("\n".join(["relearning_steps = []", *lines]))
    return reopen()


def lapse(study, clock, times: int) -> list[str | None]:
    """Forgets the card `first.a1` so often; what the learner was told each time."""
    told = []
    for _ in range(times):
        marking.set_due(study, ["first.a1"], study.now().day)
        review = Review(study, lesson="first")
        assert review.question.card.name == "a1"
        told.append(review.answer(Rating.AGAIN, 1000))
        clock.move(days=1)
    return told


def state(study, name: str = "a1") -> ItemState:
    return study.store.item_by_key(f"small.first.{name}").state


def test_a_card_forgotten_eight_times_is_a_leech_and_suspended(study, clock):
    told = lapse(study, clock, 8)
    assert told[:7] == [None] * 7
    assert told[7] == "first.a1 is a leech after 8 lapses: suspended until you resume it; read First › Ideas again"
    assert (state(study).suspended, state(study).leech) == (True, True)
    assert [(card.lapses, card.suspended, card.section) for card in leeches(study)] == [(8, True, "ideas")]


def test_a_leech_that_is_only_marked_goes_on_and_is_told_of_again(home, reopen, clock):
    study = set_up(home, reopen, "leech_lapses = 4", 'leech_action = "mark"')
    told = lapse(study, clock, 8)
    assert [number for number, sentence in enumerate(told, 1) if sentence] == [4, 6, 8]
    assert told[3] == "first.a1 is a leech after 4 lapses; read First › Ideas again"
    assert not state(study).suspended


def test_no_card_is_a_leech_where_leeches_are_off(home, reopen, clock):
    study = set_up(home, reopen, "leech_lapses = 0")
    assert lapse(study, clock, 9) == [None] * 9


def test_one_undo_takes_back_the_answer_the_mark_and_the_suspension(home, reopen, clock):
    study = set_up(home, reopen, "leech_lapses = 1")
    marking.set_due(study, ["first.a1"], study.now().day)
    before = state(study)
    review = Review(study)
    review.answer(Rating.AGAIN, 1000)
    after = state(study)
    assert after.leech
    assert "the answer to" in review.undo()
    assert state(study) == before
    assert review.question.card.name == "a1"
    assert redo_newest(study) is not None
    assert state(study) == after


def test_siblings_wait_until_tomorrow_and_come_back_with_the_answer_undone(home, reopen, clock):
    study = set_up(home, reopen, "bury_siblings = true", "new_cards_a_day = 3")
    review = Review(study)
    remaining = review.remaining
    review.answer(Rating.EASY, 1000)
    assert review.question.card.name == "a2", "a3 and a5 belong to the section of a1"
    assert state(study, "a3").buried_day == state(study, "a5").buried_day == study.now().day
    assert review.remaining.new == 2, "a2 and a4"
    assert review.undo() == "Took back the answer to “Card a1” and what came with it (2 items)"
    assert review.remaining == remaining
    assert state(study, "a3").buried_day is None
    review.answer(Rating.EASY, 1000)
    clock.move(days=1)
    review.refresh()
    assert review.question.card.name == "a2"
    review.answer(Rating.EASY, 1000)
    assert review.question.card.name == "a3"


def test_a_sibling_in_steps_or_put_away_is_left_alone(home, reopen, clock):
    study = set_up(home, reopen)
    Review(study).answer(Rating.AGAIN, 1000)
    marking.suspend(study, ["first.a3"])
    study = set_up(home, reopen, "bury_siblings = true")
    marking.set_due(study, ["first.a5"], study.now().day)
    review = Review(study)
    assert review.question.card.name == "a5"
    review.answer(Rating.EASY, 1000)
    assert state(study, "a1").buried_day is None, "its step goes on"
    assert state(study, "a3").buried_day is None, "it is suspended anyway"
    clock.move(minutes=2)
    card, now = study.catalog.find_card("first.a5"), study.now()
    assert is_due(state(study, "a1"), now)
    assert siblings_to_bury(study, card, now) == [], "also when its step is over"


def test_a_section_that_is_read_asks_for_all_its_cards(home, reopen):
    study = set_up(home, reopen, "bury_siblings = true")
    review = Review(study, lesson="first", section="ideas")
    review.answer(Rating.EASY, 1000)
    assert review.question.card.name == "a3"


def test_nothing_is_buried_unless_it_is_asked_for(study):
    review = Review(study)
    review.answer(Rating.EASY, 1000)
    assert state(study, "a3").buried_day is None


def test_the_days_of_siblings_are_those_of_its_section_without_its_own(study, reopen, course_folder):
    marking.set_due(study, ["first.a1", "first.a2"], study.now().day + 5)
    marking.set_due(study, ["first.a3"], study.now().day + 7)
    marking.suspend(study, ["first.a5"])
    card = study.catalog.find_card("first.a5")
    assert sibling_days(study, card) == {study.now().day + 5, study.now().day + 7}
    assert sibling_days(study, study.catalog.find_card("first.a3")) == {study.now().day + 5}
    crowd = "".join(
        f"### C{n}\n<!-- card c{n} kind=recall section=ideas -->\nWhat?\n\n---\n\nThat.\n\n"
        for n in range(MOST_SIBLINGS)
    )
    file = course_folder / "01-first.md"
    file.write_text(file.read_text() + crowd)
    study = reopen()
    assert sibling_days(study, study.catalog.find_card("first.a5")) == frozenset(), "a list, not a paragraph"


def test_a_button_keeps_away_from_the_days_of_siblings(study, clock):
    Review(study, lesson="first").answer(Rating.EASY, 1000)
    clock.move(days=40)
    usual = Review(study, lesson="first").question
    good = usual.preview[Rating.GOOD - 1].due_day
    marking.set_due(study, ["first.a3"], good)
    marking.set_due(study, ["first.a5"], good + 1)
    study.forget_load()
    beside = Review(study, lesson="first").question
    assert beside.card == usual.card
    assert beside.preview[Rating.GOOD - 1].due_day not in (good, good + 1)


MOVES = ["again", "good", "easy", "bury", "suspend", "resume", "flag", "forget", "due"]
KEYS = [f"small.first.a{number}" for number in range(1, 6)]


@given(st.lists(st.sampled_from(MOVES), max_size=12))
@example(["easy", "due", "again", "resume", "flag", "forget", "good"])  # a leech, which is suspended
@example(["easy", "due", "suspend", "resume"])
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_undo_and_redo_restore_queue_counts_siblings_and_marks(home, reopen, clock, moves):
    study = set_up(home, reopen, "bury_siblings = true", "leech_lapses = 1")
    while undo_newest(study) is not None:
        pass  # what the example before did
    snapshots = [snapshot(study), *(snapshot(study) for move in moves if act(study, move))]
    for expected in reversed(snapshots[:-1]):
        assert undo_newest(study) is not None
        assert snapshot(study) == expected
    for expected in snapshots[1:]:
        assert redo_newest(study) is not None
        assert snapshot(study) == expected
    assert study.store.rebuild() == 0


def act(study, move: str) -> bool:
    """Whether there was anything to do."""
    review, newest = Review(study, lesson="first"), newest_event(study)
    match move:
        case "again" | "good" | "easy" if review.question is not None:
            review.answer(Rating[move.upper()], 1000)
        case "bury" | "suspend" if review.question is not None:
            getattr(review, move)()
        case "resume":
            for card in suspended(study):
                resume(study, card.display_id)
                break
        case "flag":
            marking.flag(study, ["first.a1", "first.a4"], on=not state(study).flagged)
        case "forget":
            marking.forget(study, ["first.a1", "first.a3"], keep_lapses=True)
        case "due":
            marking.set_due(study, ["first.a1", "first.a2", "first.a5"], study.now().day)
    assert days_are_counted(study)
    return newest_event(study) != newest


def days_are_counted(study) -> bool:
    """Whether what is kept in mind of due days, through all that was done, is what the store would say."""
    anew = Load(study.store.due_days())
    return all(study.load.welcome(day) == anew.welcome(day) for day in range(study.now().day - 9, study.now().day + 99))


def newest_event(study) -> int:
    return max(item.version for item in study.store.items_by_keys(KEYS).values())


def snapshot(study) -> tuple:
    """All that a learner would see."""
    now, review = study.now(), Review(study, lesson="first")
    states = {key: item.state for key, item in study.store.items_by_keys(KEYS).items()}
    asked = review.question.item_id if review.question is not None else None
    return states, study.store.counts(now), review.remaining, asked, study.store.answered_today(now.day), leeches(study)


@pytest.mark.parametrize("rating", [Rating.HARD, Rating.GOOD, Rating.EASY])
def test_only_a_lapse_makes_a_leech(home, reopen, rating):
    study = set_up(home, reopen, "leech_lapses = 1")
    assert Review(study).answer(rating, 1000) is None
