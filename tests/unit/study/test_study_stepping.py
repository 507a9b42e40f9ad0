"""Every way to write the loop, recorded in the sandbox and laid beside the right one."""

import json

import pytest

from quizterm.cli.step import run as step
from quizterm.errors import GradingError
from quizterm.grading.snippet import BlockResult, UnitResult
from quizterm.grading.verdict import Failure, FailureKind
from quizterm.study.stepping import RIGHT, VARIANTS, comparisons, record, round_ends, stepping_unit

DONE = BlockResult("", "", (), "")


def test_the_sandbox_records_what_the_lesson_prints(monkeypatch, capsys) -> None:
    recorded = record()
    assert [round(end.weight, 2) for end in round_ends(recorded["right"].shown)] == [1.2, 1.92, 2.35, 2.61, 2.77]
    assert [round(end.weight, 2) for end in round_ends(recorded["zero_grad"].shown)] == [1.2, 3.12, 4.99, 6.07, 5.92]
    assert recorded["zero_grad"].right is recorded["right"].right
    assert recorded["train"].right is not recorded["right"].right
    assert recorded["graph"].shown.steps[-1].raised
    monkeypatch.setattr("quizterm.cli.step.record", lambda: recorded)
    assert step(type("Arguments", (), {"without": "zero_grad"})()) == 0
    printed = capsys.readouterr().out
    assert "# optimizer.zero_grad()  left out" in printed
    assert "Beside it, the loop as it should be" in printed


@pytest.mark.parametrize(
    "result",
    [
        UnitResult("loop", (), Failure(FailureKind.TIMEOUT, "it took too long")),
        UnitResult("loop", (BlockResult("", "", (), "ImportError: no torch"),), None),
        UnitResult("loop", (DONE, *[BlockResult("[", "", (), "")] * (2 + len(VARIANTS))), None),
        UnitResult("loop", (DONE, *[BlockResult('[{"line": 0}]', "", (), "")] * (2 + len(VARIANTS))), None),
    ],
)
def test_what_could_not_be_recorded_is_one_line(result: UnitResult) -> None:
    with pytest.raises(GradingError, match=r"of the loop|the loop could not") as refused:
        comparisons(result)
    assert "\n" not in str(refused.value)


def test_every_variant_is_recorded_once() -> None:
    assert len(stepping_unit().blocks) == 1 + 2 + len(VARIANTS)
    state = {"line": 0, "round": 0, "mode": "train", "out": None, "loss": None, "grad": None, "weight": 0,
             "running_mean": None, "raised": ""}  # fmt: skip
    blocks = tuple(BlockResult(json.dumps([{**state, "weight": n}]), "", (), "") for n in range(2 + len(VARIANTS)))
    found = comparisons(UnitResult("loop", (DONE, *blocks), None))
    assert list(found) == [RIGHT.name, *(variant.name for variant in VARIANTS)]
    assert [one.shown.steps[0].weight for one in found.values()] == [0, *range(2, 2 + len(VARIANTS))]
