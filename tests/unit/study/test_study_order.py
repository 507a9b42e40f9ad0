"""In which order due cards are asked, and cards asked before their day."""

from argparse import ArgumentParser

import pytest

from quizterm.cli.commands import COMMANDS
from quizterm.memory.events import Draft, EventKind
from quizterm.memory.item import Rating
from quizterm.settings import descriptions
from quizterm.store.rows import DueOrder
from quizterm.study.beginning import begin_review
from quizterm.study.review import Review

LAST_DAYS = {"a1": 40, "a2": 10, "a3": 60, "a4": 30, "a5": 5}  # study days ago


@pytest.fixture
def learnt(study, clock):
    """The first lesson, each card answered some days ago: by due day it is a3, a1, a2, a5, a4."""
    start = clock.ms
    for name, ago in sorted(LAST_DAYS.items(), key=lambda entry: -entry[1]):
        clock.ms = start + (100 - ago) * 86_400_000
        item = study.store.item_by_key(f"small.first.{name}")
        due = study.now().day + {"a1": 20, "a2": 3, "a3": 35, "a4": 29, "a5": 1}[name]
        rating = Rating.GOOD if name in ("a2", "a5") else Rating.EASY
        study.store.append([Draft(EventKind.REVIEWED, study.now(), item.id, rating, 4000, 1, due)])
    clock.ms = start + 100 * 86_400_000
    return study


def state(study, name):
    return study.store.item_by_key(f"small.first.{name}").state


def names(review, rating=Rating.EASY):
    asked = []
    while review.question is not None and review.question.card.name not in asked:
        asked.append(review.question.card.name)
        review.answer(rating, 1000)
    return asked


def recall(study, name):
    one = state(study, name)
    return study.store.memory.retrievability(one.stability, study.now().day - one.last_day)


def test_each_order_asks_all_due_cards_first_to_last(learnt):
    by_recall = sorted(LAST_DAYS, key=lambda name: recall(learnt, name))
    shown = {}
    for order in DueOrder:
        review = Review(learnt, order=order)
        shown[order] = names(review)
        for _ in LAST_DAYS:
            review.undo()
    assert shown[DueOrder.DUE][:5] == ["a3", "a1", "a2", "a5", "a4"] != by_recall
    assert shown[DueOrder.RECALL][:5] == by_recall
    assert shown[DueOrder.LESSON][:5] == ["a1", "a2", "a3", "a4", "a5"]
    assert sorted(shown[DueOrder.RANDOM][:5]) == sorted(LAST_DAYS)
    assert all(asked[5:] == [] for asked in shown.values())


@pytest.mark.parametrize("order", DueOrder)
def test_the_setting_is_the_order_and_an_option_outdoes_it(learnt, home, reopen, order):
    (home / "settings.toml").write_text(f'review_order = "{order}"\n')
    study = reopen()
    assert Review(study).question.item_id == study.store.due_ids(study.now(), 0, order=order)[0]
    for other in DueOrder:
        review = begin_review(study, order=str(other))
        assert review.question.item_id == study.store.due_ids(study.now(), 0, order=other)[0]


def test_settings_and_command_line_know_the_same_orders():
    (setting,) = [one for one in descriptions() if one.name == "review_order"]
    assert list(setting.allowed.choices) == list(DueOrder)
    (command,) = [one for one in COMMANDS if one.name == "review"]
    parser = ArgumentParser()
    command.accept(parser)
    (option,) = [action for action in parser._actions if "--order" in action.option_strings]
    assert list(option.choices) == list(DueOrder)


def test_ahead_asks_what_is_due_by_then_least_likely_recalled_first_and_nothing_new(learnt, clock):
    names(Review(learnt, lesson="first"))
    clock.move(days=1)
    due = sorted(state(learnt, name).due_day - learnt.now().day for name in LAST_DAYS)
    assert due[0] > 0, "nothing is due"
    days = due[2]
    expected = [name for name in LAST_DAYS if state(learnt, name).due_day <= learnt.now().day + days]
    expected.sort(key=lambda name: recall(learnt, name))
    review = Review(learnt, ahead=days)
    assert (review.remaining.due, review.remaining.new) == (len(expected), 0)
    assert names(review) == expected
    assert review.question is None, "none is asked twice on a day, and new ones are not"
    assert Review(learnt, ahead=days).why_nothing() == (
        f"No card that was not answered today is due within {days} days",
    )


def test_an_early_good_keeps_the_day_or_puts_it_off_and_the_buttons_are_in_order(learnt, clock):
    for _ in range(6):
        names(Review(learnt, lesson="first"), Rating.GOOD)
        clock.move(days=1)
        before = {name: state(learnt, name).due_day for name in LAST_DAYS}
        review = Review(learnt, ahead=3650)
        asked = 0
        while review.question is not None and review.question.state.last_day < learnt.now().day:
            days = [outcome.due_day for outcome in review.question.preview]
            assert days == sorted(days)
            name = review.question.card.name
            review.answer(Rating.GOOD, 1000)
            assert state(learnt, name).due_day >= before[name]
            asked += 1
        assert asked == 5
        clock.move(days=2)


def test_one_missed_ahead_comes_again_through_its_step(learnt, clock):
    names(Review(learnt, lesson="first"))
    clock.move(days=1)
    review = Review(learnt, ahead=3650)
    missed = review.question.card.name
    review.answer(Rating.AGAIN, 1000)
    assert review.remaining.learning == 1
    assert names(review)[-1] == missed


def test_who_asks_for_more_is_not_stopped_by_the_cap(learnt, home, reopen, clock):
    (home / "settings.toml").write_text("reviews_a_day = 2\n")
    study = reopen()
    assert len(names(Review(study))) == 2
    assert len(names(Review(study, ahead=3650))) == 3


def test_the_longest_interval_holds_also_ahead(learnt, home, reopen, clock):
    (home / "settings.toml").write_text("maximum_interval = 7\n")
    study = reopen()
    today = study.now().day
    names(Review(study, ahead=3650))
    assert all(today < state(study, name).due_day <= today + 7 for name in LAST_DAYS)


def test_ahead_in_one_lesson_asks_no_other(learnt, clock):
    names(Review(learnt, lesson="second"))
    clock.move(days=1)
    assert {name[0] for name in names(Review(learnt, lesson="second", ahead=3650))} == {"b"}
