"""The line of a failure, as Python's own tracebacks tell it."""

import traceback
from dataclasses import replace

import pytest

from quizterm.grading.learner_failure import failure_of_exception, syntax_failure
from quizterm.grading.verdict import ExperimentResult, Failure, FailureKind, Report
from quizterm.study.failing_line import failing_line, first_failing_line

SOURCE = "def inner(x):\n    return 1 / x\n\n\ndef outer(x):\n    return inner(x)\n\n\nouter(0)\n"


def report(failure: Failure | None, *, whole: bool) -> tuple[Report, ExperimentResult]:
    result = ExperimentResult("one", "One", bonus=False, passed=False, error=None if whole else failure)
    return Report("sgd", False, 1, "cpu", "2", 0.0, (result,), error=failure if whole else None), result


@pytest.mark.parametrize("whole", [False, True])
def test_it_is_that_of_the_innermost_frame_of_the_learners_file(whole: bool) -> None:
    try:
        exec(compile(SOURCE, "sgd.py", "exec"), {})
    except ZeroDivisionError as error:
        failure = failure_of_exception(error, "sgd.py")
        (*_, innermost) = traceback.extract_tb(error.__traceback__)
    assert innermost.lineno == 2
    assert failing_line(*report(failure, whole=whole), "sgd.py") == 2
    assert failing_line(*report(failure, whole=whole), "other.py") is None


def test_a_syntax_error_has_one_too() -> None:
    with pytest.raises(SyntaxError) as caught:
        compile("x = 1\ny = (\n", "sgd.py", "exec")
    assert failing_line(*report(syntax_failure(caught.value, "sgd.py"), whole=True), "sgd.py") == caught.value.lineno


def test_wrong_numbers_have_no_line() -> None:
    assert failing_line(*report(None, whole=False), "sgd.py") is None


def test_of_several_failures_it_is_that_of_the_first_that_counts_and_has_one() -> None:
    def at(line: int) -> Failure:
        return Failure(FailureKind.CRASH, "TypeError: no", f'  File "sgd.py", line {line}, in f')

    passed = ExperimentResult("passed", "", bonus=False, passed=True)
    extra = ExperimentResult("extra", "", bonus=True, passed=False, error=at(3))
    numbers = ExperimentResult("numbers", "", bonus=False, passed=False)
    raised = ExperimentResult("raised", "", bonus=False, passed=False, error=at(7))
    whole = Report("sgd", False, 1, "cpu", "2", 0.0, (passed, extra, numbers, raised))
    assert first_failing_line(whole, "sgd.py") == 7
    assert first_failing_line(replace(whole, experiments=(passed, extra, numbers)), "sgd.py") == 3
    assert first_failing_line(replace(whole, experiments=(numbers,)), "sgd.py") is None
    assert first_failing_line(replace(whole, error=at(2)), "sgd.py") == 2
