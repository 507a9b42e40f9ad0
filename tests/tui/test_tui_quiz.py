"""Quizzes and the interview: asked like cards of a review, judged, and told at the end."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from quizterm.course.model import CardKind
from quizterm.errors import DatabaseUnavailableError
from quizterm.memory.item import Phase
from quizterm.study.quiz import Quiz, QuizKind, QuizResult, lesson_quiz
from quizterm.study.session import Study
from quizterm.tui.app import QuiztermApp
from quizterm.tui.screens.quiz import QuizScreen
from tests.tui.driving import Player, press, screen_text

SIZE = (80, 40)


@pytest.fixture
def quiz_screen(today: QuiztermApp, study: Study) -> QuizScreen:
    """The quiz after the lesson of all seven kinds."""
    return QuizScreen(today, lesson_quiz(study, "kinds", QuizKind.AFTER, Random(1)))


async def reveal(player: Player) -> str:
    """Show the answer, out of a field if there is one."""
    if player.app.screen.focused is not None:
        await press(player, "escape")
    return await press(player, "space")


async def test_seven_kinds_are_asked_judged_and_told_at_the_end(
    today: QuiztermApp, quiz_screen: QuizScreen, study: Study
) -> None:
    async with today.run_test(size=SIZE) as player:
        await today.push_screen(quiz_screen)
        first = await press(player, "g")
        assert "Quiz › Leaves and accumulation" in first
        assert "1 of 7" in first
        asked = 0
        while isinstance(today.screen, QuizScreen):
            asked += 1
            shown = await reveal(player)
            if "Did you know it?" in shown:
                await press(player, "y")
            else:
                assert "✗ That counts as missed" in shown  # nothing was typed
                today.monotonic.now += 1
                await press(player, "space")
        end = screen_text(today)
        assert asked == 7
        assert "2 of 7 right" in end
        assert "5 missed cards will be asked in your next review." in end
        assert "Missed in Leaves and accumulation" in end
        items = study.store.items_by_keys([card.id for _, _, card in study.catalog.entries()]).values()
        assert {item.state.phase for item in items} == {Phase.NEW}
        assert "Took back the bringing back" in " ".join((await press(player, "u")).split())
        assert "There is nothing to undo" in await press(player, "u")
        assert "Today" in await press(player, "enter")


async def test_a_quiz_that_is_left_counts_what_was_answered(today: QuiztermApp, quiz_screen: QuizScreen) -> None:
    async with today.run_test(size=SIZE) as player:
        await today.push_screen(quiz_screen)
        await reveal(player)
        today.monotonic.now += 1
        await press(player, "n space")
        if today.screen.focused is not None:
            await press(player, "escape")
        assert "0 of 1 right" in await press(player, "q")


async def test_an_end_that_cannot_be_stored_is_asked_for_again(
    today: QuiztermApp, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: Quiz) -> QuizResult:
        raise DatabaseUnavailableError(Path("x"), "another program keeps it locked; close that one and try again")

    quiz = lesson_quiz(study, "kinds", QuizKind.AFTER, Random(1))
    own_word = next(one for one in quiz.questions if one.card.kind is CardKind.RECALL)
    async with today.run_test(size=SIZE) as player:
        await today.push_screen(QuizScreen(today, replace(quiz, questions=(own_word,))))
        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(Quiz, "finish", refuse)
            assert "another program keeps it locked" in await press(player, "space y")
            assert "another program keeps it locked" in await press(player, "y")
        assert "1 of 1 right" in await press(player, "y")


async def test_a_placement_that_is_left_says_that_it_enters_nothing(today: QuiztermApp, study: Study) -> None:
    async with today.run_test(size=(80, 24)) as player:
        await press(player, "P")
        assert isinstance(today.screen, QuizScreen)
        shown = await press(player, "escape q" if today.screen.focused else "q")
        assert "nothing is entered as known" in shown
        assert study.store.is_empty()


async def test_a_lesson_offers_its_quizzes_and_the_interview(today: QuiztermApp) -> None:
    async with today.run_test(size=SIZE) as player:
        page = await press(player, "l enter")
        assert "Before you read: Q asks three of its questions" in page
        before = await press(player, "Q")
        assert "Before reading › Leaves and accumulation" in before
        assert "1 of 3" in before
        if today.screen.focused is not None:
            await press(player, "escape")
        await press(player, "q")
        assert "no lesson here has a section Interview Framing" in " ".join((await press(player, "I")).split())
