"""Whole screens as text: exercises, the workbench with its panes and verdicts, results, and the solution."""

import pytest

from quizterm import paths
from quizterm.grading.progress import Begun, Loss
from quizterm.study.review import Review
from quizterm.study.session import Study
from quizterm.tui.app import QuiztermApp
from tests.tui.conftest import Seconds
from tests.tui.driving import press, resize, screen_text
from tests.tui.exercising import PASSED, run_to_its_end, until
from tests.tui.referee import ScriptedReferee
from tests.tui.snapshots import Snapshots
from tests.tui.test_tui_results import REPORT, attempt, open_results

SIZE = (60, 22)
PANES = ("checks", "values", "gradients", "loss", "graph")


pytestmark = pytest.mark.usefixtures("exercises")


async def test_the_workbench(app: QuiztermApp, referee: ScriptedReferee) -> None:
    snapshots = Snapshots("workbench")
    async with app.run_test(size=SIZE) as player:
        snapshots.take("exercises", await press(player, "x"))
        snapshots.take("brief", await press(player, "enter"))
        snapshots.take("verdict-none", await press(player, "tab"))
        snapshots.take("code", await press(player, "tab"))
        snapshots.take("search", await press(player, "slash g r a d"))
        snapshots.take("typing", await press(player, "escape"))
        await press(player, "x")
        (paths.workspace() / "engine.py").write_text("theirs = 1\n")
        snapshots.take("conflict", await press(player, "escape"))
        snapshots.take("conflict-solved", await press(player, "t"))
        referee.is_held = True
        curve = tuple(1 / step for step in range(1, 40))
        referee.notes = [Begun("reuse", ()), Begun("add_self", curve), *(Loss("add_self", loss) for loss in curve[:20])]
        await press(player, "r")
        await until(player, lambda: "check 2 of 15" in screen_text(app) and "yours" in screen_text(app))
        snapshots.take("running", screen_text(app))
        referee.is_held = False
        referee.go()
        await until(player, lambda: "Not passed" in screen_text(app))
        snapshots.take("failed", await press(player, "g"))
        snapshots.take("wide", await resize(player, 120, 40))
        await resize(player, *SIZE)
        snapshots.take("hint", await press(player, "h"))
        snapshots.take("hint-read", await press(player, "G"))
        snapshots.take("solution-asked", await press(player, "s"))
        snapshots.take("reset-asked", await press(player, "x"))
        referee.reports = [PASSED]
        snapshots.take("passed", await run_to_its_end(player))
        snapshots.take("solution", await press(player, "s"))
        snapshots.take("help", await press(player, "q question_mark"))
    snapshots.check()


async def test_results(app: QuiztermApp, study: Study) -> None:
    snapshots = Snapshots("results")
    question = Review(study).question
    assert question is not None
    async with app.run_test(size=(80, 40)) as player:
        await open_results(player, study, attempt(question.card, told=REPORT))
        for key, pane in zip("12345", PANES, strict=True):
            snapshots.take(pane, await press(player, key))
        snapshots.take("expanded", await press(player, "1 enter"))
        snapshots.take("crash", await press(player, "right"))
        snapshots.take("nothing", await press(player, "4"))
        await resize(player, *SIZE)
        for key, pane in zip("12345", PANES, strict=True):
            snapshots.take(f"narrow-{pane}", await press(player, f"{key} left" if key == "1" else key))
        await open_results(player, study, attempt(told=PASSED))
        snapshots.take("passed", await press(player, "enter"))
    snapshots.check()


async def test_the_day_with_an_exercise(study: Study, seconds: Seconds, referee: ScriptedReferee) -> None:
    snapshots = Snapshots("exercise")
    review = Review(study)
    app = QuiztermApp(study, review, monotonic=seconds)
    async with app.run_test(size=SIZE) as player:
        await press(player, "space 4")
        while review.question is not None:
            await press(player, "escape minus" if app.screen.focused else "minus")
        snapshots.take("next", await press(player, "k"))
        await press(player, "q")
        snapshots.take("today", await press(player, "f12 f12"))
    snapshots.check()
