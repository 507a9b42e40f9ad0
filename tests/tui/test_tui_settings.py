"""Settings and keys, changed in the app: in force at once, and in the file."""

from pathlib import Path

import pytest
from textual.types import AnimationLevel
from textual.widgets import Input, TextArea

from quizterm.settings import load_settings
from quizterm.study.session import Study
from quizterm.tui.app import QuiztermApp
from tests.tui.driving import press, type_text

SIZE = (80, 40)


@pytest.fixture
def file(home: Path) -> Path:
    return home / "settings.toml"


def line_of(shown: str, name: str) -> str:
    return next(line for line in shown.splitlines() if name in line).strip()


async def test_a_setting_is_typed_chosen_refused_and_reset(today: QuiztermApp, study: Study, file: Path) -> None:
    file.write_text("new_cards_a_day = 50  # many\n")
    async with today.run_test(size=SIZE) as player:
        shown = await press(player, "comma")
        assert line_of(shown, "new_cards_a_day") == "▸ new_cards_a_day      50  changed"
        assert "May be a whole number from 0 to 9999; default: 10." in shown
        await press(player, "enter backspace backspace")
        await type_text(player, "lots")
        assert "'lots' is not allowed; write a whole number" in " ".join((await press(player, "enter")).split())
        assert file.read_text() == "new_cards_a_day = 50  # many\n"
        await press(player, "backspace backspace backspace backspace")
        await type_text(player, "7")
        assert "✓ Kept" in await press(player, "enter")
        assert file.read_text() == "new_cards_a_day = 7  # many\n"
        assert study.settings.new_cards_a_day == 7
        await press(player, "d")
        assert load_settings(file).new_cards_a_day == study.settings.new_cards_a_day == 10
        shown = await press(player, "G k enter")
        assert line_of(shown, "motion") == "▸ motion               false  changed"
        assert today.animation_level == "none"
        shown = await press(player, "g")
        while not line_of(shown, "day_turns_at").startswith("▸"):
            shown = await press(player, "j")
        assert "in force when quizterm is started next" in await press(player, "enter backspace 5 enter")


async def test_what_is_typed_takes_the_place_of_none(today: QuiztermApp, study: Study) -> None:
    async with today.run_test(size=SIZE) as player:
        shown = await press(player, "comma j enter")
        assert line_of(shown, "reviews_a_day") == "▸ reviews_a_day        none"
        await type_text(player, "12")
        await press(player, "enter")
        assert study.settings.reviews_a_day == 12


async def test_a_broken_file_is_named_and_not_written_over(today: QuiztermApp, file: Path) -> None:
    async with today.run_test(size=SIZE) as player:
        await press(player, "comma")
        file.write_text("motion = maybe")
        shown = await press(player, "G k enter")
        assert "is no valid TOML" in " ".join(shown.split())
        assert "until you leave" in " ".join((await press(player, "q T")).split())
    assert file.read_text() == "motion = maybe"


async def test_the_theme_that_t_chose_is_kept(today: QuiztermApp, file: Path) -> None:
    async with today.run_test(size=SIZE) as player:
        before = today.theme
        await press(player, "T")
        assert load_settings(file).theme == today.theme != before
        shown = await press(player, "comma T")
        assert line_of(shown, "theme").split()[1] == today.theme == load_settings(file).theme


async def test_another_key_is_pressed_for_a_command(today: QuiztermApp, file: Path) -> None:
    async with today.run_test(size=SIZE) as player:
        shown = await press(player, "comma G enter")
        assert line_of(shown, "The keys of this screen").split()[:3] == ["▸", "?", "Everywhere"]
        assert "everywhere.help; usual keys: ?" in shown
        refused = await press(player, "enter T")
        assert "T is everywhere.help and everywhere.next_theme at once" in " ".join(refused.split())
        assert load_settings(file).keys == ()
        await press(player, "enter f11")
        assert load_settings(file).keys == (("everywhere.help", ("f11",)),)
        shown = await press(player, "a f12 q")
        assert load_settings(file).keys == (("everywhere.help", ("f11", "f12")),)
        assert "1 changed" in shown
        assert "f11 keys" in shown
        assert "Next choice" in await press(player, "f12")
        assert "Next choice" not in await press(player, "q question_mark")
        await press(player, "enter d")
        assert load_settings(file).keys == ()


@pytest.mark.parametrize("level", ["full", "none"])
async def test_a_cursor_blinks_only_where_the_app_may_move(level: AnimationLevel, review: QuiztermApp) -> None:
    review.animation_level = level
    blinking = []
    async with review.run_test(size=SIZE) as player:
        for keys in ("minus", "escape minus escape minus", "escape E"):
            await press(player, keys)
            focused = review.focused
            assert isinstance(focused, Input | TextArea)
            blinking.append(focused.cursor_blink)
    assert blinking == [level == "full"] * 3


async def test_a_command_is_found_by_words_screen_and_key(today: QuiztermApp, file: Path) -> None:
    async with today.run_test(size=SIZE) as player:
        await press(player, "comma G enter slash")
        shown = await type_text(player, "review not again")
        assert [line.split()[:2] for line in shown.splitlines() if "not again" in line and "Review" in line] == [
            ["▸", "-"],
            ["@", "Review"],
        ]
        await press(player, "enter j enter s")
        assert load_settings(file).keys == (("review.suspend", ("s",)),)
        await press(player, "slash")
        shown = await type_text(player, " nowhere")
        assert "No command has these words." in shown
        shown = await press(player, "enter enter a d")
        assert "No command has these words." in shown
        shown = await press(player, "slash escape")
        assert "All commands" in shown


async def test_a_click_marks_a_setting_and_another_changes_it(today: QuiztermApp, study: Study) -> None:
    async with today.run_test(size=SIZE) as player:
        shown = await press(player, "comma")
        row = next(y for y, line in enumerate(shown.splitlines()) if "load_balancing" in line)
        await player.click(offset=(10, row))
        assert study.settings.load_balancing
        await player.click(offset=(10, row))
        assert not study.settings.load_balancing
