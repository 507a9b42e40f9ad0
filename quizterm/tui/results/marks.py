"""Signs and colours of a verdict. The sign says it all without the colour."""

from textual.content import Content

from quizterm.grading.verdict import ExperimentResult, FailureKind

PASSED, FAILED, UNWRITTEN = "✓", "✗", "○"
PASSED_STYLE, FAILED_STYLE, MUTED = "bold $text-success", "bold $text-error", "$foreground-muted"


def is_unwritten(result: ExperimentResult) -> bool:
    return result.error is not None and result.error.kind is FailureKind.MISSING


def mark_of(result: ExperimentResult) -> Content:
    """The sign before an experiment."""
    if result.passed:
        return Content.styled(f"{PASSED} ", PASSED_STYLE)
    if is_unwritten(result):
        return Content.styled(f"{UNWRITTEN} ", "bold $text-warning")
    return Content.styled(f"{FAILED} ", FAILED_STYLE)
