"""A verdict in plain text: first whether it passed, then what is wrong, then check by check."""

from collections import Counter
from collections.abc import Iterator, Sequence

from quizterm.cli.text import one_line, sentence
from quizterm.grading.verdict import Certainty, ExperimentResult, Failure, FailureKind, Report
from quizterm.study.verdict_words import counted_text, more_checks_text
from quizterm.visible import visible

_MARGIN = "    "


def report_text(report: Report, brought_back: tuple[str, ...], note: str = "") -> str:
    """All a learner needs to go on; signs stand beside words, colours are not used.

    Args:
        brought_back: shown ids of the cards that this attempt made due.
        note: what the schedule, or the record, makes of it.
    """
    parts = [_verdict(report)]
    if report.error is not None:
        parts.append(_failure(report.error))
    if report.diagnosis is not None:
        parts.append(_diagnosis(report))
    if report.cards:
        parts.append(_cards(report.cards, brought_back))
    if report.error is None:
        parts.append("\n".join(_checks(report.experiments)))
    if report.output:
        parts.append("Your program printed:\n" + _indented(report.output))
    if note:
        parts.append(sentence(note))
    return "\n\n".join(parts)


def in_short(report: Report) -> str:
    """The verdict and the diagnosis, to stand where a long report scrolled them out of sight."""
    lines = [_verdict(report)]
    if report.error is not None:
        lines.append(f"{report.error.kind.value}: {one_line(report.error.message)}")
    if report.diagnosis is not None:
        lines.append(one_line(report.diagnosis.sentence))
    return "\n".join(lines)


def easy_line(easy: str, how: str) -> str:
    """How to say that it was easy, and when the exercise would come back then."""
    return f"If it was easy, {how} says so: {easy}."


def _verdict(report: Report) -> str:
    where = f"{report.exercise}, seed {report.seed}, {report.device}, torch {report.torch}, {report.seconds:.2f} s"
    if report.passed:
        return f"Passed: {counted_text(report)} ({where})"
    if report.error is not None:
        return f"Not passed: the file could not be run ({where})"
    return f"Not passed: {counted_text(report)} ({where})"


def _diagnosis(report: Report) -> str:
    diagnosis = report.diagnosis
    assert diagnosis is not None
    text = one_line(diagnosis.sentence)
    if diagnosis.also and diagnosis.certainty is Certainty.NAMED:
        text += f"\nThe same is seen with: {one_line(', '.join(diagnosis.also))}"
    return text


def _cards(cards: tuple[str, ...], brought_back: tuple[str, ...]) -> str:
    lines = [f"Cards that explain it: {one_line(', '.join(cards))}"]
    if brought_back:
        lines.append(f"Back in your reviews: {one_line(', '.join(brought_back))}")
    return "\n".join(lines)


def _checks(results: Sequence[ExperimentResult]) -> Iterator[str]:
    """Check by check; all that miss the same part of the file are told with the first of them."""
    missed = Counter((_missing(result), result.bonus) for result in results)
    told: set[str] = set()
    for result in results:
        missing = _missing(result)
        if missing in told:
            continue
        yield from _check(result)
        if missing:
            told.add(missing)
            missed[missing, result.bonus] -= 1
            more = more_checks_text(missed[missing, False], missed[missing, True])
            if more:
                yield f"{_MARGIN}the same in {more}"


def _check(result: ExperimentResult) -> Iterator[str]:
    sign, word = ("✓", "passed") if result.passed else ("✗", "failed")
    bonus = " (bonus)" if result.bonus else ""
    yield f"{sign} {word}: {one_line(result.title or result.name)}{bonus}"
    if result.passed:
        return
    if result.error is not None:
        yield _indented(_failure(result.error))
    elif result.message:
        yield _MARGIN + one_line(result.message)
    if result.case and not _missing(result):
        yield f"{_MARGIN}with {one_line(result.case)}"
    if result.error is None and (result.expected or result.got):
        yield _side_by_side("expected", result.expected)
        yield _side_by_side("got", result.got)


def _missing(result: ExperimentResult) -> str:
    """What the file lacks for the check; empty if it lacks nothing."""
    error = result.error
    return error.message if error is not None and error.kind is FailureKind.MISSING else ""


def _side_by_side(name: str, value: str) -> str:
    first, *rest = visible(value).split("\n")
    margin = _MARGIN + " " * 10
    return "\n".join([f"{_MARGIN}{name:<10}{first}", *(margin + line for line in rest)])


def _failure(failure: Failure) -> str:
    text = f"{failure.kind.value}: {one_line(failure.message)}"
    shows_where = failure.traceback and failure.kind is not FailureKind.MISSING
    return f"{text}\n{visible(failure.traceback).rstrip()}" if shows_where else text


def _indented(text: str) -> str:
    return "\n".join(_MARGIN + line for line in visible(text).rstrip("\n").split("\n"))
