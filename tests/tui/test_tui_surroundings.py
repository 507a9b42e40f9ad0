"""What the world around the app says, and does to what it stands on, while it is open."""

import shutil
from pathlib import Path

import pytest

from quizterm.errors import DatabaseUnavailableError, SettingsError
from quizterm.store.store import Store
from quizterm.study.session import Study
from quizterm.tui.app import QuiztermApp, run
from quizterm.tui.screens.browse import BrowseScreen
from quizterm.tui.screens.today import TodayScreen
from tests.tui.driving import press


@pytest.mark.parametrize(("columns", "lines"), [("40", "10"), ("99999", "99999")])
def test_the_terminal_itself_says_its_size(
    columns: str, lines: str, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not what the shell exported, perhaps before the window was resized."""
    seen = []
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setenv("LINES", lines)
    monkeypatch.setattr(QuiztermApp, "run", lambda _: seen.append(shutil.get_terminal_size((81, 25))))
    run(study)
    assert [size.columns for size in seen] != [int(columns)]
    assert [size.lines for size in seen] != [int(lines)]


def refuse(*_: object, **__: object) -> None:
    raise DatabaseUnavailableError(Path("x"), "the disk is full; free some space and try again")


async def test_reading_goes_on_where_nothing_can_be_stored(today: QuiztermApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Store, "append", refuse)
    async with today.run_test(size=(80, 60)) as player:
        before = await press(player, "l enter")
        shown = await press(player, "n")
    assert "the disk is full" in shown
    assert "1/" in before.splitlines()[0]
    assert "2/" in shown.splitlines()[0]


async def test_what_the_database_refuses_is_told_and_can_be_asked_for_again(
    today: QuiztermApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    browse = TodayScreen.action_browse
    monkeypatch.setattr(TodayScreen, "action_browse", refuse)
    async with today.run_test(size=(80, 24)) as player:
        assert "the disk is full" in await press(player, "b")
        monkeypatch.setattr(TodayScreen, "action_browse", browse)
        await press(player, "b")
        assert isinstance(today.screen, BrowseScreen)


async def test_a_clock_set_far_away_is_told_until_it_is_right_again(
    review: QuiztermApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    def far_away() -> int:
        raise SettingsError("the machine's clock is far away; set it right and try again")

    async with review.run_test(size=(80, 24)) as player:
        await press(player, "space")
        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(review.study.clock, "now_ms", far_away)
            shown = await press(player, "4")
            review._look_at_the_day()
        assert "the machine's clock is far away" in shown
        assert "4 Easy" in shown
        assert "4 Easy" not in await press(player, "4")
