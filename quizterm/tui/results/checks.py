"""Check by check: which passed, and of the one that is looked at, what was expected and what came."""

from collections.abc import Iterator

from textual.content import Content

from quizterm.grading.verdict import ExperimentResult, Failure, Report
from quizterm.study.words import count_text
from quizterm.tui.blocks import Block, Code, Item, Items, Paragraph
from quizterm.tui.layout import lay_out
from quizterm.tui.results.diagnosis import circumstances, output
from quizterm.tui.results.marks import MUTED, failure_words, is_unwritten, mark_of
from quizterm.tui.results.sides import sides
from quizterm.tui.text import one_line, plain
from quizterm.tui.widgets.menu import CURSOR


def checks(report: Report, current: int, expand_key: str, *, is_expanded: bool) -> list[Block]:
    """All checks, the current one with its details; what the file printed at the end.

    Args:
        current: the place of the check that is looked at.
        expand_key: shows what is not shown.
        is_expanded: show all its differences and its inputs, not the first alone.
    """
    if report.error is not None:
        return [*traceback(report.error), *output(report)]
    items = [_line(result, is_current=place == current) for place, result in enumerate(report.experiments)]
    shown = list(details(report.experiments[current], expand_key, is_expanded=is_expanded))
    if not shown:
        return [Items(tuple(items)), *_end(report)]
    groups = (items[:current], items[current : current + 1], items[current + 1 :])
    before, at, after = (Items(tuple(group)) for group in groups)
    inside = Items((Item(Content.blank(2 * len(CURSOR)), tuple(shown)),))
    looked_at = Items((at.items[0]._replace(blocks=(*at.items[0].blocks, inside)),))
    return [*([before] if before.items else []), looked_at, *([after] if after.items else []), *_end(report)]


def row_of(report: Report, current: int, width: int) -> int:
    """How many rows of `checks` stand above the check that is looked at."""
    before = [_line(result, is_current=False) for result in report.experiments[:current]]
    return 0 if report.error is not None else len(lay_out([Items(tuple(before))], width))


def details(result: ExperimentResult, expand_key: str, *, is_expanded: bool) -> Iterator[Block]:
    """What went wrong in one check."""
    if result.passed:
        return
    if result.error is not None:
        yield Paragraph(_sentence(result.error.message if is_unwritten(result) else failure_words(result.error)))
        if not is_unwritten(result):
            yield from traceback(result.error)
    else:
        shown = result.differences if is_expanded else result.differences[:1]
        for one in shown:
            yield Paragraph(_sentence(one.message))
            yield sides(one.expected, one.got)
        hidden = len(result.differences) - len(shown)
        if hidden > 0:
            more = f"and {count_text(hidden, 'more difference')}: {expand_key} shows all"
            yield Paragraph(Content.styled(more, MUTED))
    if result.case and (is_expanded or not is_unwritten(result)):
        yield Paragraph(Content.styled("with ", MUTED) + one_line(result.case))


def as_text(report: Report, result: ExperimentResult) -> str:
    """A check in plain text, to be copied."""
    lines = [f"{report.exercise}, seed {report.seed}: {result.title or result.name}"]
    if report.diagnosis is not None:
        lines.append(report.diagnosis.sentence)
    failure = report.error or result.error
    if failure is not None:
        lines += [failure_words(failure), failure.traceback.rstrip()]
    for one in result.differences:
        lines += [one.message, f"  expected {one.expected}", f"  got      {one.got}"]
    if result.case:
        lines.append(f"with {result.case}")
    return "\n".join(line for line in lines if line)


def _end(report: Report) -> list[Block]:
    return [*output(report), Paragraph(circumstances(report))]


def _lead(*, is_current: bool) -> Content:
    return Content.styled(CURSOR if is_current else " " * len(CURSOR), "bold $text-accent")


def _line(result: ExperimentResult, *, is_current: bool) -> Item:
    title = one_line(result.title or result.name, "bold" if is_current else "")
    bonus = Content.styled("  bonus", MUTED) if result.bonus else Content()
    return Item(_lead(is_current=is_current), (Paragraph(mark_of(result) + title + bonus),))


def _sentence(text: str) -> Content:
    return one_line(text)


def traceback(failure: Failure) -> Iterator[Code]:
    """The learner's frames, if there are any."""
    if failure.traceback.strip():
        yield Code(plain(failure.traceback.rstrip("\n")), title="where, in your file")
