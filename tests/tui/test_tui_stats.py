"""Stats: its pages at two sizes, for a learner with answers and for one without."""

import asyncio
import threading

import pytest

from quizterm.memory.item import Rating
from quizterm.study import aside, progress
from quizterm.study.review import Review
from quizterm.study.session import Study
from quizterm.study.undo import undo_newest
from quizterm.tui.app import QuiztermApp
from quizterm.tui.screens import stats
from tests.tui.conftest import StillClock
from tests.tui.driving import press, press_and_count, screen_text

DAY_MS = 86_400_000
TITLES = (
    "A year",
    "True retention, by month",
    "Due in the next 30 days",
    "Minutes a day, the last 30 days",
    "True retention, by lesson",
    "Predicted and recalled",
    "Buttons",
    "Exercises",
)


async def test_s_goes_through_the_pages_and_round(today: QuiztermApp, study: Study, clock: StillClock) -> None:
    for _ in range(3):
        Review(study).answer(Rating.EASY, 30_000)
        clock.ms += 60 * DAY_MS
    async with today.run_test(size=(80, 24)) as player:
        first = await press_and_count(player, "s")
        assert first.splitlines()[0].split() == ["Stats", "1/3"]
        pages = [first, *[await press(player, "s") for _ in range(2)]]
        assert await press(player, "s") == first
        assert await press(player, "S") == pages[-1]
        shown = "\n".join(pages)
        assert [title for title in TITLES if f"── {title} ─" in shown] == list(TITLES)
        assert "3 answers on 3 days" in shown
        assert "100% of 1" in shown
        assert "mature: again 0%, hard 0%, good 0%, easy 100%, of 1" in shown
        assert "Today" in (await press(player, "q")).splitlines()[0]


async def test_a_large_terminal_shows_all_at_once_and_a_new_learner_is_told_what_is_missing(today: QuiztermApp) -> None:
    async with today.run_test(size=(180, 60)) as player:
        shown = await press_and_count(player, "s")
    assert shown.splitlines()[0].split() == ["Stats"]
    assert all(f"── {title} ─" in shown for title in TITLES)
    assert shown.count("No card has come back on a later day yet.") == 3
    assert "No exercise was tried yet." in shown


async def test_a_year_that_takes_long_is_counted_beside_the_app(
    today: QuiztermApp, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    Review(study).answer(Rating.EASY, 30_000)
    monkeypatch.setattr(aside, "MANY_CARDS", 1)
    async with today.run_test(size=(180, 60)) as player:
        await today.workers.wait_for_complete()
        assert "Mon ····" in await press(player, "g"), "the year at Today"


@pytest.mark.parametrize("place", ["the year at Today", "Stats"])
async def test_no_key_waits_for_a_counting_and_no_older_one_is_shown_after_an_undo(
    today: QuiztermApp, study: Study, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    is_stats = place == "Stats"
    module, name = (stats, "learners_record") if is_stats else (progress, "year")
    count, is_first, go_on = getattr(module, name), True, threading.Event()

    def slow(study: Study) -> object:
        nonlocal is_first
        is_old, is_first = is_first, False
        counted = count(study)
        if is_old:
            go_on.wait(30)
        return counted

    def is_right() -> bool:
        """Whether what is left after the undo is shown: one answer, or no picture of a year."""
        shown = screen_text(today)
        return "1 answer on 1 day" in shown if is_stats else "Mon ····" not in shown

    monkeypatch.setattr(aside, "MANY_CARDS", 1)
    for _ in range(2 if is_stats else 1):
        Review(study).answer(Rating.EASY, 30_000)
    async with today.run_test(size=(180, 60)) as player:
        await today.workers.wait_for_complete()
        monkeypatch.setattr(module, name, slow)
        shown = await press(player, "s" if is_stats else "l q")
        assert ("counting …" in shown.splitlines()[0]) is is_stats
        await press(player, "question_mark")
        assert undo_newest(study) is not None
        await press(player, "q")
        async with asyncio.timeout(30):
            while not is_right():
                await player.pause()
        go_on.set()
        await today.workers.wait_for_complete()
        await player.pause()
        assert is_right()
