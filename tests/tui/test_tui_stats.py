"""Stats: its pages at two sizes, for a learner with answers and for one without."""

import pytest

from quizterm.memory.item import Rating
from quizterm.study import aside
from quizterm.study.review import Review
from quizterm.study.session import Study
from quizterm.tui.app import QuiztermApp
from tests.tui.conftest import StillClock
from tests.tui.driving import press, screen_text

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
        first = await press(player, "s")
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
        shown = await press(player, "s")
    assert shown.splitlines()[0].split() == ["Stats"]
    assert all(f"── {title} ─" in shown for title in TITLES)
    assert shown.count("No card has come back on a later day yet.") == 3
    assert "No exercise was tried yet." in shown


async def test_a_long_record_is_counted_beside_the_app(
    today: QuiztermApp, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    Review(study).answer(Rating.EASY, 30_000)
    monkeypatch.setattr(aside, "MANY_CARDS", 1)
    async with today.run_test(size=(180, 60)) as player:
        await today.workers.wait_for_complete()
        assert "Mon ····" in await press(player, "g"), "the year at Today"
        await press(player, "s")
        await today.workers.wait_for_complete()
        await player.pause()
        shown = screen_text(today)
    assert "1 answer on 1 day" in shown
    assert "counting" not in shown
