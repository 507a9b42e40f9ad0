"""The learner's record counts what the items say."""

from collections import Counter

from quizterm.memory.item import Rating
from quizterm.study.record import MONTH_DAYS, learners_record
from quizterm.study.review import Review


def test_cards_due_in_the_next_days_are_those_of_the_items_learning_ones_too(study, clock):
    review = Review(study)
    for rating in (Rating.EASY, Rating.AGAIN, Rating.GOOD):
        review.answer(rating, 1000)
    clock.move(days=2)
    today = study.now().day
    cards = [card.id for _, _, card in study.catalog.entries()]
    states = [item.state for item in study.store.items_by_keys(cards).values()]
    due = Counter(max(state.due_day, today) - today for state in states if state.due_day is not None)
    assert learners_record(study).due_by_day == [due[days] for days in range(MONTH_DAYS)]
    assert due[0] == 2, "their steps ended"
