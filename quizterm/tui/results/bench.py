"""The pages of the workbench beside the editor: the brief with its hints, and the last verdict in short."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from textual.content import Content

from quizterm.grading.exercise import Exercise
from quizterm.grading.verdict import Report
from quizterm.study.attempt import Attempt
from quizterm.study.verdict_words import checks_text
from quizterm.tui.blocks import Block, Item, Items, Paragraph, Rule
from quizterm.tui.markdown import blocks_of
from quizterm.tui.results.checks import details, traceback
from quizterm.tui.results.diagnosis import diagnosis, output
from quizterm.tui.results.marks import FAILED, FAILED_STYLE, MUTED, PASSED, PASSED_STYLE, mark_of
from quizterm.tui.results.running import Running
from quizterm.tui.text import one_line


def brief_blocks(exercise: Exercise, hints: Sequence[str]) -> list[Block]:
    """The brief, then the hints taken."""
    blocks = list(blocks_of(exercise.brief))
    for number, hint in enumerate(hints, start=1):
        title = Content.styled(f"Hint {number} of {len(exercise.hints)}", "bold $text-warning")
        blocks += [Rule(title), *blocks_of(hint)]
    return blocks


class LastRun(Protocol):
    """What is known of the runs of a file."""

    @property
    def running(self) -> Running | None: ...

    @property
    def attempt(self) -> Attempt | None: ...

    @property
    def problem(self) -> str: ...


def verdict_blocks(exercise: Exercise, run: LastRun, keys: Mapping[str, str]) -> list[Block]:
    """A run under way, or what came of the last one.

    Args:
        keys: those of commands, by their names.
    """
    attempt = run.attempt
    if run.running is not None:
        return run.running.blocks(keys["stop"])
    if run.problem:
        return [Paragraph(one_line(run.problem, "$text-error")), _keys((keys["run"], "runs it again"))]
    if attempt is None:
        bonus = sum(one.bonus for one in exercise.experiments)
        checks = checks_text(len(exercise.experiments) - bonus, bonus)
        return [_keys((keys["run"], f"saves and runs your file: {checks}"))]
    failure = _first_failure(attempt.report, keys["results"])
    return [*diagnosis(attempt, keys), *failure, *output(attempt.report), _more(attempt, keys)]


def verdict_note(run: LastRun) -> Content:
    """The verdict in a word or two."""
    if run.running is not None:
        return Content.styled(run.running.in_short(), "bold $text-warning")
    if run.attempt is None:
        return Content()
    if run.attempt.is_taken_back:
        return Content.styled("taken back", MUTED)
    report = run.attempt.report
    if report.passed:
        return Content.styled(PASSED, PASSED_STYLE)
    failed = sum(not result.passed and not result.bonus for result in report.experiments)
    return Content.styled(f"{FAILED} {failed}" if report.error is None else FAILED, FAILED_STYLE)


def _first_failure(report: Report, expand_key: str) -> Iterator[Block]:
    if report.error is not None:
        yield from traceback(report.error)
        return
    first = next((result for result in report.experiments if not result.passed and not result.bonus), None)
    if first is not None:
        yield Paragraph(mark_of(first) + one_line(first.title or first.name, "bold"))
        yield from details(first, expand_key, is_expanded=False)


def _more(attempt: Attempt, keys: Mapping[str, str]) -> Items:
    hints = [(keys["results"], "shows all checks, values, gradients, loss, graph")]
    if attempt.report.passed and not attempt.is_taken_back:
        hints.append((keys["solution"], "shows your file beside the solution"))
        hints.append((keys["beside('1')"], "opens the next exercise"))
    return _keys(*hints)


def _keys(*hints: tuple[str, str]) -> Items:
    """Keys, and what each does."""
    return Items(
        tuple(
            Item(Content.styled(f"{key} ", "bold $text-primary"), (Paragraph(Content.styled(words, MUTED)),))
            for key, words in hints
        )
    )
