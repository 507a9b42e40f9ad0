"""`quizterm step [--without LINE]`: the training loop line by line, with the state after each, as text."""

from argparse import Namespace
from collections.abc import Iterator

from quizterm.grading.loop_steps import LoopStep
from quizterm.study.stepping import RIGHT, Comparison, Run, number_text, record

WIDTHS = (6, 42, 8, 8, 8)  # of the columns, in characters


def run(arguments: Namespace) -> int:
    comparison = record()[arguments.without or RIGHT.name]
    print("\n".join(_lines(comparison)))
    return 0


def _lines(comparison: Comparison) -> Iterator[str]:
    shown = comparison.shown
    yield f"The training loop: {shown.variant.words}"
    yield ""
    yield from _table(shown)
    yield ""
    yield shown.variant.breaks
    if shown is not comparison.right:
        yield ""
        yield f"Beside it, {RIGHT.words}"
        yield ""
        yield from _table(comparison.right)


def _table(run: Run) -> Iterator[str]:
    yield _row("round", "line", "loss", ".grad", "weight")
    for step in run.steps:
        state = (number_text(step.loss), number_text(step.grad, absent="None"), number_text(step.weight))
        yield _row(str(step.round or ""), _line(run, step), *state)
        if step.raised:
            yield f"raises {step.raised}"


def _line(run: Run, step: LoopStep) -> str:
    line = run.variant.lines[step.line]
    return f"# {line.strip()}  left out" if step.line == run.variant.left_out else line


def _row(*cells: str) -> str:
    return "".join(f"{cell:<{width}}" for cell, width in zip(cells, WIDTHS, strict=True)).rstrip()
