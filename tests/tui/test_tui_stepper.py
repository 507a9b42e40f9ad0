"""The loop stepper: forwards, back, by rounds, and beside the right loop what lacks something."""

import json
from collections.abc import Callable, Sequence
from concurrent.futures import Future

import pytest

from quizterm.errors import GradingError
from quizterm.grading.snippet import BlockResult, CodeUnit, UnitResult
from quizterm.study.stepping import RIGHT, VARIANTS, Variant, stepping_unit
from quizterm.tui.app import QuiztermApp
from quizterm.tui.screens.stepper import StepperScreen
from tests.tui.driving import press, screen_text

SIZE = (80, 24)


def recorded(variant: Variant, rounds: int = 2) -> BlockResult:
    """A record without torch: every line that is run adds 1 to the weight, and backward raises without a graph."""
    states, weight = [], 0
    for number, index in [(0, 0), *((n, i) for n in range(1, rounds + 1) for i in range(1, 7))]:
        weight += index != variant.left_out
        raised = "RuntimeError: no graph" if variant.name == "graph" and index == 5 else ""
        states.append({"line": index, "round": number, "mode": "train", "out": None, "loss": None, "grad": None,
                       "weight": weight, "running_mean": None, "raised": raised})  # fmt: skip
        if raised:
            break
    return BlockResult(json.dumps(states), "", (), "")


class Recorder:
    """In place of the desk."""

    def __init__(self) -> None:
        self.future: Future[UnitResult] = Future()

    def run(self, unit: CodeUnit, done: Callable[[Future[UnitResult]], None]) -> None:
        assert unit == stepping_unit()
        self.future.add_done_callback(done)

    def finish(self, variants: Sequence[Variant] = (RIGHT, RIGHT, *VARIANTS)) -> None:
        blocks = (BlockResult("", "", (), ""), *map(recorded, variants))
        self.future.set_result(UnitResult("loop", blocks, None))

    def close(self) -> None:
        """Nothing to close."""


@pytest.fixture
def recorder(today: QuiztermApp) -> Recorder:
    today.desk = Recorder()
    return today.desk


def pointed(shown: str) -> str:
    """The line of the loop that the pointer is at."""
    return next(line for line in shown.splitlines() if line.lstrip().startswith("▸")).strip("▸ ").split("  ")[0]


async def test_lines_are_stepped_forwards_back_and_by_rounds(today: QuiztermApp, recorder: Recorder) -> None:
    async with today.run_test(size=SIZE) as player:
        await today.push_screen(StepperScreen(today))
        assert "the loop recorded …" in screen_text(today)
        recorder.finish()
        shown = await press(player, "g")
        assert pointed(shown) == "model.train()"
        assert "before the loop" in shown
        shown = await press(player, "space space space")
        assert pointed(shown) == "out = model(xb)"
        assert "out = model(xb) reads inputs and weight" in shown
        assert "4 ←" in shown
        assert pointed(await press(player, "p")) == "optimizer.zero_grad()"
        shown = await press(player, "j")
        assert pointed(shown) == "optimizer.zero_grad()"
        assert "round 2 of" in shown
        assert RIGHT.breaks.split(":")[0] not in shown
        assert "the weight nears 3" in await press(player, "G space space")
        assert pointed(await press(player, "k k k")) == "model.train()"


async def test_a_loop_that_lacks_something_stands_beside_the_right_one(today: QuiztermApp, recorder: Recorder) -> None:
    async with today.run_test(size=SIZE) as player:
        await today.push_screen(StepperScreen(today))
        recorder.finish()
        shown = await press(player, "space space 1")
        assert "without optimizer.zero_grad()" in shown
        assert "optimizer.zero_grad()  left out" in shown
        assert "optimizer.zero_grad() is left out: nothing is read" in shown
        assert [line.split()[-3:] for line in shown.splitlines() if "weight  " in line] == [["3", "←", "2"]]
        shown = await press(player, "5 G")
        assert "raises ✗ RuntimeError: no graph" in shown
        assert "This fault at least is a loud one." in " ".join(shown.split())


async def test_without_a_sandbox_it_says_why(today: QuiztermApp, recorder: Recorder) -> None:
    async with today.run_test(size=SIZE) as player:
        await today.push_screen(StepperScreen(today))
        recorder.future.set_exception(GradingError("torch is not installed"))
        assert "✗ torch is not installed" in await press(player, "space")
