"""Nothing a lesson or a learner writes, no size and no theme breaks a screen, and no torch ever enters the app."""

import re
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from random import Random

import pytest
from textual.events import Paste

from quizterm import paths
from quizterm.course import encoding
from quizterm.errors import GradingError
from quizterm.grading.snippet import CodeUnit, UnitResult
from quizterm.memory.item import Rating
from quizterm.settings import Settings
from quizterm.study.glossary import Entry
from quizterm.study.info import info
from quizterm.study.interview import Asked
from quizterm.study.quiz import QuizKind, lesson_quiz
from quizterm.study.review import Review
from quizterm.study.session import Study, open_study
from quizterm.tui.app import QuiztermApp
from quizterm.tui.screens import glossary
from quizterm.tui.screens.info import InfoScreen
from quizterm.tui.screens.interview import InterviewScreen
from quizterm.tui.screens.keys import KeysScreen
from quizterm.tui.screens.last_card import LastCardScreen
from quizterm.tui.screens.note import NoteScreen
from quizterm.tui.screens.quiz import QuizScreen
from quizterm.tui.screens.quiz_result import QuizResultScreen
from quizterm.tui.screens.review import ReviewScreen
from quizterm.tui.screens.screen import CommandScreen
from quizterm.tui.screens.settings import SettingsScreen
from quizterm.tui.screens.stepper import StepperScreen
from quizterm.tui.text import visible
from tests.tui.conftest import StillClock
from tests.tui.driving import Player, press, resize, screen_text
from tests.tui.nasty import MARKUP, NASTY, write_nasty_deck

SIZES = ((200, 60), (80, 24), (50, 20), (20, 5), (1, 1))
KINDS = ("recall", "cloze", "choice", "output", "shape", "bug", "order")
CARDS = tuple(name for kind in KINDS for name in (kind, f"{kind} revealed"))
THEMES = ("textual-dark", "solarized-light", "ansi-dark", "ansi-light")
SCREENS = ("today", "browse", "stats", "lessons", "lesson", "contents", "help", *CARDS, "ending")


@pytest.fixture
def nasty_study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: StillClock) -> Iterator[Study]:
    """One lesson that is nasty in every place, with the control characters that the course layer takes out."""
    write_nasty_deck(tmp_path / "content" / "deck")
    monkeypatch.setattr(paths, "content_folder", lambda: tmp_path / "content")
    monkeypatch.setattr(encoding, "_CONTROL", re.compile("(?!)"))
    with open_study(clock=clock) as study:
        assert "\x1b" in study.catalog.find_lesson("nasty").title
        yield study


async def tour(player: Player) -> AsyncIterator[str]:
    """Every screen and every kind of card: its name, while it is shown."""
    await player.pause()
    yield "today"
    await press(player, "b space")
    yield "browse"
    await press(player, "q s")
    yield "stats"
    await press(player, "q l")
    yield "lessons"
    await press(player, "enter")
    yield "lesson"
    await press(player, "tab")
    yield "contents"
    await press(player, "q question_mark")
    yield "help"
    await press(player, "q c")
    while isinstance(screen := player.app.screen, ReviewScreen) and screen.question is not None:
        kind = screen.question.card.kind.value
        yield kind
        await press(player, "a enter")
        if screen.focused is not None:  # the next blank
            await press(player, "escape space")
        yield f"{kind} revealed"
        await press(player, "4")
    yield "ending"


def obeyed(text: str) -> set[str]:
    """Characters that a terminal would obey instead of show."""
    return {char for char in text if char != "\n" and visible(char) != char}


async def test_nasty_text_is_shown_and_never_obeyed(nasty_study: Study) -> None:
    shown: dict[str, str] = {}
    app = QuiztermApp(nasty_study)
    async with app.run_test(size=(200, 120)) as player:
        async for name in tour(player):
            shown[name] = screen_text(app)
    assert tuple(shown) == SCREENS
    for name, text in shown.items():
        assert not obeyed(text), name
    for name in set(SCREENS) - {"today", "stats", "help", "ending"}:
        for nasty in MARKUP:
            assert nasty in " ".join(shown[name].split()), (name, nasty)


@pytest.mark.parametrize("kind", ["cloze", "output"])
async def test_a_nasty_paste_is_shown_and_never_obeyed(kind: str, nasty_study: Study) -> None:
    review = Review(nasty_study)
    while review.question is not None and review.question.card.kind.value != kind:
        review.bury()
    app = QuiztermApp(nasty_study, review)
    async with app.run_test(size=(200, 60)) as player:
        await player.pause()
        assert app.screen.focused is not None
        app.screen.focused.post_message(Paste(NASTY))
        typed = await press(player, "end")
        answer = await press(player, "enter escape space")
    for text in (typed, answer):
        assert "dict[str, int]" in text
        assert not obeyed(text)


async def test_a_nasty_paste_into_the_palette_is_shown_and_never_obeyed(nasty_study: Study) -> None:
    app = QuiztermApp(nasty_study)
    async with app.run_test(size=(200, 60)) as player:
        await press(player, "ctrl+p")
        app.post_message(Paste(NASTY))
        shown = await press(player, "end")
    assert "gnp.exe" in shown
    assert not obeyed(shown)


@pytest.mark.parametrize("size", SIZES)
async def test_every_screen_fits_every_size(size: tuple[int, int], nasty_study: Study) -> None:
    app = QuiztermApp(nasty_study)
    seen = []
    async with app.run_test(size=size) as player:
        async for name in tour(player):
            seen.append(name)
            rows = app.screen._compositor.render_strips()
            assert len(rows) == size[1]
            assert {row.cell_length for row in rows} == {size[0]}, name
    assert tuple(seen) == SCREENS


async def test_every_screen_is_drawn_in_themes_of_every_sort(nasty_study: Study) -> None:
    app = QuiztermApp(nasty_study)
    left = {
        "today",
        "browse",
        "stats",
        "lessons",
        "lesson",
        "help",
        "cloze",
        "choice",
        "output",
        "output revealed",
        "order",
        "ending",
    }
    async with app.run_test(size=(80, 24)) as player:
        async for name in tour(player):
            if name not in left:  # drawn by the same widgets
                continue
            left.remove(name)
            drawn = []
            for theme in THEMES:
                app.theme = theme
                await player.pause()
                drawn.append(screen_text(app))
            assert set(drawn) == {drawn[0]}, name
    assert not left


async def test_without_colours_nothing_that_matters_is_lost(
    nasty_study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = QuiztermApp(nasty_study, Review(nasty_study))
    async with app.run_test(size=(80, 24)) as player:
        await press(player, "space")
        shown = await press(player, "a")
    assert "▸3 Good" in shown
    assert "[x] a" in shown


async def test_a_resize_at_any_moment_is_survived(nasty_study: Study) -> None:
    app = QuiztermApp(nasty_study)
    async with app.run_test(size=(80, 24)) as player:

        async def through_sizes() -> None:
            for width, height in ((1, 1), (120, 40), (50, 20)):
                await resize(player, width, height)
                assert len(app.screen._compositor.render_strips()) == height

        await press(player, "space")
        await through_sizes()
        await press(player, "space")
        await through_sizes()
        await press(player, "o")
        await through_sizes()


async def test_screens_off_the_tour_show_nasty_text_in_every_size(
    nasty_study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    nasty_study.apply(Settings(theme=NASTY))
    monkeypatch.setattr(glossary, "glossary", lambda _: (Entry(NASTY, NASTY, NASTY, "nasty", NASTY),))
    quiz = lesson_quiz(nasty_study, "nasty", QuizKind.AFTER, Random(1))
    for place in range(len(quiz.questions)):
        quiz.record(place, right=False)
    app = QuiztermApp(nasty_study)
    app.desk = FailedDesk()
    question = Review(nasty_study).question
    assert question is not None
    screens: list[tuple[CommandScreen, str]] = [
        (QuizScreen(app, quiz), ""),
        (QuizResultScreen(app, quiz.kind, quiz.finish()), ""),
        (InterviewScreen(app, (Asked(NASTY, NASTY, NASTY),)), "space"),
        (glossary.GlossaryScreen(app), ""),
        (SettingsScreen(app), "G k k"),
        (KeysScreen(app), ""),
        (StepperScreen(app), ""),
        (InfoScreen(app, info(nasty_study, question.card.id)), ""),
        (LastCardScreen(app, question, Rating.GOOD, NASTY), ""),
        (NoteScreen(app, NASTY, NASTY, bool, bool), ""),
    ]
    async with app.run_test(size=(200, 120)) as player:
        for screen, keys in screens:
            await app.push_screen(screen)
            shown = await press(player, keys)
            assert not obeyed(shown), screen
            assert isinstance(screen, KeysScreen) or "dict[str, int]" in shown, screen
            for width, height in SIZES:
                await resize(player, width, height)
                rows = app.screen._compositor.render_strips()
                assert (len(rows), {row.cell_length for row in rows}) == (height, {width}), screen
            await resize(player, 200, 120)
            await app.pop_screen()


class FailedDesk:
    """A desk that cannot run anything, for a nasty reason."""

    def run(self, unit: CodeUnit, done: Callable[[Future[UnitResult]], None]) -> None:
        future: Future[UnitResult] = Future()
        future.add_done_callback(done)
        future.set_exception(GradingError(f"{unit.name}: {NASTY}"))

    def close(self) -> None:
        """Nothing to close."""


def test_the_app_never_imports_torch_or_numpy(home: Path) -> None:
    program = """
import asyncio, sys
from quizterm.study.info import info
from quizterm.study.review import Review
from quizterm.study.session import open_study
from quizterm.tui.app import QuiztermApp
async def main():
    app = QuiztermApp(open_study())
    async with app.run_test(size=(80, 24)) as player:
        await player.press("l", "enter", "n", "c", "space", "3", "question_mark", "q", "ctrl+p")
        await player.pause()
asyncio.run(main())
print(sorted({"torch", "numpy"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "[]", done.stderr
