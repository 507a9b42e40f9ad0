"""Whole screens as text: the day, its lessons, its quizzes, and what is found from everywhere."""

from concurrent.futures import Future
from dataclasses import replace
from random import Random

from quizterm.grading.snippet import BlockResult, UnitResult
from quizterm.memory.events import Draft, EventKind
from quizterm.memory.item import Rating
from quizterm.study.interview import Asked
from quizterm.study.quiz import QuizKind, lesson_quiz, placement
from quizterm.study.review import Review
from quizterm.study.session import Study
from quizterm.tui.app import QuiztermApp
from quizterm.tui.screens.interview import InterviewScreen
from quizterm.tui.screens.quiz import QuizScreen
from quizterm.tui.screens.stepper import StepperScreen
from tests.tui.conftest import Seconds, StillClock
from tests.tui.driving import press, press_and_count, type_text
from tests.tui.snapshots import Snapshots
from tests.tui.test_tui_commands import wait_for_hits
from tests.tui.test_tui_lesson import Runner
from tests.tui.test_tui_stepper import Recorder

SIZE = (60, 22)
DAY_MS = 86_400_000


async def test_today(today: QuiztermApp, study: Study, clock: StillClock) -> None:
    snapshots = Snapshots("today")
    async with today.run_test(size=SIZE) as player:
        snapshots.take("first-run", await press(player, "g"))
        study.store.append([Draft(EventKind.HINTED, study.now())])
        snapshots.take("ordinary", await press(player, "l q g f12"))
        review = Review(study)
        for _ in range(3):
            review.answer(Rating.EASY, 30_000)
        while review.question is not None:
            review.bury()
        snapshots.take("done", await press(player, "l q g f12"))
        study.apply(replace(study.settings, come_back_reviews=1))
        clock.ms += 90 * DAY_MS
        snapshots.take("come-back", await press(player, "l q g f12"))
        snapshots.take("ahead", await press(player, "A"))
        snapshots.take("help", await press(player, "q question_mark"))
        await press(player, "q colon")
        snapshots.take("palette", await wait_for_hits(today, player, "All lessons"))
        await type_text(player, "later")
        snapshots.take("palette-search", await wait_for_hits(today, player, "Lesson: Later"))
    snapshots.check()


async def test_ending(study: Study, seconds: Seconds) -> None:
    snapshots = Snapshots("ending")
    review = Review(study)
    app = QuiztermApp(study, review, monotonic=seconds)
    async with app.run_test(size=SIZE) as player:
        await press(player, "space")
        seconds.now += 90
        await press(player, "1 escape space")
        seconds.now += 40
        await press(player, "4")
        while review.question is not None:
            await press(player, "escape minus" if app.screen.focused else "minus")
        snapshots.take("answers", await press(player, "k"))
        await press(player, "q")
        app.begin_review(lesson="kinds")
        snapshots.take("nothing", await press(player, "k"))
    snapshots.check()


async def test_lessons(today: QuiztermApp) -> None:
    snapshots = Snapshots("lesson")
    runner = today.desk = Runner()
    async with today.run_test(size=SIZE) as player:
        snapshots.take("list", await press(player, "l"))
        snapshots.take("section", await press(player, "enter"))
        snapshots.take("running", await press(player, "R"))
        assert isinstance(runner.future, Future)
        printed = BlockResult("tensor(2.)\n", "", ("UserWarning: hm",), "")
        runner.future.set_result(UnitResult("", (printed,), None))
        await player.pause()
        snapshots.take("output", await press(player, "G"))
        snapshots.take("second", await press(player, "n"))
        snapshots.take("contents", await press(player, "tab"))
        snapshots.take("notice", await press(player, "q p p"))
        snapshots.take("last", await press(player, "n n G"))
    snapshots.check()


async def test_quiz(today: QuiztermApp, study: Study, seconds: Seconds) -> None:
    snapshots = Snapshots("quiz")
    async with today.run_test(size=SIZE) as player:
        await today.push_screen(QuizScreen(today, lesson_quiz(study, "kinds", QuizKind.AFTER, Random(1))))
        snapshots.take("question", await press(player, "k"))
        kinds = 0
        while isinstance(today.screen, QuizScreen):
            if today.screen.focused is not None:
                await press(player, "escape")
            shown = await press(player, "space")
            own_word = "Did you know it?" in shown
            if kinds in (0, 1, 2):
                snapshots.take(f"judged-{kinds}", shown)
            kinds += 1
            seconds.now += 1
            await press(player, "y" if own_word else "space")
        snapshots.take("result", await press(player, "k"))
        snapshots.take("missed", await press(player, "ctrl+d ctrl+d"))
        await press(player, "q")
        await today.push_screen(QuizScreen(today, placement(study, Random(1))))
        snapshots.take("placement", await press(player, "escape"))
        while isinstance(today.screen, QuizScreen):
            await press(player, "escape space" if today.screen.focused else "space")
            seconds.now += 1
            await press(player, "space")
        snapshots.take("placement-result", await press(player, "k"))
        asked = (
            Asked("Leaves and accumulation", "Why are gradients added up?", "Because *each use* gives a share."),
            Asked("Later", "And then?", "Then `step()`."),
        )
        await press(player, "q")
        await today.push_screen(InterviewScreen(today, asked))
        snapshots.take("interview", await press(player, "k"))
        snapshots.take("interview-answer", await press(player, "space"))
    snapshots.check()


async def test_glossary(today: QuiztermApp) -> None:
    snapshots = Snapshots("glossary")
    async with today.run_test(size=SIZE) as player:
        snapshots.take("list", await press(player, "W"))
        snapshots.take("search", await press(player, "s e e"))
        snapshots.take("nothing", await press(player, "q"))
    snapshots.check()


async def test_stepper(today: QuiztermApp) -> None:
    snapshots = Snapshots("stepper")
    recorder = today.desk = Recorder()
    async with today.run_test(size=(80, 24)) as player:
        await today.push_screen(StepperScreen(today))
        snapshots.take("waiting", await press(player, "g"))
        recorder.finish()
        snapshots.take("start", await press(player, "g"))
        snapshots.take("later", await press(player, "space space space"))
        snapshots.take("left-out", await press(player, "1"))
        snapshots.take("end", await press(player, "5 G"))
    snapshots.check()


async def test_stats(today: QuiztermApp, study: Study, clock: StillClock) -> None:
    snapshots = Snapshots("stats")
    for _ in range(3):
        Review(study).answer(Rating.EASY, 30_000)
        clock.ms += 60 * DAY_MS
    async with today.run_test(size=(80, 24)) as player:
        snapshots.take("1", await press_and_count(player, "s"))
        snapshots.take("2", await press(player, "s"))
        snapshots.take("3", await press(player, "s"))
    snapshots.check()


async def test_browse(today: QuiztermApp) -> None:
    snapshots = Snapshots("browse")
    async with today.run_test(size=(80, 24)) as player:
        snapshots.take("list", await press(player, "b"))
        snapshots.take("preview", await press(player, "space"))
        await press(player, "space slash")
        snapshots.take("filter", await type_text(player, "kind:choice"))
        snapshots.take("filter-error", await press(player, "x enter"))
        snapshots.take("narrow", await press(player, "escape"))
    snapshots.check()


async def test_settings(today: QuiztermApp) -> None:
    snapshots = Snapshots("settings")
    async with today.run_test(size=(80, 24)) as player:
        snapshots.take("list", await press(player, "comma"))
        snapshots.take("typing", await press(player, "enter backspace backspace"))
        await type_text(player, "lots")
        snapshots.take("error", await press(player, "enter"))
        snapshots.take("kept", await press(player, "escape d"))
        snapshots.take("keys", await press(player, "G enter"))
        snapshots.take("key-asked", await press(player, "enter"))
        snapshots.take("key-refused", await press(player, "T"))
    snapshots.check()
