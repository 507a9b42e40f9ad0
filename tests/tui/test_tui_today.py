"""Today: what is due, what to read, and where its keys lead."""

import asyncio
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

import pytest
from textual.pilot import Pilot

from quizterm import paths
from quizterm.errors import DatabaseUnavailableError
from quizterm.memory.events import Draft, EventKind
from quizterm.memory.item import Rating
from quizterm.study.review import Review
from quizterm.study.session import Study, open_study
from quizterm.study.today import plan
from quizterm.tui.app import QuiztermApp
from quizterm.tui.screens.screen import CommandScreen
from quizterm.tui.screens.today import WELCOME
from tests.tui.conftest import StillClock
from tests.tui.driving import press, resize, screen_text
from tests.tui.referee import ScriptedReferee

SIZE = (80, 24)
DAY_MS = 86_400_000


async def test_a_first_day_offers_cards_placement_reading_and_no_more(today: QuiztermApp, study: Study) -> None:
    async with today.run_test(size=SIZE) as player:
        await player.pause()
        shown = screen_text(today)
    plan_now = plan(study)
    assert "Tuesday, 10 March 2026" in shown.splitlines()[0]
    assert f"{plan_now.new_cards} new cards  about {plan_now.minutes} minutes" in shown
    assert "▸ Start the review" in shown
    assert "Leaves and accumulation › Concept" in shown
    assert shown.index("Start the review") < shown.index("You know some PyTorch already?") < shown.index("Read on")
    assert plan_now.held
    assert "held back" not in shown
    assert "Exercise" not in shown


async def test_from_the_second_day_on_it_is_said_what_waits(today: QuiztermApp, study: Study) -> None:
    Review(study).answer(Rating.EASY, 1_000)
    async with today.run_test(size=SIZE) as player:
        await player.pause()
        shown = " ".join(screen_text(today).split())
    assert "Later" in (reason := plan(study).held[0].reason)
    assert reason.split(":")[0] in shown


async def test_enter_starts_the_review_and_coming_back_shows_the_new_plan(today: QuiztermApp) -> None:
    async with today.run_test(size=SIZE) as player:
        assert "Clearing gradients" in await press(player, "enter")
        await press(player, "space 4")
        shown = await press(player, "escape escape")
    assert "6 new cards" in shown
    assert "Answers    1 today" in shown


async def test_the_mark_moves_and_enter_goes_where_it_is(today: QuiztermApp) -> None:
    async with today.run_test(size=SIZE) as player:
        await player.pause()
        assert "▸ You know some PyTorch already?" in await press(player, "j")
        assert "▸ Read on" in await press(player, "j")
        assert "▸ All lessons" in await press(player, "j j")
        assert "▸ Start the review" in await press(player, "g")
        assert "▸ All lessons" in await press(player, "G")
        assert "▸ Read on" in await press(player, "k")
        lesson = await press(player, "enter")
    assert "── Concept" in lesson


async def test_with_nothing_left_the_day_is_done(today: QuiztermApp, study: Study) -> None:
    review = Review(study)
    while review.question is not None:
        review.bury()
    async with today.run_test(size=SIZE) as player:
        await player.pause()
        shown = screen_text(today)
    assert "Nothing is due today" in shown
    assert "Start the review" not in shown


async def test_the_next_day_asks_what_is_due_then(today: QuiztermApp, study: Study, clock: StillClock) -> None:
    review = Review(study)
    for rating in (4, 4, 4):
        assert review.question is not None
        review.answer(review.question.buttons[rating - 1].rating, 1_000)
    clock.ms += 60 * DAY_MS
    async with today.run_test(size=SIZE) as player:
        await player.pause()
        assert "3 cards due, 4 new cards  about" in screen_text(today)


async def test_what_tomorrow_counts_is_due_then_if_none_is_answered(study: Study, clock: StillClock) -> None:
    review = Review(study)
    review.answer(Rating.EASY, 1_000)
    clock.ms += DAY_MS
    review.refresh()
    for rating in (Rating.AGAIN, Rating.HARD, Rating.GOOD):
        review.answer(rating, 1_000)
    clock.ms += 5 * 60_000
    today = plan(study)
    assert today.due_cards > 0
    assert today.later_today > 0
    for days, label, until in ((1, "Tomorrow ", "today"), (7, "In a week", "until then")):
        counted = await counted_under(label, until, study)
        assert counted >= today.due_cards + today.later_today
        clock.ms += days * DAY_MS
        assert plan(study).due_cards == counted
        clock.ms -= days * DAY_MS


async def counted_under(label: str, until: str, study: Study) -> int:
    """The number of cards that Today shows in the line with this label."""
    app = QuiztermApp(study)
    async with app.run_test(size=SIZE) as player:
        await player.pause()
        found = re.search(rf"{label}\s+(\d+) cards, if none is answered {until}", screen_text(app))
    assert found is not None
    return int(found[1])


@pytest.fixture
def with_exercise(
    course_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: StillClock, referee: ScriptedReferee
) -> Iterator[Study]:
    """The lessons, the first of which has an exercise; something has happened already."""
    shipped = tmp_path / "content"
    shutil.copytree(course_folder, shipped)
    toml = shipped / "kinds" / "course.toml"
    toml.write_text(toml.read_text().replace("exercises = []", 'exercises = ["running-sum"]', 1))
    monkeypatch.setattr(paths, "content_folder", lambda: shipped)
    with open_study(clock=clock) as study:
        study.store.append([Draft(EventKind.HINTED, study.now())])
        yield study


async def test_an_exercise_of_the_day_opens_the_workbench(with_exercise: Study) -> None:
    study = with_exercise
    new = await today_at_the_exercise(study)
    item = study.store.item_by_key("exercise:running-sum")
    assert item is not None
    study.store.append([Draft(EventKind.PLACED, study.now(), item.id, due_day=study.now().day)])
    due = await today_at_the_exercise(study)
    assert "7 new cards, 1 new exercise  about" in new[0]
    assert "▸ Exercise running-sum\n    new" in new[0]
    assert "Exercise › " in new[1]
    assert "7 new cards, 1 exercise due  about" in due[0]
    assert "▸ Exercise running-sum\n    due again: it begins blank" in due[0]


async def today_at_the_exercise(study: Study) -> tuple[str, str]:
    """Today with the exercise's entry, the third, marked; and what it opens."""
    app = QuiztermApp(study)
    async with app.run_test(size=SIZE) as player:
        return await press(player, "j j"), await press(player, "enter")


async def test_enter_goes_through_the_whole_day_cards_then_the_exercise_then_its_end(with_exercise: Study) -> None:
    app = QuiztermApp(with_exercise)
    async with app.run_test(size=SIZE) as player:
        await player.pause()
        assert (
            "▸ Start the review                                                     enter\n    then the exercise"
            in (screen_text(app))
        )
        await press(player, "enter space 4")
        for _ in range(6):
            end = await press(player, "escape minus" if app.screen.focused else "minus")
        assert "1 answer in" in end
        assert "Next: the exercise running-sum  enter opens it" in end
        assert "Exercise › " in await press(player, "enter")
        back = await press(player, "q")
        assert "1 answer in" in back
        assert "Next: " not in back
        shown = await press(player, "enter")
        assert "Today" in shown.splitlines()[0]
        assert "▸ Exercise running-sum" in shown, "what the day goes on with"


async def test_the_first_run_says_in_three_lines_what_is_to_come_and_offers_a_placement_beside_it(
    today: QuiztermApp,
) -> None:
    async with today.run_test(size=SIZE) as player:
        await player.pause()
        first = screen_text(today)
        assert "▸ Start the review" in first
        assert "Tomorrow" not in first
        assert "1/10" in (await press(player, "P")) or "Placement" in screen_text(today)
        await press(player, "escape q")
        assert "Clearing gradients" in await press(player, "g enter")
        await press(player, "space 3 escape q")
        shown = screen_text(today)
    assert first.splitlines()[2:6] == ["  " + line for line in WELCOME] + [""]
    assert "You know some PyTorch already?" not in shown
    assert WELCOME[0] not in shown


async def test_how_far_the_learner_is_stands_below_the_plan_as_far_as_it_fits(today: QuiztermApp, study: Study) -> None:
    Review(study).answer(Rating.GOOD, 1_000)
    async with today.run_test(size=(80, 40)) as player:
        await player.pause()
        tall = screen_text(today)
        usual = await resize(player, 80, 24)
        short = await resize(player, 80, 14)
    assert "· none  █ 1+ answers" in tall
    for shown, has_phases, has_year in ((tall, True, True), (usual, True, False), (short, False, False)):
        assert ("1 of 8 cards met" in shown) is has_phases
        assert ("Mon ·····" in shown) is has_year


async def test_q_ends_the_app_with_code_0(today: QuiztermApp) -> None:
    async with today.run_test(size=SIZE) as player:
        await press(player, "q")
        assert not today.is_running
    assert today.return_code == 0


async def test_an_unknown_theme_in_the_settings_is_named(course_folder: Path, home: Path, clock: StillClock) -> None:
    del course_folder
    (home / "settings.toml").write_text('theme = "nowhere"\n')
    with open_study(clock=clock) as study:
        app = QuiztermApp(study)
        async with app.run_test(size=SIZE, notifications=True) as player:
            await player.pause()
            shown = screen_text(app)
            assert app.theme in app.available_themes
    assert "nowhere" in shown


async def test_a_lesson_that_cannot_be_read_is_told(
    course_folder: Path, home: Path, tmp_path: Path, clock: StillClock
) -> None:
    del course_folder
    (tmp_path / "own.md").write_text("no lesson\n")
    (home / "settings.toml").write_text(f'decks = ["{tmp_path}"]\n')
    with open_study(clock=clock) as study:
        app = QuiztermApp(study)
        async with app.run_test(size=(100, 40)) as player:
            await player.pause()
            assert "1 mistake in lesson files; `quizterm check` shows them" in screen_text(app)


async def until(player: Pilot[None], reached: Callable[[], bool]) -> None:
    """Let the app go on until it has come so far; the test's own time limit ends what never comes."""
    while not reached():
        await player.pause()


async def test_an_app_left_open_makes_a_backup_on_each_day_and_shows_that_days_plan(
    today: QuiztermApp, home: Path, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quizterm.tui.app.LOOK_AT_THE_DAY_S", 0.01)
    async with today.run_test(size=SIZE) as player, asyncio.timeout(30):
        for days, day in (0, 10), (1, 11), (2, 13):
            clock.ms += days * DAY_MS
            await until(player, (home / "backups" / f"quizterm-2026-03-{day}.sqlite").exists)
            await today.workers.wait_for_complete()
            assert f"{day} March 2026" in screen_text(today)


async def test_a_day_that_turns_while_the_database_cannot_be_read_is_told(
    today: QuiztermApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(_study: Study) -> NoReturn:
        raise DatabaseUnavailableError(Path("quizterm.sqlite"), "it is locked")

    async with today.run_test(size=SIZE) as player:
        await player.pause()
        monkeypatch.setattr("quizterm.tui.screens.today.plan", locked)
        assert isinstance(today.screen, CommandScreen)
        today.screen.day_turned()
        await player.pause()
        assert "quizterm.sqlite: it is locked" in screen_text(today)


async def test_a_backup_that_cannot_be_made_is_told(
    today: QuiztermApp, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "backups").write_text("in the way")
    told: list[str] = []
    monkeypatch.setattr(today, "notify", lambda message, **_: told.append(message))
    async with today.run_test(size=SIZE) as player, asyncio.timeout(30):
        await until(player, lambda: bool(told))
    assert "backups: cannot be used" in told[0]
