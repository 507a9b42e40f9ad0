"""The FSRS-6 formulas: the same for floats and tensors, ordered and bounded under all weights that are allowed."""

from random import Random

import fsrs
import fsrs.scheduler
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from memory_strategies import bounded_weights, ordered_weights, random_weights, ratings

from quizterm.memory.fsrs import DEFAULT_WEIGHTS, HIGHEST_WEIGHTS, LOWEST_WEIGHTS, Memory
from quizterm.memory.item import Rating

stabilities = st.floats(0.001, 36_500)
difficulties = st.floats(1, 10)
elapsed_days = st.integers(0, 40_000)


def after_each_rating(
    memory: Memory[float], stability: float, difficulty: float, elapsed: int
) -> list[tuple[float, float]]:
    retrievability = memory.retrievability(stability, elapsed)
    return [memory.next(stability, difficulty, retrievability, grade, elapsed == 0) for grade in memory.grades]


def test_defaults_are_the_published_ones_and_lie_within_the_bounds() -> None:
    assert fsrs.scheduler.DEFAULT_PARAMETERS == DEFAULT_WEIGHTS
    bounds = zip(LOWEST_WEIGHTS, DEFAULT_WEIGHTS, HIGHEST_WEIGHTS, strict=True)
    assert all(low <= default <= high for low, default, high in bounds)


def test_py_fsrs_allows_every_weight_that_we_allow() -> None:
    fsrs.Scheduler(parameters=LOWEST_WEIGHTS)
    fsrs.Scheduler(parameters=HIGHEST_WEIGHTS)


def test_fewer_or_more_weights_are_refused() -> None:
    with pytest.raises(ValueError, match="21 weights, not 19"):
        Memory(DEFAULT_WEIGHTS[:19])


@given(bounded_weights, stabilities, st.floats(0.01, 1))
def test_the_interval_is_when_retrievability_falls_to_the_wish(
    weights: tuple[float, ...], stability: float, retention: float
) -> None:
    memory = Memory(weights)
    assert memory.retrievability(stability, memory.interval(stability, retention)) == pytest.approx(retention)
    assert memory.interval(stability, 0.9) == pytest.approx(stability)


@given(bounded_weights, stabilities, difficulties, elapsed_days)
@settings(max_examples=300)
def test_memory_stays_within_its_bounds(
    weights: tuple[float, ...], stability: float, difficulty: float, elapsed: int
) -> None:
    memory = Memory(weights)
    states = after_each_rating(memory, stability, difficulty, elapsed) + [memory.first(rating) for rating in Rating]
    for stability_after, difficulty_after in states:
        assert 0.001 <= stability_after <= 36_500
        assert 1 <= difficulty_after <= 10


@given(ordered_weights, stabilities, difficulties, elapsed_days)
@settings(max_examples=300)
def test_a_better_rating_never_leaves_less_stability_or_more_difficulty(
    weights: tuple[float, ...], stability: float, difficulty: float, elapsed: int
) -> None:
    memory = Memory(weights)
    for states in (
        after_each_rating(memory, stability, difficulty, elapsed),
        [memory.first(rating) for rating in Rating],
    ):
        after_stability, after_difficulty = zip(*states, strict=True)
        assert list(after_stability) == sorted(after_stability)
        assert list(after_difficulty) == sorted(after_difficulty, reverse=True)


@given(bounded_weights, stabilities, difficulties, st.integers(1, 40_000))
def test_recall_lengthens_memory_and_forgetting_shortens_it(
    weights: tuple[float, ...], stability: float, difficulty: float, elapsed: int
) -> None:
    forgotten, *recalled = after_each_rating(Memory(weights), stability, difficulty, elapsed)
    assert forgotten[0] <= stability
    assert all(after >= stability for after, _ in recalled)


def replay(memory: Memory[float], history: list[tuple[Rating, int]]) -> tuple[float, float]:
    (first, _), *later = history
    stability, difficulty = memory.first(first)
    for rating, elapsed in later:
        retrievability = memory.retrievability(stability, elapsed)
        stability, difficulty = memory.next(stability, difficulty, retrievability, memory.grade(rating), elapsed == 0)
    return stability, difficulty


def replay_tensors(
    weights: torch.Tensor, histories: list[list[tuple[Rating, int]]]
) -> tuple[torch.Tensor, torch.Tensor]:
    memory = Memory(weights)
    ratings = torch.tensor([[rating for rating, _ in history] for history in histories]).T
    elapsed = torch.tensor([[days for _, days in history] for history in histories], dtype=weights.dtype).T
    stability, difficulty = memory.first(ratings[0])
    for time in range(1, len(ratings)):
        stability, difficulty = memory.next(
            stability,
            difficulty,
            memory.retrievability(stability, elapsed[time]),
            memory.grade(ratings[time]),
            elapsed[time] == 0,
        )
    return stability, difficulty


def random_history(draw: Random, length: int) -> list[tuple[Rating, int]]:
    return [(Rating(draw.randint(1, 4)), draw.choice([0, 1, 2, 5, 20, 100, 1000])) for _ in range(length)]


@pytest.mark.parametrize("seed", range(10))
def test_tensors_follow_the_same_formulas_as_floats(seed: int) -> None:
    draw = Random(seed)
    weights = random_weights(draw) if seed else DEFAULT_WEIGHTS
    histories = [random_history(draw, 10) for _ in range(200)]
    expected = torch.tensor([replay(Memory(weights), history) for history in histories], dtype=torch.float64)

    flat = torch.tensor(weights, dtype=torch.float64)
    stability, difficulty = replay_tensors(flat, histories)
    torch.testing.assert_close(torch.stack([stability, difficulty], 1), expected, rtol=1e-10, atol=0)

    per_item = flat[:, None].expand(21, len(histories))
    stability, difficulty = replay_tensors(per_item, histories)
    torch.testing.assert_close(torch.stack([stability, difficulty], 1), expected, rtol=1e-10, atol=0)


def test_the_gradient_with_respect_to_the_weights_is_right() -> None:
    draw = Random(5)
    histories = [random_history(draw, 6) for _ in range(12)]

    def final(weights: torch.Tensor) -> torch.Tensor:
        stability, difficulty = replay_tensors(weights, histories)
        return torch.cat([stability.log(), difficulty])

    weights = torch.tensor(DEFAULT_WEIGHTS, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(final, (weights,))


@given(bounded_weights, ratings)
def test_a_grade_is_the_same_from_the_table_and_computed(weights: tuple[float, ...], rating: Rating) -> None:
    memory = Memory(weights)
    assert memory.grades[rating - 1] == memory.grade(rating)
