"""A verdict in a few words, the same in both front ends."""

from quizterm.grading.verdict import Report
from quizterm.study.words import count_text


def checks_text(checks: int, bonus: int) -> str:
    """How many checks there are: `14 checks and 1 bonus`."""
    return count_text(checks, "check") + (f" and {bonus} bonus" if bonus else "")


def more_checks_text(checks: int, bonus: int) -> str:
    """How many others there are: `2 more checks and 1 bonus`; empty if there is none."""
    if checks:
        return count_text(checks, "more check") + (f" and {bonus} bonus" if bonus else "")
    return count_text(bonus, "more bonus check") if bonus else ""


def counted_text(report: Report) -> str:
    """How many checks failed, or passed. Bonus checks, which do not count, are told apart.

    `14 checks and 1 bonus`, `14 checks; 1 bonus failed`, `9 of 14 checks and 1 bonus failed`.
    """
    graded = [result.passed for result in report.experiments if not result.bonus]
    bonus = [result.passed for result in report.experiments if result.bonus]
    failed, bonus_failed = graded.count(False), bonus.count(False)
    if failed:
        return f"{failed} of {checks_text(len(graded), bonus_failed)} failed"
    if bonus_failed:
        return f"{checks_text(len(graded), 0)}; {bonus_failed} bonus failed"
    return checks_text(len(graded), len(bonus))
