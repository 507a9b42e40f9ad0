"""Fitting the weights: predictions equal those of plain floats, and fits are as good as those of fsrs-rs."""

import json
import subprocess
import sys
from array import array
from io import BytesIO
from itertools import groupby, pairwise
from random import Random
from statistics import fmean

import fsrs_rs_python
import pytest
import torch
from synthetic_learner import Row, columns, drawn_weights, log

from quizterm.memory.fitting import worker
from quizterm.memory.fitting.fit import FEWEST, fit, propose
from quizterm.memory.fitting.histories import Histories, columns_of, cross_entropy, log_loss
from quizterm.memory.fsrs import DEFAULT_WEIGHTS, HIGHEST_WEIGHTS, LOWEST_WEIGHTS, Memory

DEFAULTS = torch.tensor(DEFAULT_WEIGHTS, dtype=torch.float64)
AS_GOOD = 0.0005


def replayed(rows: list[Row], memory: Memory[float]) -> tuple[dict[int, float], list[tuple[float, float]]]:
    """The recall predicted before each review but an item's first, by time, and every item's last state."""
    predicted, last = {}, []
    for _, history in groupby(rows, key=lambda row: row.item):
        reviews = list(history)
        state = memory.first(reviews[0].rating)
        for before, row in pairwise(reviews):
            elapsed = row.day - before.day
            recall = memory.retrievability(state[0], elapsed)
            predicted[row.when] = recall
            state = memory.next(*state, recall, memory.grades[row.rating - 1], elapsed == 0)
        last.append(state)
    return predicted, last


@pytest.mark.parametrize("skewed", [False, True])
def test_predictions_and_states_equal_those_of_plain_floats(skewed: bool) -> None:
    rows, weights = log(1, 60, skewed=skewed), drawn_weights(Random(2))
    histories = Histories(columns(rows), torch.float64)
    predicted, last = replayed(rows, Memory(weights))
    tensor = torch.tensor(weights, dtype=torch.float64)
    ours = histories.retrievability(tensor)
    real = histories.when >= 0
    assert int(real.sum()) == len(predicted)
    expected = [predicted[when] for when in histories.when[real].tolist()]
    assert ours[real].tolist() == pytest.approx(expected, rel=1e-9)
    states = torch.stack(histories.states(tensor), dim=1)
    torch.testing.assert_close(states, torch.tensor(last, dtype=torch.float64), rtol=1e-9, atol=0)


def test_only_reviews_that_count_and_come_a_day_later_are_scored() -> None:
    item, rating, day, when, counts = (
        torch.tensor(column)
        for column in ((7, 7, 7, 7, 9), (3, 3, 1, 3, 3), (5, 5, 8, 9, 1), (1, 2, 3, 4, 5), (1, 1, 0, 1, 1))
    )
    histories = Histories(columns_of(item, rating, day, when, counts))
    assert histories.when[histories.scored].tolist() == [4], "2: same day, 3: does not count, 1 and 5: first"


def test_a_day_set_back_counts_as_the_same_day() -> None:
    item, rating, day, when = (torch.tensor(column) for column in ((1, 1), (3, 3), (9, 4), (1, 2)))
    assert columns_of(item, rating, day, when, torch.ones(2)).elapsed.tolist() == [0, 0]


def test_columns_of_weights_give_each_items_own_gradient() -> None:
    rows = log(3, 12, skewed=True)
    histories = Histories(columns(rows), torch.float64)
    weights = DEFAULTS[:, None].repeat(1, histories.items).requires_grad_()
    (by_item,) = torch.autograd.grad(
        cross_entropy(histories.retrievability(weights), histories.passed)[histories.scored].sum(), weights
    )
    shared = DEFAULTS.clone().requires_grad_()
    (together,) = torch.autograd.grad(
        cross_entropy(histories.retrievability(shared), histories.passed)[histories.scored].sum(), shared
    )
    torch.testing.assert_close(by_item.sum(1), together)


def test_a_fit_keeps_the_bounds_and_the_order_of_first_grades() -> None:
    rows = [row._replace(rating=3 if row.rating > 1 else 1) for row in log(5, 80)]
    weights = fit(Histories(columns(rows))).tolist()
    for low, weight, high in zip(LOWEST_WEIGHTS, weights, HIGHEST_WEIGHTS, strict=True):
        assert low <= weight <= high
    assert weights[:4] == sorted(weights[:4])


@pytest.mark.parametrize("rating", [1, 3])
def test_a_log_of_one_grade_only_gives_numbers(rating: int) -> None:
    rows = [row._replace(rating=rating) for row in log(6, 40)]
    proposal = propose(Histories(columns(rows)), list(DEFAULT_WEIGHTS))
    assert proposal is not None
    assert all(map(torch.isfinite, torch.tensor([*proposal.weights, proposal.before, proposal.after])))


def test_too_few_reviews_give_no_proposal() -> None:
    rows = log(7, 200)
    few = [next(group) for _, group in groupby(rows, key=lambda row: row.item)]
    assert propose(Histories(columns(few)), list(DEFAULT_WEIGHTS)) is None, "no item was reviewed twice"
    scored = Histories(columns(rows[: FEWEST // 2]))
    assert propose(scored, list(DEFAULT_WEIGHTS)) is None


def test_a_proposal_is_judged_on_reviews_its_judge_did_not_see() -> None:
    rows = log(8, 150)
    histories = Histories(columns(rows))
    proposal = propose(histories, list(DEFAULT_WEIGHTS))
    assert proposal is not None
    when = sorted(histories.when[histories.scored].tolist())
    newest = histories.when >= when[int(len(when) * 0.8)]
    assert proposal.before == pytest.approx(log_loss(histories, DEFAULTS, newest))
    assert proposal.after == pytest.approx(log_loss(histories, fit(histories, ~newest), newest))
    assert proposal.helps is (proposal.after < proposal.before)


def fitted_by_fsrs_rs(rows: list[Row]) -> list[float]:
    items = []
    for _, history in groupby(rows, key=lambda row: row.item):
        reviews, before = [], None
        for row in history:
            elapsed = 0 if before is None else row.day - before
            reviews.append(fsrs_rs_python.FSRSReview(row.rating, elapsed))
            before = row.day
            if elapsed > 0:
                items.append((row.when, fsrs_rs_python.FSRSItem(list(reviews))))
    items.sort(key=lambda item: item[0])
    weights: list[float] = fsrs_rs_python.FSRS(list(DEFAULT_WEIGHTS)).compute_parameters([item for _, item in items])
    return weights


@pytest.mark.parametrize("skewed", [False, True], ids=["even", "skewed"])
def test_on_average_held_out_reviews_are_predicted_as_well_as_by_fsrs_rs(skewed: bool) -> None:
    """Rolling splits: fitted to all before a moment, judged on the tenth of the reviews after it."""
    ours, theirs, defaults = [], [], []
    for seed in (11, 12):
        rows = log(seed, 400 if skewed else 800, skewed=skewed)
        everything = Histories(columns(rows))
        moments = sorted(everything.when[everything.scored].tolist())
        for tenth in (6, 8):
            start, stop = moments[len(moments) * tenth // 10], moments[len(moments) * (tenth + 1) // 10]
            older, held_out = everything.when < start, (everything.when >= start) & (everything.when < stop)
            weights = torch.tensor(fitted_by_fsrs_rs([row for row in rows if row.when < start]))
            ours.append(log_loss(everything, fit(everything, older), held_out))
            theirs.append(log_loss(everything, weights, held_out))
            defaults.append(log_loss(everything, DEFAULTS, held_out))
    assert fmean(ours) < fmean(theirs) + AS_GOOD
    assert fmean(ours) < fmean(defaults)


def retention_of(item: int) -> float:
    return 0.8 if item % 2 else 0.9


def answered(rows: list[Row], weights: tuple[float, ...] = DEFAULT_WEIGHTS) -> dict[str, object] | None:
    head = json.dumps({"reviews": len(rows), "weights": weights}).encode()
    numbers = [*zip(*rows, strict=True), [1] * len(rows)]
    retention = array("d", (retention_of(row.item) for row in rows))
    message = head + b"\n" + b"".join(array("q", column).tobytes() for column in numbers) + retention.tobytes()
    words = [sys.executable, "-m", "quizterm.memory.fitting.worker"]
    done = subprocess.run(words, input=message, capture_output=True, check=True, timeout=120)
    answer: dict[str, object] | None = json.loads(done.stdout)
    return answer


def test_the_process_answers_with_the_proposal() -> None:
    rows = log(9, 60)
    answer = answered(rows)
    assert answer is not None
    proposal = propose(Histories(columns(rows)), list(DEFAULT_WEIGHTS))
    assert proposal is not None
    assert (answer["weights"], answer["before"]) == (pytest.approx(proposal.weights), pytest.approx(proposal.before))
    memory = Memory(DEFAULT_WEIGHTS)
    _, last = replayed(rows, memory)
    items = dict.fromkeys(row.item for row in rows)
    load = sum(
        1 / max(1, round(memory.interval(stability, retention_of(item))))
        for item, (stability, _) in zip(items, last, strict=True)
    )
    assert answer["load_before"] == pytest.approx(load, rel=1e-3)


def test_there_is_nothing_to_learn_from_no_reviews() -> None:
    assert worker.answer(BytesIO(json.dumps({"reviews": 0, "weights": DEFAULT_WEIGHTS}).encode() + b"\n")) is None
