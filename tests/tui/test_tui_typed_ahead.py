"""Keys that come before what they meet is drawn, or when it is gone: each is taken or dropped, and nothing breaks."""

from collections.abc import Callable

import pytest
from textual.command import CommandList
from textual.events import Key
from textual.widgets import Input, TextArea

from quizterm.memory.item import Rating
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


async def test_the_palette_turns_no_page_of_what_is_not_drawn_yet(today: QuiztermApp) -> None:
    async with today.run_test(size=(80, 24)) as player:
        await today.push_screen(Palette())
        commands = today.screen.query_one(CommandList)
        commands.add_options(["one", "two"])
        await _press_at_once(player, "pagedown pageup pageup")
        assert isinstance(today.screen, Palette)


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


def _typed(app: QuiztermApp) -> str:
    """What stands in the field that has the keyboard."""
    focused = app.focused
    return focused.value if isinstance(focused, Input) else focused.text if isinstance(focused, TextArea) else ""


async def test_letters_go_into_the_field_that_the_key_before_them_opened(today: QuiztermApp) -> None:
    async with today.run_test(size=(80, 24)) as player:
        await player.pause()
        for keys in ("W", "ctrl+p", "b slash", "comma enter", "b E", "enter E", "enter space 4"):
            await _press_at_once(player, f"{keys} l e f t")
            assert _typed(today).endswith("left"), keys
            while len(today.screen_stack) > 1:
                today.pop_screen()
            await player.pause()


@pytest.mark.usefixtures("exercises")
async def test_letters_go_into_the_editor_and_its_search_at_once(app: QuiztermApp) -> None:
    async with app.run_test(size=(80, 24)) as player:
        await open_engine(player)
        await _press_at_once(player, "i a b ctrl+f c d")
        assert editor(app).text.startswith("ab")
        assert _typed(app) == "cd"


async def test_what_comes_after_enter_is_not_typed_into_what_it_leaves(
    review: QuiztermApp, answers_of: Callable[[str], list[tuple[Rating | None, int | None]]]
) -> None:
    async with review.run_test(size=(80, 24)) as player:
        await press(player, "space 4")
        await _press_at_once(player, "a enter b")
        assert [line.value for line in review.screen.query(Input)] == ["a", "b"]
        await _press_at_once(player, "c enter 1")
    assert [rating for rating, _ in answers_of("method")] == [Rating.AGAIN]


async def test_what_comes_after_a_filter_is_for_the_list(today: QuiztermApp) -> None:
    async with today.run_test(size=(80, 24)) as player:
        await press(player, "b")
        await _press_at_once(player, "slash l e a enter j slash")
        assert _typed(today) == "lea"
