"""A cram asks and records nothing: the database is the same before and after, whatever was answered."""

import sqlite3
from contextlib import closing

import pytest

from quizterm.errors import UsageError
from quizterm.memory.events import Draft, EventKind
from quizterm.memory.item import Rating
from quizterm.study.beginning import begin_review
from quizterm.study.cram import MEANWHILE, Cram
from quizterm.study.review import Review


def dump(study) -> list[str]:
    """The whole database in SQL."""
    with closing(sqlite3.connect(study.store.path)) as connection:
        return list(connection.iterdump())


def learn(study, ratings):
    """Answer the first new cards."""
    review = Review(study)
    for rating in ratings:
        review.answer(rating, 1000)


def names(review, rating=Rating.GOOD):
    asked = []
    while review.question is not None:
        asked.append(review.question.card.name)
        review.answer(rating, 1000)
    return asked


@pytest.mark.parametrize("options", [{}, {"lesson": "first"}, {"lesson": "second"}, {"due": True}, {"order": "random"}])
def test_nothing_is_recorded(study, clock, options):
    learn(study, [Rating.EASY, Rating.AGAIN, Rating.GOOD])
    clock.move(days=40)
    before, seen = dump(study), study.store.reviews_total()
    cram = begin_review(study, cram=True, **options)
    while cram.question is not None:
        cram.answer(Rating.EASY, 1000)
    for _ in range(3):
        cram.undo()
    for rating in [*Rating, Rating.AGAIN, Rating.AGAIN]:
        if cram.question is not None:
            cram.answer(rating, 1000)
    assert cram.summary().answered > 0
    assert dump(study) == before
    assert study.store.reviews_total() == seen


def test_what_would_be_recorded_is_refused_in_one_line(study):
    before = dump(study)
    cram = Cram(study, lesson="first")
    for refused in (cram.bury, cram.suspend, cram.toggle_flag):
        with pytest.raises(UsageError, match=r"first\.a1 cannot be .* here; do that in a review"):
            refused()
    assert cram.question.card.name == "a1"
    assert dump(study) == before


def test_all_seen_cards_are_asked_once_and_no_others(study):
    assert Cram(study).question is None
    learn(study, [Rating.EASY, Rating.GOOD, Rating.EASY])
    assert sorted(names(Cram(study))) == ["a1", "a2", "a3"]


def test_a_lesson_is_asked_with_its_unseen_cards_at_the_end(study):
    learn(study, [Rating.EASY, Rating.EASY])
    cram = Cram(study, lesson="first", order=None)
    assert (cram.remaining.due, cram.remaining.new) == (2, 3)
    asked = names(cram)
    assert sorted(asked[:2]) == ["a1", "a2"]
    assert asked[2:] == ["a3", "a4", "a5"]


def test_only_what_is_due_is_asked_where_that_is_wanted(study, clock):
    learn(study, [Rating.GOOD, Rating.EASY])
    clock.move(minutes=15)
    assert names(begin_review(study, cram=True, due=True)) == ["a1"]


def test_one_that_was_missed_comes_again_after_some_others_until_it_is_known(study):
    cram = Cram(study, lesson="first")
    cram.answer(Rating.AGAIN, 1000)
    assert (cram.remaining.new, cram.remaining.learning) == (4, 1)
    assert names(cram) == ["a2", "a3", "a4", "a5", "a1"]
    assert MEANWHILE > 4, "else the four would not all come before it"
    cram = Cram(study, lesson="first")
    for _ in range(5):
        cram.answer(Rating.AGAIN, 1000)
    assert cram.question is not None
    assert len(names(cram)) == 5


def test_its_buttons_promise_no_day_and_it_says_that_nothing_is_recorded(study):
    cram = Cram(study, lesson="first")
    assert [button.rating for button in cram.question.buttons] == list(Rating)
    assert {button.label for button in cram.question.buttons} == {""}
    assert "not recorded" in cram.title
    assert Review(study).title == ""


def test_undo_goes_back_answer_by_answer_and_not_beyond_the_cram(study):
    learn(study, [Rating.EASY, Rating.EASY])
    cram = Cram(study, lesson="first")
    seen, given = [], [Rating.AGAIN, Rating.GOOD, Rating.AGAIN, Rating.HARD, Rating.EASY, Rating.AGAIN]
    for rating in given:
        seen.append((cram.question.card.name, cram.remaining))
        cram.answer(rating, 1000)
    while seen:
        assert cram.summary().answered == len(seen)
        assert "Took back the answer to" in cram.undo()
        assert (cram.question.card.name, cram.remaining) == seen.pop()
    assert cram.undo() is None
    assert study.store.reviews_total() == 2


def test_the_summary_counts_the_crams_own_answers_only(study):
    learn(study, [Rating.GOOD] * 5)
    cram = Cram(study)
    for rating in (Rating.AGAIN, Rating.HARD, Rating.EASY):
        cram.answer(rating, 2000)
    summary = cram.summary()
    assert (summary.answered, summary.again, summary.hard, summary.good, summary.easy) == (3, 1, 1, 0, 1)
    assert summary.seconds == 6
    assert summary.next_at is None, "the steps of the schedule are not the cram's"


def test_a_limit_ends_it(study):
    assert names(Cram(study, lesson="first", limit=2)) == ["a1", "a2"]


def test_put_away_cards_stay_away(study):
    learn(study, [Rating.EASY, Rating.EASY])
    item = study.store.item_by_key("small.first.a1")
    study.store.append([Draft(EventKind.SUSPENDED, study.now(), item.id)])
    assert names(Cram(study)) == ["a2"]


@pytest.mark.parametrize(
    "options", [{"due": True}, {"cram": True, "ahead": 3}, {"ahead": 3, "order": "due"}, {"order": "alphabetic"}]
)
def test_options_that_contradict_one_another_are_refused(study, options):
    with pytest.raises(UsageError):
        begin_review(study, **options)
