import json

from quizterm.grading.number_grid import NumberGrid
from quizterm.grading.verdict import (
    Certainty,
    Diagnosis,
    Difference,
    ExperimentResult,
    Failure,
    FailureKind,
    Report,
)

GRID = NumberGrid(
    (2, 2),
    (0, 0),
    ((1.0, 3.0), (0.0, float("inf"))),
    ((1.0, 2.0), (0.0, float("inf"))),
    ((False, True), (False, False)),
)
FAILURE = Failure(FailureKind.CRASH, "TypeError: no", "Traceback ...")
REPORT = Report(
    exercise="engine",
    passed=False,
    seed=1,
    device="cpu",
    torch="2.13.0",
    seconds=0.05,
    experiments=(
        ExperimentResult("one", "One", bonus=False, passed=True),
        ExperimentResult(
            "two",
            "Two",
            bonus=True,
            passed=False,
            message="x.grad should be 3, not 2",
            case="x = 1",
            expected="x.grad = 3",
            got="x.grad = 2",
            differences=(Difference("x.grad", "x.grad should be 3, not 2", "3", "2", (0, 1), 1.0, (0, 1), GRID),),
        ),
        ExperimentResult("three", "Three", bonus=False, passed=False, error=FAILURE),
    ),
    diagnosis=Diagnosis(Certainty.NAMED, "It is wrong.", "assign_instead_of_add", ("other",)),
    cards=("engine.assign",),
    error=None,
    output="printed",
)


def test_a_report_survives_json() -> None:
    for report in (REPORT, Report("engine", False, 0, "cpu", "2", 0.0, (), error=FAILURE)):
        assert Report.from_json(json.loads(json.dumps(report.to_json()))) == report


def test_the_published_members_are_there() -> None:
    data = REPORT.to_json()
    published = {"schema", "exercise", "passed", "seed", "device", "torch", "seconds", "experiments"}
    assert data.keys() >= published | {"diagnosis", "cards", "error"}
    assert data["schema"] == 1
    assert data["experiments"][0].keys() >= {"name", "passed", "bonus", "message", "expected", "got", "error"}
    assert data["diagnosis"].keys() >= {"bug", "sentence", "also"}
    assert data["experiments"][2]["error"] == {
        "kind": "crash",
        "message": "TypeError: no",
        "traceback": "Traceback ...",
    }


def test_the_kinds_of_failure_are_the_published_ones() -> None:
    assert {kind.value for kind in FailureKind} == {
        "timeout",
        "memory",
        "crash",
        "load",
        "syntax",
        "forbidden",
        "missing",
        "protocol",
    }
