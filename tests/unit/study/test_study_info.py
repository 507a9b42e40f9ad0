"""All that is known of one item: its state in words, its history, its forgetting curve, and that in one line."""

import json
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizterm.errors import UsageError
from quizterm.memory.item import Rating
from quizterm.study import marking
from quizterm.study.info import CurvePoint, info
from quizterm.study.review import Review
from quizterm.study.sparkline import sparkline
from quizterm.study.undo import undo_newest

TODAY = date(2026, 3, 10)


def test_a_new_card_has_a_place_and_nothing_else(study):
    found = info(study, "first.a1")
    assert (found.id, found.kind, found.title, found.lesson, found.section) == (
        "first.a1",
        "card",
        "Card a1",
        "First",
        "Ideas",
    )
    assert (found.state, found.recall, found.due, found.history, found.curve) == ("new", None, None, (), ())


def test_what_happened_stands_in_order_with_what_was_taken_back(study, clock):
    Review(study, lesson="first").answer(Rating.AGAIN, 2500)
    Review(study, lesson="first").suspend()  # of a2: no part of the history of a1
    marking.flag(study, ["first.a1"])
    marking.forget(study, ["first.a1"])
    undo_newest(study)
    clock.move(days=2)
    marking.set_due(study, ["first.a1"], study.now().day + 4)
    history = info(study, "small.first.a1").history
    assert [(one.what, one.taken_back) for one in history] == [
        ("reviewed", False),
        ("flagged", False),
        ("reset", True),
        ("due-set", False),
    ]
    assert (history[0].grade, history[0].interval_days, history[0].seconds) == ("again", 0, 2.5)
    assert (history[0].date, history[0].time) == (TODAY, "09:00")
    assert (history[3].date, history[3].interval_days) == (TODAY + timedelta(days=2), 4)


def test_answers_are_counted_from_before_a_card_was_forgotten_but_not_taken_back_ones(study):
    for _ in range(3):
        Review(study, lesson="first").answer(Rating.EASY, 1000)
        marking.forget(study, ["first.a1"])
    for _ in range(2):
        undo_newest(study)
    found = info(study, "first.a1")
    assert (found.state, found.answers, len(found.history)) == ("new", 2, 6)


def test_the_state_is_said_in_words(study, clock):
    Review(study, lesson="first").answer(Rating.AGAIN, 1000)
    assert info(study, "first.a1").state == "learning, step 1"
    assert info(study, "first.a1").due_time == "09:01"
    marking.set_due(study, ["first.a1"], study.now().day + 1)
    assert info(study, "first.a1").state == "waiting, due in 1 day"
    clock.move(days=1)
    assert info(study, "first.a1").state == "due today"
    clock.move(days=2)
    marking.flag(study, ["first.a1"])
    marking.suspend(study, ["first.a1"])
    marking.bury(study, ["first.a1"])
    assert info(study, "first.a1").state == "due for 2 days, buried until tomorrow, suspended, flagged"


def test_the_odds_now_are_those_of_todays_point_of_the_curve(study, clock):
    Review(study, lesson="first").answer(Rating.EASY, 1000)
    clock.move(days=9)
    found = info(study, "first.a1")
    state = study.store.item_by_key("small.first.a1").state
    assert found.recall == study.store.memory.retrievability(state.stability, 9)
    assert CurvePoint(TODAY + timedelta(days=9), found.recall) in found.curve
    assert found.curve[0] == CurvePoint(TODAY, 1.0)


def test_as_json_it_says_the_same(study):
    Review(study, lesson="first").answer(Rating.EASY, 1000)
    found = info(study, "first.a1")
    told = json.loads(json.dumps(found.as_dict()))
    assert (told["schema"], told["id"], told["due"]) == (1, "first.a1", found.due.isoformat())
    assert told["history"][0]["grade"] == "easy"
    assert told["curve"] == [[point.date.isoformat(), round(point.recall, 4)] for point in found.curve]


def test_a_vanished_card_is_known_by_its_full_id(study, course_folder, reopen):
    Review(study, lesson="first").answer(Rating.EASY, 1000)
    file = course_folder / "01-first.md"
    file.write_text("# First\n\n## Ideas\n\nText.\n\n## Recall\n")
    found = info(reopen(), "small.first.a1")
    assert (found.title, found.answers) == ("small.first.a1", 1)
    assert found.state.endswith("vanished")


def test_an_exercise_is_an_item_too():
    from quizterm.study.session import open_study

    with open_study() as study:
        found = info(study, "engine")
    assert (found.id, found.kind, found.title, found.state) == ("engine", "exercise", "Scalar autograd engine", "new")
    assert found.lesson


def test_what_is_neither_is_told_with_what_is_close(study):
    with pytest.raises(UsageError, match=r"did you mean `first\.a"):
        info(study, "first.a")


# In one line

curves = st.lists(st.tuples(st.integers(0, 400), st.floats(0.01, 1.0)), min_size=1, max_size=60).map(
    lambda points: [CurvePoint(TODAY + timedelta(days=day), recall) for day, recall in sorted(points)]
)


@given(curves, st.integers(-5, 500), st.integers(1, 70))
def test_a_line_has_a_bar_for_each_span_of_days_and_the_lowest_chance_shows(curve, later, width):
    line = sparkline(curve, TODAY + timedelta(days=later), width)
    days = (curve[-1].date - curve[0].date).days + 1
    assert len(line.bars) == min(days, width)
    assert 0 <= line.today < len(line.bars)
    lowest = min(point.recall for point in curve)
    assert 0 <= line.low <= lowest or lowest > 0.9
    shown = min("▁▂▃▄▅▆▇█".index(bar) for bar in line.bars) / 7 * (1 - line.low) + line.low
    assert abs(shown - lowest) <= (1 - line.low) / 14 + 1e-9


def test_a_line_falls_and_rises_with_the_curve():
    recalls = [1.0, 0.9, 0.6, 1.0, 0.8]
    line = sparkline([CurvePoint(TODAY + timedelta(days=n), r) for n, r in enumerate(recalls)], TODAY, 60)
    assert line.bars == "█▆▁█▅"[:5]
    assert line.low == 0.6
