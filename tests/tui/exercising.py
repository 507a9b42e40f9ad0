"""A course whose first lesson has exercises, and the app at one of them."""

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from quizterm import paths
from quizterm.grading.verdict import Certainty, Diagnosis, Difference
from quizterm.tui.editor.code_editor import CodeEditor
from quizterm.tui.screens.workbench import WorkbenchScreen
from tests.tui.driving import Player, press, screen_text
from tests.tui.referee import report, result

EXERCISES = ("engine", "zero-grads")
NARROW = (80, 24)  # room for one pane
WRONG = Difference("x.grad", "x.grad should be 5.24, not 2.12", "5.24", "2.12")
FAILED = report(
    result("reuse", differences=(WRONG,)),
    result("add_self", passed=True),
    diagnosis=Diagnosis(Certainty.NAMED, "It keeps only the last share.", "assign_instead_of_add"),
    output="printed [bold]\n",
)
PASSED = report(result("reuse", passed=True), result("add_self", passed=True))


def list_exercises(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the lessons of these tests, with shipped exercises in the first of them, all that is shipped."""
    shipped = folder / "content"
    shutil.copytree(Path(__file__).parent / "course", shipped)
    toml = shipped / "kinds" / "course.toml"
    listed = ", ".join(f'"{slug}"' for slug in EXERCISES)
    toml.write_text(toml.read_text().replace("exercises = []", f"exercises = [{listed}]", 1))
    monkeypatch.setattr(paths, "content_folder", lambda: shipped)


async def open_engine(player: Player) -> str:
    player.app.open_exercise("engine")
    await player.pause()
    return screen_text(player.app)


async def run_to_its_end(player: Player, keys: str = "r") -> str:
    await press(player, keys)
    await until(player, lambda: bench(player)._runs.running is None)
    await player.pause()
    return screen_text(player.app)


async def until(player: Player, reached: Callable[[], bool]) -> None:
    """Let the app go on until it has come so far."""
    async with asyncio.timeout(30):
        while not reached():
            await player.pause()


def bench(player: Player) -> WorkbenchScreen:
    return next(screen for screen in player.app.screen_stack if isinstance(screen, WorkbenchScreen))


def editor(player: Player) -> CodeEditor:
    return bench(player).query_one(CodeEditor)
