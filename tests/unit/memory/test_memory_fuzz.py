"""Fuzz: py-fsrs's windows, a draw that never leaves them and never changes."""

from datetime import timedelta

import fsrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizterm.memory.fuzz import draw_for, fuzz_window

draws = st.integers(0, 2**64 - 1)
intervals = st.integers(1, 36_500)


@pytest.mark.parametrize("longest", [10, 100, 36_500])
def test_the_windows_are_those_of_py_fsrs(longest: int, monkeypatch: pytest.MonkeyPatch) -> None:
    scheduler = fsrs.Scheduler(maximum_interval=longest, enable_fuzzing=True)

    def fuzzed(days: int, chance: float) -> int:
        monkeypatch.setattr("fsrs.scheduler.random", lambda: chance)
        return scheduler._get_fuzzed_interval(interval=timedelta(days=days)).days

    for days in [*range(1, min(longest, 300) + 1), longest]:
        window = fuzz_window(days, 1, longest)
        last_place = (window.high - window.low) / (window.high - window.low + 1)
        assert (fuzzed(days, 0.0), fuzzed(days, last_place)) == window
        # py-fsrs rounds, so that its largest draws lie one day outside unless the maximum cuts them.
        expected = window.high if days < 3 else min(window.high + 1, longest)
        assert fuzzed(days, 1 - 1e-12) == expected


@given(intervals, draws)
def test_a_pick_lies_in_its_window_and_reaches_both_ends(days: int, draw: int) -> None:
    window = fuzz_window(days, 1, 36_500)
    assert window.low <= window.pick(draw) <= window.high
    assert window.low <= days <= window.high
    assert (window.pick(0), window.pick(2**64 - 1)) == window


@given(intervals, st.integers(1, 40), st.integers(1, 36_500), draws)
def test_a_window_keeps_to_the_shortest_and_longest(days: int, shortest: int, longest: int, draw: int) -> None:
    longest = max(shortest, longest)
    days = min(max(days, shortest), longest)
    assert shortest <= fuzz_window(days, shortest, longest).pick(draw) <= longest


@given(intervals, intervals, st.sampled_from([1, 7]), draws)
def test_the_same_draw_keeps_the_order(one: int, other: int, shortest: int, draw: int) -> None:
    short, long = sorted((max(one, shortest), max(other, shortest)))
    assert fuzz_window(short, shortest, 36_500).pick(draw) <= fuzz_window(long, shortest, 36_500).pick(draw)


def test_a_draw_belongs_to_item_and_repetition() -> None:
    items = ("pytorch.engine.assign", "pytorch.engine.add")
    assert len({draw_for(item, repetition) for item in items for repetition in range(50)}) == 100


def test_a_draw_is_the_same_everywhere() -> None:
    # printf 'é\n7' | b2sum -l 64
    assert draw_for("é", 7) == 0xF7B2774A2872F7B6


def test_draws_are_spread_evenly() -> None:
    days = [fuzz_window(100, 1, 36_500).pick(draw_for("an item", repetition)) for repetition in range(4000)]
    window = fuzz_window(100, 1, 36_500)
    counts = [days.count(day) for day in range(window.low, window.high + 1)]
    expected = len(days) / len(counts)
    assert all(0.7 * expected < count < 1.3 * expected for count in counts)
