"""A verdict in words."""

from dataclasses import replace

import pytest

from quizterm.cli.grade_report import in_short, report_text
from quizterm.grading.verdict import Certainty, Diagnosis, ExperimentResult, Failure, FailureKind, Report

PASSED = ExperimentResult("square", "A number used twice", bonus=False, passed=True)
FAILED = ExperimentResult(
    "diamond",
    "Two paths to one node",
    bonus=False,
    passed=False,
    message="x.grad is half of what it should be",
    case="x = 3.0",
    expected="6.0",
    got="3.0",
)
CRASHED = ExperimentResult(
    "deep",
    "A long chain",
    bonus=True,
    passed=False,
    error=Failure(FailureKind.CRASH, "RecursionError: too deep", "engine.py, line 12, in backward\n    walk(parent)"),
)
REPORT = Report(
    exercise="engine",
    passed=False,
    seed=7,
    device="cpu",
    torch="2.13.0",
    seconds=0.05,
    experiments=(PASSED, FAILED, CRASHED),
    diagnosis=Diagnosis(Certainty.NAMED, "The gradient is assigned, not added.", "assign", also=("overwrite",)),
    cards=("engine.assign", "engine.diamond"),
)


def test_the_verdict_comes_first_in_words() -> None:
    assert report_text(REPORT, ()).startswith(
        "Not passed: 1 of 2 checks and 1 bonus failed (engine, seed 7, cpu, torch 2.13.0"
    )
    passed = replace(REPORT, passed=True, experiments=(PASSED,), diagnosis=None, cards=())
    assert report_text(passed, ()).startswith("Passed: 1 check (")


def test_a_report_in_short_is_what_it_begins_with() -> None:
    headline, sentence = in_short(REPORT).split("\n")
    assert report_text(REPORT, ()).startswith(f"{headline}\n\n{sentence}\n")


def test_the_diagnosis_comes_before_the_experiments() -> None:
    text = report_text(REPORT, ("engine.assign",))
    order = [
        text.index(part)
        for part in (
            "The gradient is assigned, not added.",
            "The same is seen with: overwrite",
            "Cards that explain it: engine.assign, engine.diamond",
            "Back in your reviews: engine.assign",
            "A number used twice",
        )
    ]
    assert order == sorted(order)


def test_two_bugs_at_once_are_not_called_the_same() -> None:
    both = replace(
        REPORT, diagnosis=Diagnosis(Certainty.BOTH, "Two things at once. One. And: other.", "one", ("other",))
    )
    assert "The same is seen with" not in report_text(both, ())


def test_no_cards_brought_back_is_not_claimed() -> None:
    assert "Back in your reviews" not in report_text(REPORT, ())


def test_each_experiment_has_a_sign_and_a_word() -> None:
    lines = report_text(REPORT, ()).splitlines()
    assert "✓ passed: A number used twice" in lines
    assert "✗ failed: Two paths to one node" in lines
    assert "✗ failed: A long chain (bonus)" in lines


def test_a_failed_experiment_shows_what_was_expected_and_where() -> None:
    text = report_text(REPORT, ())
    assert "    x.grad is half of what it should be\n    with x = 3.0\n    expected  6.0\n    got       3.0" in text
    assert "    crash: RecursionError: too deep\n    engine.py, line 12, in backward" in text


def test_values_of_several_lines_stay_aligned() -> None:
    tensor = replace(FAILED, expected="[[1, 2],\n [3, 4]]", got="[[1, 2],\n [3, 5]]")
    text = report_text(replace(REPORT, experiments=(tensor,)), ())
    assert "    expected  [[1, 2],\n               [3, 4]]\n    got       [[1, 2],\n               [3, 5]]" in text


def test_a_file_that_cannot_run_gets_its_reason_and_no_list() -> None:
    error = Failure(FailureKind.SYNTAX, "line 3: expected ':'")
    text = report_text(replace(REPORT, error=error, diagnosis=None, cards=()), ())
    assert "the file could not be run" in text
    assert "syntax: line 3: expected ':'" in text
    assert "A number used twice" not in text


@pytest.mark.parametrize("field", ["message", "case", "expected", "got"])
def test_what_the_learners_program_says_cannot_move_the_cursor(field: str) -> None:
    hostile = replace(FAILED, **{field: "\x1b[2J\x9b"})
    report = replace(REPORT, experiments=(hostile,), output="\x1b]0;x\x07\rdone")
    text = report_text(report, ())
    assert not [character for character in text if ord(character) < 32 and character != "\n"]
    assert "␛[2J" in text
    assert "Your program printed:\n    ␛]0;x␇␍done" in text


def test_a_part_not_written_yet_is_one_line() -> None:
    error = Failure(FailureKind.MISSING, "not written yet: Value * something", "line 19, in __mul__")
    unwritten = replace(FAILED, error=error, message="", got="raises NotImplementedError")
    text = report_text(replace(REPORT, experiments=(unwritten,), diagnosis=None, cards=()), ())
    assert text.split("\n\n")[1] == ("✗ failed: Two paths to one node\n    missing: not written yet: Value * something")


def test_checks_that_miss_the_same_part_are_told_once() -> None:
    def missing(title: str, what: str) -> ExperimentResult:
        return replace(FAILED, title=title, message="", error=Failure(FailureKind.MISSING, f"not written yet: {what}"))

    results = (missing("One", "f"), missing("Two", "g"), missing("Three", "f"), missing("Four", "f"))
    text = report_text(replace(REPORT, experiments=results, diagnosis=None, cards=()), ())
    assert text.split("\n\n")[1].splitlines() == [
        "✗ failed: One",
        "    missing: not written yet: f",
        "    the same in 2 more checks",
        "✗ failed: Two",
        "    missing: not written yet: g",
    ]


@pytest.mark.parametrize(
    ("bonus", "told"),
    [
        ((False, False, True), "1 more check and 1 bonus"),
        ((False, True, True), "2 more bonus checks"),
        ((True, False, False), "2 more checks"),
        ((False, True), "1 more bonus check"),
    ],
)
def test_checks_that_miss_the_same_part_are_counted_as_the_verdict_counts_them(
    bonus: tuple[bool, ...], told: str
) -> None:
    error = Failure(FailureKind.MISSING, "not written yet: f")
    results = tuple(replace(FAILED, bonus=is_bonus, message="", error=error) for is_bonus in bonus)
    text = report_text(replace(REPORT, experiments=results, diagnosis=None, cards=()), ())
    assert text.split("\n\n")[1].splitlines()[2:] == [f"    the same in {told}"]


def test_it_is_said_when_nothing_was_recorded() -> None:
    assert report_text(REPORT, (), "not recorded").endswith("\n\nNot recorded.")
