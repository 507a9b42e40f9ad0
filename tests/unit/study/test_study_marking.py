"""What is done to cards outside a review: one action each, one sentence, one undo."""

from collections.abc import Callable

import pytest

from quizterm.errors import UsageError
from quizterm.memory.events import Draft, EventKind
from quizterm.memory.item import NEW_ITEM, ItemState, Phase, Rating
from quizterm.study import marking
from quizterm.study.marked import flagged, leeches
from quizterm.study.review import Review
from quizterm.study.session import Study, open_study
from quizterm.study.suspension import resume
from quizterm.study.undo import redo_newest, undo_newest

A1, A2, B1 = "small.first.a1", "small.first.a2", "small.second.b1"


def state(study: Study, key: str) -> ItemState:
    item = study.store.item_by_key(key)
    assert item is not None
    return item.state


def answer(study: Study, key: str, rating: Rating) -> None:
    """Answers a new card of the first lesson; those in front of it are answered too."""
    review = Review(study, lesson="first")
    while review.question is not None and state(study, key).reps == 0:
        review.answer(rating, 1000)


def answer_next(study: Study, rating: Rating) -> None:
    Review(study).answer(rating, 1000)


Mark = Callable[[Study, list[str]], str]
MARKS: dict[str, Mark] = {
    "forget": marking.forget,
    "forget, lapses kept": lambda study, names: marking.forget(study, names, keep_lapses=True),
    "set due": lambda study, names: marking.set_due(study, names, study.now().day + 3),
    "bury": marking.bury,
    "suspend": marking.suspend,
    "flag": marking.flag,
}


@pytest.mark.parametrize("mark", MARKS.values(), ids=MARKS)
def test_several_cards_are_one_action_that_undo_takes_back_and_redo_does_again(study: Study, mark: Mark) -> None:
    answer(study, A2, Rating.EASY)
    keys = [A1, A2, B1]
    before = [state(study, key) for key in keys]
    assert "3 cards are" in mark(study, ["first.a1", A2, "second.b1", "first.a2"])
    after = [state(study, key) for key in keys]
    assert after[:2] != before[:2]
    undone = undo_newest(study)
    assert undone is not None
    assert [state(study, key) for key in keys] == before
    assert redo_newest(study) is not None
    assert [state(study, key) for key in keys] == after


@pytest.mark.parametrize("mark", MARKS.values(), ids=MARKS)
def test_what_stands_so_already_is_no_action(study: Study, mark: Mark) -> None:
    answer(study, A1, Rating.EASY)
    mark(study, [A1])
    newest = study.store.item_by_key(A1)
    assert mark(study, ["first.a1"]).startswith("first.a1 is ")
    assert study.store.item_by_key(A1) == newest


@pytest.mark.parametrize("mark", MARKS.values(), ids=MARKS)
def test_of_several_cards_one_that_is_not_there_leaves_all_alone(study: Study, mark: Mark) -> None:
    answer(study, A1, Rating.EASY)
    before = study.store.item_by_key(A1)
    with pytest.raises(UsageError, match="did you mean"):
        mark(study, ["first.a1", "first.a0"])
    assert study.store.item_by_key(A1) == before


def test_a_forgotten_card_is_asked_as_a_new_one(study: Study) -> None:
    answer(study, A1, Rating.EASY)
    marking.flag(study, [A1])
    assert marking.forget(study, ["first.a1"]) == "first.a1 is new again"
    assert state(study, A1) == NEW_ITEM._replace(flagged=True)
    review = Review(study)
    assert review.question is not None
    assert (review.question.card.id, review.question.is_new) == (A1, True)


def test_kept_lapses_count_until_they_are_forgotten_too(study: Study) -> None:
    marking.set_due(study, [A1], study.now().day)
    answer_next(study, Rating.AGAIN)
    marking.forget(study, [A1], keep_lapses=True)
    assert state(study, A1) == NEW_ITEM._replace(lapses=1)
    marking.forget(study, [A1])
    assert state(study, A1) == NEW_ITEM


@pytest.mark.parametrize("name", ["engine", "exercise:engine"])
def test_an_exercise_is_named_by_its_slug_and_found_by_its_key(name: str) -> None:
    with open_study() as study:
        assert marking.flag(study, [name]) == "engine is flagged"
        item = study.store.item_by_key("exercise:engine")
    assert item is not None
    assert item.state.flagged


def test_a_suspended_card_is_told_to_stay_so(study: Study) -> None:
    marking.suspend(study, [A1])
    assert marking.set_due(study, [A1, A2], study.now().day).endswith(", 1 of them still suspended")
    assert marking.forget(study, [A1], keep_lapses=True) == "first.a1 is new again, lapses kept, still suspended"


def test_a_card_set_due_is_asked_on_that_day_and_not_before(study: Study, clock) -> None:
    answer(study, A1, Rating.AGAIN)
    day = study.now().day + 3
    assert marking.set_due(study, [A1, B1], day) == "2 cards are due on Friday, 13 March 2026"
    assert state(study, A1).phase is state(study, B1).phase is Phase.REVIEW
    clock.move(days=2)
    assert study.store.counts(study.now()).due.cards == 0
    clock.move(days=1)
    assert study.store.counts(study.now()).due.cards == 2


def test_a_card_buried_today_comes_when_it_is_set_due_today(study: Study) -> None:
    answer(study, A1, Rating.EASY)
    marking.bury(study, [A1])
    marking.set_due(study, [A1], study.now().day)
    review = Review(study)
    assert review.question is not None
    assert review.question.card.id == A1


def test_flagged_cards_are_listed_in_course_order_until_the_flag_is_off(study: Study) -> None:
    marking.flag(study, [B1, A2])
    answer(study, A2, Rating.AGAIN)
    assert [card.display_id for card in flagged(study)] == ["first.a2", "second.b1"]
    assert marking.flag(study, [A2], on=False) == "first.a2 is no longer flagged"
    assert [card.id for card in flagged(study)] == [B1]


def test_a_flag_set_in_a_review_leaves_the_question_where_it_is(study: Study) -> None:
    review = Review(study)
    assert review.toggle_flag() == "first.a1 is flagged"
    assert review.question is not None
    assert review.question.state.flagged
    assert review.toggle_flag() == "first.a1 is no longer flagged"
    review.toggle_flag()
    review.answer(Rating.EASY, 1000)
    assert state(study, A1).flagged


def test_a_card_that_is_put_away_weighs_on_no_day(study: Study) -> None:
    day = study.now().day + 3
    marking.set_due(study, [A1, A2], day)
    assert study.load is not None
    assert study.load.welcome(day) == pytest.approx(1 / 9)
    marking.suspend(study, [A2])
    assert study.load.welcome(day) == pytest.approx(1 / 4)
    resume(study, "first.a2")
    assert study.load.welcome(day) == pytest.approx(1 / 9)


def test_a_leech_that_is_still_asked_is_done_with_when_it_is_resumed(study: Study) -> None:
    item = study.store.item_by_key(A1)
    assert item is not None
    study.store.append([Draft(EventKind.LEECH, study.now(), item.id)])
    assert [(card.display_id, card.suspended) for card in leeches(study)] == [("first.a1", False)]
    resume(study, "first.a1")
    assert leeches(study) == ()
