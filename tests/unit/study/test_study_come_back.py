"""After a long break: a cap, the best order, no new cards, and an end of it."""

from itertools import count
from math import ceil

import pytest

from quizterm.memory.events import Draft, EventKind
from quizterm.memory.gain import by_gain
from quizterm.memory.item import Phase, Rating
from quizterm.study.beginning import begin_review
from quizterm.study.come_back import BREAK_DAYS
from quizterm.study.nothing import why_nothing
from quizterm.study.review import Review
from quizterm.study.today import plan
from tests.unit.study.conftest import lesson_text

CARDS = 60
CAP = 8


@pytest.fixture
def settings(home, course_folder):
    (course_folder / "01-first.md").write_text(lesson_text("First", [f"a{n}" for n in range(1, CARDS + 9)]))

    def write(text=f"come_back_reviews = {CAP}\n"):
        (home / "settings.toml").write_text(text)

    write()
    return write


@pytest.fixture
def learnt(settings, reopen, clock):
    """Sixty cards with intervals of some weeks, eight new ones left, and nothing due."""
    study = reopen()
    drafts = []
    for number in range(1, CARDS + 1):
        item = study.store.item_by_key(f"small.first.a{number}")
        rating = Rating.EASY if number % 3 else Rating.GOOD
        drafts.append(
            Draft(EventKind.REVIEWED, study.now(), item.id, rating, 4000, 1, study.now().day + 10 + number % 25)
        )
    study.store.append(drafts)
    clock.move(days=BREAK_DAYS)
    return study


def answer_all(review, rating=Rating.EASY):
    asked = []
    while review.question is not None:
        asked.append(review.question.item_id)
        review.answer(rating, 1000)
    return asked


def test_an_ordinary_day_is_none(learnt, clock):
    assert plan(learnt).come_back is None
    clock.move(days=5)
    assert 0 < plan(learnt).due_cards <= CAP, "a break, but little is due"
    assert plan(learnt).come_back is None


def test_much_that_is_due_without_a_break_is_none(learnt, clock):
    other = learnt.store.item_by_key(f"small.first.a{CARDS + 1}").id
    for _ in range(8):
        now = learnt.now()
        learnt.store.append([Draft(EventKind.REVIEWED, now, other, Rating.GOOD, 4000, 1, now.day + 90)])
        clock.move(days=BREAK_DAYS)
    today = plan(learnt)
    assert today.due_cards == CARDS
    assert today.come_back is None


@pytest.mark.parametrize(("interval", "begins"), [(2, False), (3, True)])
def test_what_two_average_days_bring_is_no_backlog(settings, reopen, clock, interval, begins):
    study = reopen()
    now = study.now()
    items = [study.store.item_by_key(f"small.first.a{number}") for number in range(1, CARDS + 1)]
    study.store.append(
        [Draft(EventKind.REVIEWED, now, item.id, Rating.GOOD, 4000, 1, now.day + interval) for item in items]
    )
    clock.move(days=30)
    assert (plan(study).come_back is not None) is begins, "an average day brings a half or a third of the cards"


def test_today_proposes_a_cap_and_says_why_the_rest_waits(learnt, clock):
    clock.move(days=60)
    today = plan(learnt)
    back = today.come_back
    assert (back.away, back.waiting, back.cap) == (BREAK_DAYS + 59, CARDS, CAP)
    assert (today.due_cards, today.new_cards) == (CAP, 0)
    due, new = (held.reason for held in today.held[:2])
    assert due.startswith(f"{CARDS - CAP} due cards held back: after 66 days away, {CAP} due cards a day until the ")
    assert new == "8 new cards held back: until the backlog is worked off"


def test_the_cards_that_gain_most_come_first_as_far_as_the_cap_goes(learnt, clock):
    clock.move(days=60)
    ranked = by_gain(learnt.store.traces(learnt.now(), 100), learnt.store.memory, learnt.now().day)
    assert ranked[:CAP] != learnt.store.due_ids(learnt.now(), 0)[:CAP]
    review = Review(learnt)
    assert (review.remaining.due, review.remaining.new) == (CAP, 0)
    assert answer_all(review) == ranked[:CAP]
    assert review.remaining.due == 0
    assert answer_all(Review(learnt)) == [], "the cap is the day's, not the sitting's"
    assert "52 due cards held back" in why_nothing(learnt)[0]
    review.undo()
    assert review.question.item_id == ranked[CAP - 1]
    assert review.remaining.due == 1


@pytest.mark.parametrize(("minutes", "place"), [(0, -1), (11, 0)])
def test_a_card_missed_comes_again_through_its_step_besides_the_cap(learnt, clock, minutes, place):
    clock.move(days=60)
    review = Review(learnt)
    missed = review.question.item_id
    review.answer(Rating.AGAIN, 1000)
    clock.move(minutes=minutes)
    review.refresh()
    asked = answer_all(review)
    assert len(asked) == CAP
    assert asked[place] == missed


@pytest.mark.parametrize("kind", [EventKind.BROUGHT_BACK, EventKind.DUE_SET])
def test_what_was_called_for_today_comes_first_and_in_any_case(learnt, clock, kind):
    clock.move(days=60)
    answered = answer_all(Review(learnt))
    now = learnt.now()
    missed, other = (learnt.store.item(item_id) for item_id in answered[-2:])
    learnt.store.append([Draft(kind, now, missed.id, due_day=now.day)])
    assert plan(learnt).due_cards == 1
    review = Review(learnt)
    assert (review.question.item_id, review.remaining.due) == (missed.id, 1)
    learnt.store.append([Draft(kind, now, other.id, due_day=now.day)])
    assert answer_all(review) == [missed.id, other.id]
    assert answer_all(Review(learnt)) == []


def test_missed_cards_whose_steps_end_do_not_begin_it(learnt, clock, reopen, settings):
    clock.move(days=60)
    settings(f"come_back_reviews = {CARDS}\n")
    study = reopen()
    review = Review(study)
    for _ in range(5):
        review.answer(Rating.AGAIN, 1000)
        assert plan(study).come_back is None
    clock.move(minutes=11)
    assert plan(study).due_cards == CARDS
    assert plan(study).come_back is None


def test_the_learner_may_decline(learnt, clock, reopen, settings):
    clock.move(days=60)
    assert begin_review(learnt, order="due").remaining.due == CARDS
    assert Review(learnt, lesson="first").remaining.due == CARDS, "a lesson that is asked for is not held back"
    settings("come_back_reviews = 0\n")
    study = reopen()
    assert plan(study).come_back is None
    assert Review(study).remaining.due == CARDS
    assert plan(study).new_cards == 8


def test_a_cap_on_reviews_still_holds(learnt, clock, reopen, settings):
    clock.move(days=60)
    settings(f"come_back_reviews = {CAP}\nreviews_a_day = 3\n")
    study = reopen()
    assert plan(study).due_cards == Review(study).remaining.due == plan(study).come_back.cap == 3
    assert len(answer_all(Review(study))) == 3


def test_it_ends_by_itself_when_the_backlog_is_worked_off(learnt, clock):
    clock.move(days=60)
    backlog = set(learnt.store.due_ids(learnt.now(), 0))
    waiting, asked = [], set()
    for day in count():
        today = plan(learnt)
        if today.come_back is None:
            break
        waiting.append(today.come_back.waiting)
        assert today.new_cards == 0
        assert today.come_back.away == BREAK_DAYS + 59, "the break that was, not the days since"
        asked.update(answer_all(Review(learnt)))
        clock.move(days=1)
        assert day < 3 * CARDS // CAP
    assert waiting == sorted(waiting, reverse=True)
    assert len(waiting) >= CARDS // CAP - 1
    assert len(backlog - asked) <= CAP, "what is left fits one day"
    assert plan(learnt).new_cards == 8


def test_a_break_of_long_ago_is_forgotten(learnt, clock):
    clock.move(days=60)
    other = learnt.store.item_by_key(f"small.first.a{CARDS + 1}").id
    weeks, shown = range(19), []
    for _ in weeks:
        shown.append(plan(learnt).come_back is not None)
        now = learnt.now()
        learnt.store.append([Draft(EventKind.REVIEWED, now, other, Rating.GOOD, 4000, 1, now.day + 900)])
        clock.move(days=7)
    assert shown == [week * 7 <= 120 for week in weeks]
    assert plan(learnt).due_cards == CARDS


def test_it_stays_for_the_whole_day_and_begins_in_an_open_sitting_at_the_turn_of_the_day(learnt, clock):
    clock.move(days=60)
    review = Review(learnt)
    for _ in range(CAP - 1):
        review.answer(Rating.EASY, 1000)
    assert plan(learnt).come_back is not None
    review.answer(Rating.EASY, 1000)
    assert plan(learnt).come_back is not None
    assert review.question is None
    clock.move(days=1)
    review.refresh()
    assert review.remaining.due == CAP


def test_who_has_many_cards_works_faster_than_they_come(learnt, clock, reopen, settings):
    settings("come_back_reviews = 1\n")
    clock.move(days=60)
    study = reopen()
    back = plan(study).come_back
    states = [study.store.item(item_id).state for item_id in study.store.seen_ids(study.now())]
    a_day = sum(1 / (state.due_day - state.last_day) for state in states if state.phase is Phase.REVIEW)
    assert back.cap == ceil(1.5 * a_day)
    assert back.cap > ceil(a_day) > 1


def test_the_days_chosen_are_balanced_and_within_the_longest_interval(learnt, clock, reopen, settings):
    settings(f"come_back_reviews = {CAP}\nmaximum_interval = 30\n")
    clock.move(days=60)
    study = reopen()
    before = dict(study.store.due_days())
    asked = answer_all(Review(study))
    days = [study.store.item(item_id).state.due_day - study.now().day for item_id in asked]
    assert all(1 <= one <= 30 for one in days)
    assert len(set(days)) > 1, "cards of one interval do not come back together"
    assert sum(before.values()) == sum(study.store.due_days().values())
