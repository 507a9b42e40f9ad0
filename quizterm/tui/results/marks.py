"""Signs and colours of a verdict. The sign says it all without the colour."""

from textual.content import Content

from quizterm.grading.verdict import ExperimentResult, Failure, FailureKind

PASSED, FAILED, UNWRITTEN = "✓", "✗", "○"
PASSED_STYLE, FAILED_STYLE, MUTED = "bold $text-success", "bold $text-error", "$foreground-muted"

_KINDS = {
    FailureKind.TIMEOUT: "out of time",
    FailureKind.MEMORY: "out of memory",
    FailureKind.CRASH: "it raised",
    FailureKind.LOAD: "on import",
    FailureKind.SYNTAX: "not valid Python",
    FailureKind.FORBIDDEN: "not allowed here",
    FailureKind.MISSING: "missing",
    FailureKind.PROTOCOL: "no clean answer",
}


def failure_words(failure: Failure) -> str:
    """A failure in one line."""
    return f"{_KINDS[failure.kind]}: {failure.message}"


def is_unwritten(result: ExperimentResult) -> bool:
    return result.error is not None and result.error.kind is FailureKind.MISSING


def mark_of(result: ExperimentResult) -> Content:
    """The sign before an experiment."""
    if result.passed:
        return Content.styled(f"{PASSED} ", PASSED_STYLE)
    if is_unwritten(result):
        return Content.styled(f"{UNWRITTEN} ", "bold $text-warning")
    return Content.styled(f"{FAILED} ", FAILED_STYLE)
