"""Keys that come before what they meet is drawn, or when it is gone: each is taken or dropped, and nothing breaks."""

import pytest
from textual.events import Key
from textual.widgets import Input

from quizterm.study.review import Review
from quizterm.tui.app import QuiztermApp
from quizterm.tui.commands import Place
from quizterm.tui.palette import Palette
from quizterm.tui.screens.browse import BrowseScreen
from quizterm.tui.screens.exercises import ExercisesScreen
from quizterm.tui.screens.glossary import GlossaryScreen
from quizterm.tui.screens.help import HelpScreen
from quizterm.tui.screens.keys import KeysScreen
from quizterm.tui.screens.lesson import LessonScreen
from quizterm.tui.screens.lessons import LessonsScreen
from quizterm.tui.screens.review import ReviewScreen
from quizterm.tui.screens.settings import SettingsScreen
from quizterm.tui.screens.stats import StatsScreen
from quizterm.tui.screens.stepper import StepperScreen
from quizterm.tui.screens.today import TodayScreen
from tests.tui.driving import Player, press
from tests.tui.exercising import editor, open_engine


async def test_a_screen_may_be_left_before_it_is_drawn(today: QuiztermApp) -> None:
    async with today.run_test(size=(80, 24)) as player:
        await player.pause()
        screens = [
            TodayScreen(today),
            LessonsScreen(today),
            LessonScreen(today, "kinds"),
            BrowseScreen(today, ""),
            StatsScreen(today),
            ExercisesScreen(today),
            GlossaryScreen(today),
            SettingsScreen(today),
            KeysScreen(today),
            StepperScreen(today),
            HelpScreen(today, (Place.TODAY,)),
            ReviewScreen(today, Review(today.study)),
        ]
        for screen in [*screens, Palette()]:
            today.push_screen(screen)
            today.pop_screen()
            await player.pause()
            assert len(today.screen_stack) == 1, screen


@pytest.mark.parametrize("keys", ["q x", "q l b", "q s question_mark", "q ctrl+p"])
async def test_the_app_may_be_left_before_a_screen_is_drawn(keys: str, today: QuiztermApp) -> None:
    async with today.run_test(size=(80, 24)) as player:
        await player.pause()
        for key in keys.split():
            today.post_message(Key(key, key))
        await player.pause()
    assert today.return_code == 0


async def test_an_action_for_a_screen_that_is_gone_is_dropped(today: QuiztermApp) -> None:
    async with today.run_test(size=(80, 24)) as player:
        await press(player, "l")
        lessons = today.screen
        await press(player, "q")
        await lessons.run_action("open")
        await press(player, "l")
        assert len(today.screen_stack) == 2


async def test_the_palette_closes_nothing_but_itself(today: QuiztermApp) -> None:
    async with today.run_test(size=(80, 24)) as player:
        await press(player, "l")
        below = today.screen_stack
        palette = Palette()
        drawn = today.push_screen(palette)
        await palette.run_action("cursor_down")
        await drawn
        field = palette.query_one(Input)
        field.value = "theme: nord"
        await player.pause()
        for _ in range(3):
            palette.post_message(Input.Submitted(field, field.value))
        await player.pause()
        await palette.run_action("escape")
        await palette.run_action("cursor_down")
        await player.pause()
        assert today.screen_stack == below
        assert today.theme == "nord"


async def _press_at_once(player: Player, keys: str) -> None:
    for key in keys.split():
        player.app.post_message(Key(key, key if len(key) == 1 else None))
    await player.pause()


@pytest.mark.usefixtures("exercises")
async def test_letters_do_not_overtake_what_moves_and_deletes_in_the_editor(app: QuiztermApp) -> None:
    async with app.run_test(size=(80, 24)) as player:
        await open_engine(player)
        await press(player, "i")
        await _press_at_once(player, "a x backspace b enter left c home d shift+end e")
        assert editor(app).text.startswith("de\n")


async def test_letters_do_not_overtake_what_moves_and_deletes_in_a_line(today: QuiztermApp) -> None:
    async with today.run_test(size=(80, 24)) as player:
        await press(player, "W")
        await _press_at_once(player, "a x backspace b left c home d")
        assert today.screen.query_one(Input).value == "dacb"
