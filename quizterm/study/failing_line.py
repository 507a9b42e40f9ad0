"""Where in the learner's file something went wrong."""

import re

from quizterm.grading.verdict import ExperimentResult, Failure, Report

_SYNTAX = re.compile(r"line (\d+): ")


def failing_line(report: Report, result: ExperimentResult, file: str) -> int | None:
    """The line, from 1, of the innermost of the learner's frames; None if nothing was raised.

    Args:
        result: the experiment that is looked at; a file that could not be run has no other failure than its own.
        file: the name that the learner's frames carry.
    """
    failure = report.error or result.error
    return None if failure is None else _line(failure, file)


def first_failing_line(report: Report, file: str) -> int | None:
    """The same of the first failure that has a line; bonus checks are looked at last."""
    failed = sorted((result for result in report.experiments if not result.passed), key=lambda result: result.bonus)
    failures = [report.error] if report.error is not None else [result.error for result in failed]
    return next((line for one in failures if one is not None and (line := _line(one, file)) is not None), None)


def _line(failure: Failure, file: str) -> int | None:
    frames = re.findall(rf'File "{re.escape(file)}", line (\d+)', failure.traceback)
    if frames:
        return int(frames[-1])
    at_start = _SYNTAX.match(failure.message)
    return int(at_start[1]) if at_start else None
