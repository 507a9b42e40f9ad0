"""The command registry and what is made from it: keys, help, palette, theme."""

import pytest

from quizterm.tui.app import QuiztermApp
from quizterm.tui.commands import COMMANDS, Command, Place
from quizterm.tui.screens.attempts import AttemptsScreen
from quizterm.tui.screens.beside import BesideScreen
from quizterm.tui.screens.browse import BrowseScreen
from quizterm.tui.screens.contents import ContentsScreen
from quizterm.tui.screens.ending import EndingScreen
from quizterm.tui.screens.exercises import ExercisesScreen
from quizterm.tui.screens.glossary import GlossaryScreen
from quizterm.tui.screens.help import HelpScreen
from quizterm.tui.screens.info import InfoScreen
from quizterm.tui.screens.interview import InterviewScreen
from quizterm.tui.screens.keys import KeysScreen
from quizterm.tui.screens.lesson import LessonScreen
from quizterm.tui.screens.lessons import LessonsScreen
from quizterm.tui.screens.note import NoteScreen
from quizterm.tui.screens.quiz import QuizScreen
from quizterm.tui.screens.quiz_result import QuizResultScreen
from quizterm.tui.screens.results import ResultsScreen
from quizterm.tui.screens.review import ReviewScreen
from quizterm.tui.screens.settings import SettingsScreen
from quizterm.tui.screens.stats import StatsScreen
from quizterm.tui.screens.stepper import StepperScreen
from quizterm.tui.screens.today import TodayScreen
from quizterm.tui.screens.workbench import WorkbenchScreen
from tests.tui.driving import press, screen_text, type_text

SIZE = (80, 40)
SCREEN_OF = {
    Place.EVERYWHERE: QuiztermApp,
    Place.TODAY: TodayScreen,
    Place.REVIEW: ReviewScreen,
    Place.FIELD: ReviewScreen,
    Place.QUESTION: ReviewScreen,
    Place.ANSWER: ReviewScreen,
    Place.ENDING: EndingScreen,
    Place.LESSONS: LessonsScreen,
    Place.LESSON: LessonScreen,
    Place.CONTENTS: ContentsScreen,
    Place.INFO: InfoScreen,
    Place.NOTE: NoteScreen,
    Place.STATS: StatsScreen,
    Place.BROWSE: BrowseScreen,
    Place.FILTER: BrowseScreen,
    Place.QUIZ: QuizScreen,
    Place.QUIZ_FIELD: QuizScreen,
    Place.QUIZ_QUESTION: QuizScreen,
    Place.QUIZ_JUDGED: QuizScreen,
    Place.QUIZ_OWN_WORD: QuizScreen,
    Place.QUIZ_RESULT: QuizResultScreen,
    Place.INTERVIEW: InterviewScreen,
    Place.GLOSSARY: GlossaryScreen,
    Place.STEPPER: StepperScreen,
    Place.SETTINGS: SettingsScreen,
    Place.SETTING: SettingsScreen,
    Place.KEYS: KeysScreen,
    Place.KEYS_SEARCH: KeysScreen,
    Place.EXERCISES: ExercisesScreen,
    Place.EXERCISE: WorkbenchScreen,
    Place.EDITOR: WorkbenchScreen,
    Place.FIND: WorkbenchScreen,
    Place.CONFLICT: WorkbenchScreen,
    Place.ATTEMPTS: AttemptsScreen,
    Place.BESIDE: BesideScreen,
    Place.RESULTS: ResultsScreen,
    Place.HELP: HelpScreen,
}
ALL = [(place, command) for place in Place for command in COMMANDS[place]]


@pytest.mark.parametrize(("place", "command"), ALL, ids=lambda value: getattr(value, "name", None))
def test_every_command_does_something_where_it_works(place: Place, command: Command) -> None:
    assert hasattr(SCREEN_OF[place], "action_" + command.name.partition("(")[0])


NEARER_ONE_COUNTS = {Place.HELP: {"question_mark"}, Place.EDITOR: {"ctrl+z"}}


@pytest.mark.parametrize("place", list(Place), ids=lambda place: place.name)
def test_no_key_means_two_things_in_one_place(place: Place) -> None:
    keys = [
        key
        for command in (*COMMANDS[place], *COMMANDS[Place.EVERYWHERE] * (place is not Place.EVERYWHERE))
        for key in command.keys
    ]
    twice = {key for key in keys if keys.count(key) > 1}
    assert twice <= NEARER_ONE_COUNTS.get(place, set())


async def test_help_lists_the_keys_of_the_screen_below(today: QuiztermApp) -> None:
    async with today.run_test(size=SIZE) as player:
        shown = await press(player, "question_mark")
        lines = {line.strip() for line in shown.splitlines()}
        for command in (*COMMANDS[Place.TODAY], *COMMANDS[Place.EVERYWHERE]):
            assert any(line.startswith(command.shown_keys) and line.endswith(command.words) for line in lines)
        assert "Start the review" in await press(player, "question_mark")


async def test_help_of_a_review_depends_on_its_state(review: QuiztermApp) -> None:
    async with review.run_test(size=SIZE) as player:
        question = await press(player, "question_mark")
        answer = await press(player, "q space question_mark")
    assert "1 to 4" not in question
    assert "1 to 4  " in answer
    assert "Grade: Again, Hard, Good, Easy" in answer


async def test_ctrl_c_says_how_to_leave_with_the_key_that_does(today: QuiztermApp) -> None:
    async with today.run_test(size=(80, 24)) as player:
        assert "q leaves quizterm" in await press(player, "ctrl+c")
        shown = await press(player, "l ctrl+c")
        assert "q at Today leaves quizterm" in shown
        assert "ctrl+q" not in shown


async def wait_for_hits(today: QuiztermApp, player, text: str) -> str:
    """The palette searches in a worker."""
    for _ in range(100):
        await player.pause(0.02)
        if text in (shown := screen_text(today)):
            return shown
    raise AssertionError(screen_text(today))


@pytest.mark.parametrize("key", ["ctrl+p", "colon"])
async def test_the_palette_offers_commands_and_lessons(key: str, today: QuiztermApp) -> None:
    async with today.run_test(size=SIZE) as player:
        await press(player, key)
        assert "All lessons" in await wait_for_hits(today, player, "All lessons")
        await press(player, "l a t e r")
        await wait_for_hits(today, player, "Lesson: Later")
        await press(player, "enter")
        await player.pause()
        assert "Text of the later lesson." in screen_text(today)


async def test_the_palette_lists_what_is_looked_for_and_finds_the_rest(today: QuiztermApp) -> None:
    async with today.run_test(size=SIZE) as player:
        await press(player, "ctrl+p")
        shown = await wait_for_hits(today, player, "Next colour theme")
        assert "Move down" not in shown
        assert shown.index("Start what is marked") < shown.index("Stats: what you did") < shown.index("Settings")
        assert shown.count("All lessons") == 1
        await type_text(player, "move down")
        await wait_for_hits(today, player, "Move down  j ↓")


async def test_the_palette_shows_first_what_begins_with_the_words(today: QuiztermApp) -> None:
    async with today.run_test(size=SIZE) as player:
        await press(player, "ctrl+p")
        await type_text(player, "quiz")
        shown = await wait_for_hits(today, player, "Leave quizterm")
        assert shown.index("Quiz: Later") < shown.index("Leave quizterm")


async def test_a_click_on_the_key_bar_does_what_the_key_does(today: QuiztermApp) -> None:
    async with today.run_test(size=SIZE) as player:
        bar = (await press(player, "g")).splitlines()[-1]
        await player.click(offset=(bar.index("lessons") + 3, SIZE[1] - 1))
        await player.pause()
        assert isinstance(today.screen, LessonsScreen)
        bar = screen_text(today).splitlines()[-1]
        await player.click(offset=(bar.index("?"), SIZE[1] - 1))
        await player.pause()
        assert isinstance(today.screen, HelpScreen)


async def test_the_palette_knows_screens_and_themes_by_name(today: QuiztermApp) -> None:
    async with today.run_test(size=(80, 24)) as player:
        await press(player, "ctrl+p")
        await type_text(player, "placement")
        await wait_for_hits(today, player, "Placement: ten")
        await press(player, "escape escape")
        await press(player, "ctrl+p")
        await type_text(player, "theme nord")
        await wait_for_hits(today, player, "Theme: nord")
        await press(player, "enter")
        await player.pause()
        assert today.theme == "nord"


async def test_t_goes_through_all_themes(today: QuiztermApp) -> None:
    async with today.run_test(size=SIZE) as player:
        await player.pause()
        seen = []
        for _ in today.available_themes:
            seen.append(today.theme)
            await press(player, "T")
        assert sorted(seen) == sorted(today.available_themes)
        assert today.theme == seen[0]
