"""Fitting weights and moving due days, as the learner meets them."""

import json
import os
from dataclasses import replace

import pytest

from quizterm.errors import FitError, ItemChangedError
from quizterm.memory.balance import Load
from quizterm.memory.events import Draft, EventKind
from quizterm.memory.fsrs import DEFAULT_WEIGHTS, HIGHEST_WEIGHTS
from quizterm.memory.item import Rating
from quizterm.study import fitting, marking, rescheduling
from quizterm.study.fitting import Proposal, adopt, propose
from quizterm.study.review import Review
from quizterm.study.session import Study, open_study
from quizterm.study.undo import redo_newest, undo_newest

LONGER = (*DEFAULT_WEIGHTS[:8], DEFAULT_WEIGHTS[8] + 0.5, *DEFAULT_WEIGHTS[9:])


@pytest.fixture
def learnt(study: Study, clock) -> Study:
    """Every card of the small course was met and answered on five days."""
    for days in (0, 1, 3, 9, 30):
        clock.move(days=days)
        for item in study.store.items_by_keys([card.id for card in cards(study)]).values():
            outcome = study.card_scheduler(item.key).preview(item.state, study.now(), item.key)[Rating.EASY - 1]
            draft = Draft(
                EventKind.REVIEWED, study.now(), item.id, Rating.EASY, 4000, 1, outcome.due_day, outcome.due_at
            )
            study.store.append([draft])
            clock.move(minutes=1)
    return study


def cards(study: Study):
    return [card for course in study.catalog.courses for lesson in course.lessons for card in lesson.cards]


def states(study: Study):
    return {key: item.state for key, item in study.store.items_by_keys([card.id for card in cards(study)]).items()}


def columns_sent(study: Study) -> list[list[float]]:
    """What the process that fits is given."""
    packed = memoryview(fitting._packed(study, study.store.review_columns()))
    size = len(packed) // 6
    return [
        packed[start : start + size].cast(kind).tolist()
        for start, kind in zip(range(0, 6 * size, size), "qqqqqd", strict=True)
    ]


def proposal(weights: tuple[float, ...] = LONGER) -> Proposal:
    return Proposal(weights, 0.4, 0.3, 100, 5.0, 4.0)


def test_weights_in_force_change_every_card_and_undo_brings_them_back(learnt: Study) -> None:
    before = states(learnt)
    adopt(learnt, proposal())
    after = states(learnt)
    assert learnt.store.weights.values == LONGER
    assert all(after[key].stability > before[key].stability for key in before)
    assert {key: state.due_day for key, state in after.items()} == {key: state.due_day for key, state in before.items()}
    undone = undo_newest(learnt)
    assert undone is not None
    assert undone.sentence == "Took back the fitting of weights"
    assert states(learnt) == before
    assert learnt.store.weights.values == DEFAULT_WEIGHTS
    redone = redo_newest(learnt)
    assert redone is not None
    assert redone.sentence == "Did again the fitting of weights"
    assert states(learnt) == after
    assert redo_newest(learnt) is None


def test_answers_say_under_which_weights_they_were_given(learnt: Study, clock) -> None:
    adopt(learnt, proposal())
    clock.move(days=4000)
    review = Review(learnt)
    assert review.question is not None
    item_id = review.question.item_id
    review.answer(Rating.GOOD, 1000)
    assert learnt.store.history(item_id)[-1].weights == learnt.store.weights.id > 1


def test_rescheduling_moves_cards_in_one_action_and_never_into_the_past(learnt: Study) -> None:
    before = states(learnt)
    assert rescheduling.plan(learnt).moves == (), "nothing has changed"
    adopt(learnt, proposal())
    plan = rescheduling.plan(learnt)
    assert len(plan.moves) == len(before)
    rescheduling.carry_out(learnt, plan)
    after = states(learnt)
    assert all(after[key].due_day > before[key].due_day for key in before)
    learnt.forget_load()
    assert rescheduling.plan(learnt).moves == (), "what was moved once stays"
    undo_newest(learnt)
    assert {key: state.due_day for key, state in states(learnt).items()} == {
        key: state.due_day for key, state in before.items()
    }


def test_rescheduling_keeps_the_cards_of_a_paragraph_apart(study: Study, clock) -> None:
    now, item = study.now(), study.store.item_by_key("small.first.a1")
    study.store.append([Draft(EventKind.REVIEWED, now, item.id, Rating.EASY, 4000, 1, now.day + 40)])
    clock.move(days=1)
    window = study.card_scheduler(item.key).window_of(study.store.item(item.id).state)
    days = range(now.day + window.low, now.day + window.high + 1)

    def joins(other: str, day: int) -> bool:
        """Whether the card would move to the quietest day of its window, on which another one is due."""
        marking.set_due(study, [other], day)
        study.__dict__["load"] = Load({busy: 3 for busy in days if busy != day})
        [move] = [move for move in rescheduling.plan(study).moves if move.item.id == item.id]
        undo_newest(study)
        return move.due_day == day

    of_another_section = [day for day in days if joins("first.a2", day)]
    of_the_same = [day for day in days if joins("first.a3", day)]
    assert set(of_the_same) < set(of_another_section)


def test_shorter_intervals_come_today_at_the_earliest(learnt: Study, clock) -> None:
    clock.move(days=1)
    shorter = (*DEFAULT_WEIGHTS[:8], 0.0, *DEFAULT_WEIGHTS[9:])
    adopt(learnt, proposal(shorter))
    clock.move(days=3)
    today = learnt.now().day
    plan = rescheduling.plan(learnt)
    assert plan.moves
    assert min(move.due_day for move in plan.moves) >= today
    assert plan.due_now == sum(move.due_day == today for move in plan.moves)


def test_what_would_have_been_due_comes_today_and_what_is_due_or_put_away_stays(learnt: Study, clock) -> None:
    overdue, suspended = cards(learnt)[0].id, cards(learnt)[1].id
    marking.set_due(learnt, [overdue], learnt.now().day)
    marking.suspend(learnt, [suspended])
    before = {key: state.due_day for key, state in states(learnt).items()}
    clock.move(days=min(day for key, day in before.items() if key != overdue) - learnt.now().day - 1)
    learnt.apply(replace(learnt.settings, desired_retention=0.99))
    plan = rescheduling.plan(learnt)
    assert {move.due_day for move in plan.moves} == {learnt.now().day}
    assert {move.item.key for move in plan.moves} == before.keys() - {overdue, suspended}
    assert plan.due_now == len(before) - 1
    rescheduling.carry_out(learnt, plan)
    assert {key: states(learnt)[key].due_day for key in (overdue, suspended)} == {
        key: before[key] for key in (overdue, suspended)
    }


def test_a_card_answered_meanwhile_stops_the_move(learnt: Study, clock) -> None:
    adopt(learnt, proposal())
    plan = rescheduling.plan(learnt)
    moved = plan.moves[0].item
    now = learnt.now()
    learnt.store.append([Draft(EventKind.REVIEWED, now, moved.id, Rating.GOOD, 4000, 1, now.day + 3)])
    with pytest.raises(ItemChangedError):
        rescheduling.carry_out(learnt, plan)


def test_weights_fitted_meanwhile_stop_the_move(study: Study, clock) -> None:
    """The curve's decay alone shows in no state of a card answered once, only in its interval."""
    now, item = study.now(), study.store.item_by_key("small.first.a1")
    study.store.append([Draft(EventKind.REVIEWED, now, item.id, Rating.EASY, 4000, 1, now.day + 400)])
    plan = rescheduling.plan(study)
    assert [move.item.key for move in plan.moves] == ["small.first.a1"]
    with open_study(clock=clock) as other:
        adopt(other, proposal((*DEFAULT_WEIGHTS[:20], HIGHEST_WEIGHTS[20])))
    assert study.store.item(item.id) == plan.moves[0].item
    with pytest.raises(ItemChangedError):
        rescheduling.carry_out(study, plan)
    assert study.store.item(item.id) == plan.moves[0].item


def test_rushed_undone_and_placed_answers_are_left_out(learnt: Study, clock) -> None:
    columns = learnt.store.review_columns()
    assert len(columns.card) == 5 * len(cards(learnt))
    undo_newest(learnt)
    assert len(learnt.store.review_columns().card) == len(columns.card) - 1
    item = next(iter(learnt.store.items_by_keys([cards(learnt)[0].id]).values()))
    now = learnt.now()
    learnt.store.append([Draft(EventKind.RESET, now, item.id)])
    learnt.store.append([Draft(EventKind.REVIEWED, now, item.id, Rating.GOOD, 299, 1, now.day + 3)])
    after_reset = learnt.store.review_columns()
    assert len(set(after_reset.card)) == len(set(columns.card)) + 1, "a card that was reset counts as another"
    *_, counts, _ = columns_sent(learnt)
    assert counts.count(0) == 1, "the rushed one"
    learnt.store.append([Draft(EventKind.RESET, now, item.id), Draft(EventKind.PLACED, now, item.id, due_day=now.day)])
    learnt.store.append([Draft(EventKind.REVIEWED, now, item.id, Rating.GOOD, 4000, 1, now.day + 3)])
    assert len(learnt.store.review_columns().card) == len(after_reset.card) + 1
    assert len(columns_sent(learnt)[0]) == len(after_reset.card), "the placed one"


def test_the_load_is_reckoned_at_the_retention_of_each_phase(learnt: Study) -> None:
    *_, retention = columns_sent(learnt)
    assert set(retention) == {0.9}
    learnt.apply(replace(learnt.settings, retention_by_phase=(("One", 0.8),)))
    *_, retention = columns_sent(learnt)
    assert set(retention) == {0.8}


def test_too_few_reviews_give_no_proposal(learnt: Study) -> None:
    assert propose(learnt) is None


def test_a_process_that_fails_is_told_in_one_line(learnt: Study, monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    (tmp_path / "torch.py").write_text("raise ImportError('this torch is\\nbroken')")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])]))
    with pytest.raises(FitError) as caught:
        propose(learnt)
    assert "broken" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_weights_out_of_their_bounds_are_refused(learnt: Study) -> None:
    before = states(learnt)
    with pytest.raises(ValueError):
        learnt.store.append(
            [Draft(EventKind.REFIT, learnt.now(), detail=json.dumps({"weights": [0.0, *DEFAULT_WEIGHTS[1:]]}))]
        )
    assert states(learnt) == before
    assert learnt.store.weights.values == DEFAULT_WEIGHTS
