"""What `check` asks of a card beyond what it takes to ask it."""

import ast
import warnings
from collections.abc import Sequence
from itertools import zip_longest

from quizterm.course.blocks import fences
from quizterm.course.cards import CardSource
from quizterm.course.fences import Fence
from quizterm.course.model import Bug, CardKind, Choice, Order, Recall
from quizterm.course.report import Report, quoted

_KEY_POINTS = range(3, 6)


def check_card(source: CardSource, ten_sections: bool, report: Report) -> None:
    """Report what is wrong; a course of ten sections is asked for three to five key points as well."""
    card, heading = source.card, source.card.line - 1
    found = fences(source.blocks, report)
    match card.body:
        case Recall(key_points) if ten_sections and len(key_points) not in _KEY_POINTS:
            report.add(heading, f"the card has {len(key_points)} key points; write three to five under #### Key points")
        case Choice(options):
            for option in options:
                if not option.why:
                    report.add(heading, f"the option {quoted(option.text)} is not explained; end it with *why*")
            _check_different("option", [option.text for option in options], heading, report)
        case Order(steps):
            _check_different("step", steps, heading, report)
        case Bug():
            _check_bug_outputs(found, heading, report)
    if card.kind is CardKind.SHAPE:
        _check_shows_value(next(fence for fence in found if fence.language == "python"), report)
    if card.kind is not CardKind.BUG:
        check_no_repair(found, report)
    check_syntax(found, report)


def check_no_repair(found: Sequence[Fence], report: Report) -> None:
    for fence in found:
        if "repaired" in fence.flags:
            report.add(fence.start, "`python repaired` outside a bug card; write `python`")


def check_syntax(found: Sequence[Fence], report: Report) -> None:
    """Report code that is no Python, unless its output says so itself."""
    for fence, following in zip_longest(found, found[1:]):
        if not fence.runs:
            continue
        output = following.code if following is not None and following.language == "output" else ""
        error = _syntax_error(fence.code)
        if error is not None and "SyntaxError" not in output and "IndentationError" not in output:
            line = min(error.lineno or 1, fence.code.count("\n") + 1)
            report.add(fence.start + line, f"this is not Python: {error.msg}; mend it, or write `python no-run`")


def _check_bug_outputs(found: Sequence[Fence], heading: int, report: Report) -> None:
    place = next(number for number, fence in enumerate(found) if "repaired" in fence.flags)
    for part, which in ((found[:place], "the broken code"), (found[place:], "the repaired code")):
        if not any(fence.language == "output" for fence in part):
            report.add(heading, f"no `output` fence for {which}; write what it prints behind it")


def _check_shows_value(fence: Fence, report: Report) -> None:
    if _syntax_error(fence.code) is None:
        statements = ast.parse(fence.code).body
        if not statements or not isinstance(statements[-1], ast.Expr):
            report.add(
                fence.start, "the code of a shape card ends in no expression; end it with the shape that is asked"
            )


def _check_different(what: str, texts: Sequence[str], heading: int, report: Report) -> None:
    for text in {text for text in texts if texts.count(text) > 1}:
        report.add(heading, f"the {what} {quoted(text)} stands there twice; make them differ")


def _syntax_error(code: str) -> SyntaxError | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of odd escapes in strings, say: running it shows those
        try:
            compile(code, "<lesson>", "exec", dont_inherit=True)
        except SyntaxError as error:
            return error
        except (ValueError, RecursionError, MemoryError) as error:
            return SyntaxError(str(error))
    return None
