"""Verdicts in a few words."""

import pytest

from quizterm.grading.verdict import ExperimentResult, Report
from quizterm.study.verdict_words import counted_text


@pytest.mark.parametrize(
    ("graded", "bonus", "words"),
    [
        ("++", "", "2 checks"),
        ("++", "+", "2 checks and 1 bonus"),
        ("+++", "+-", "3 checks; 1 bonus failed"),
        ("+-", "+", "1 of 2 checks failed"),
        ("-", "--", "1 of 1 check and 2 bonus failed"),
    ],
)
def test_bonus_checks_are_counted_apart(graded: str, bonus: str, words: str) -> None:
    results = [_result(sign, bonus=False) for sign in graded] + [_result(sign, bonus=True) for sign in bonus]
    report = Report("engine", "-" not in graded, 1, "cpu", "2.13.0", 0.1, tuple(results))
    assert counted_text(report) == words


def _result(sign: str, *, bonus: bool) -> ExperimentResult:
    return ExperimentResult("name", "title", bonus=bonus, passed=sign == "+")
