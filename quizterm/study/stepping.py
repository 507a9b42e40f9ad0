"""The training loop, to be stepped through: as it should be, and beside it with one thing missing."""

from collections.abc import Mapping
from dataclasses import dataclass

from quizterm.errors import GradingError
from quizterm.grading.loop_steps import LoopStep, read_steps, record_call, recorder_source
from quizterm.grading.snippet import CodeUnit, UnitResult
from quizterm.study.referee import new_referee

LESSON = "loop"  # the lesson that teaches it
ROUNDS = 5
LINES = (
    "model.train()",
    "for xb, yb in batches:",
    "    optimizer.zero_grad()",
    "    out = model(xb)",
    "    loss = loss_fn(out, yb)",
    "    loss.backward()",
    "    optimizer.step()",
)
DOES = (
    "switches to train mode: batch norm takes the batch's own mean, dropout drops",
    "takes the next batch: inputs and targets",
    "reads the list of parameters; writes None into each .grad",
    "reads inputs and weight; writes predictions and the graph behind them",
    "reads predictions and targets; writes one number, the end of the graph",
    "reads the graph; adds to .grad, and frees what the graph had saved",
    "reads .grad; writes the weight",
)
LEFT_OUT = "is left out: nothing is read, nothing is written"


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to write the loop."""

    name: str  # as typed
    words: str
    breaks: str  # what comes of it, in a sentence or two
    lines: tuple[str, ...] = LINES
    does: tuple[str, ...] = DOES
    left_out: int | None = None  # index of the line that is not run
    batch_norm: bool = False  # the model has one, so that its mode matters


def _moved(lines: tuple[str, ...]) -> tuple[str, ...]:
    """The clearing between backward and step."""
    return (*lines[:2], *lines[3:6], lines[2], lines[6])


_NO_GRAD = "    with torch.no_grad(): out = model(xb)"

RIGHT = Variant(
    "right",
    "the loop as it should be",
    "Forward writes the graph, backward reads it and adds to .grad, step reads .grad: the weight nears 3.",
)
VARIANTS = (
    Variant(
        "zero_grad",
        "without optimizer.zero_grad()",
        "Old gradients stay in .grad and every step takes them again, as momentum without friction would: the weight "
        "swings past 3. Nothing raises.",
        left_out=2,
    ),
    Variant(
        "backward",
        "without loss.backward()",
        "Nobody writes .grad: step finds None and skips the weight. Nothing moves, nothing raises.",
        left_out=5,
    ),
    Variant(
        "step",
        "without optimizer.step()",
        "The gradients are right, and nobody uses them: the same loss, round after round. Nothing raises.",
        left_out=6,
    ),
    Variant(
        "order",
        "zero_grad between backward and step",
        "What backward wrote is erased before step reads it: nothing moves, nothing raises.",
        lines=_moved(LINES),
        does=_moved(DOES),
    ),
    Variant(
        "graph",
        "the forward pass under torch.no_grad()",
        "There is no graph behind the loss, so backward raises. This fault at least is a loud one.",
        lines=(*LINES[:3], _NO_GRAD, *LINES[4:]),
    ),
    Variant(
        "train",
        "without model.train(), after an evaluation",
        "In eval mode batch norm takes its running mean, which no batch moves any more, instead of the batch's own: "
        "the loss stops falling far above the right one's. Nothing raises.",
        left_out=0,
        batch_norm=True,
    ),
)
_RIGHT_WITH_BATCH_NORM = Variant("right", RIGHT.words, RIGHT.breaks, batch_norm=True)


@dataclass(frozen=True, slots=True)
class Run:
    """One variant with what it did."""

    variant: Variant
    steps: tuple[LoopStep, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The right loop, and beside it the one that is looked at; both the same for the right one alone."""

    right: Run
    shown: Run


Comparisons = Mapping[str, Comparison]  # by the name of the variant


def stepping_unit() -> CodeUnit:
    """The code that records every variant."""
    calls = (
        record_call(one.lines, one.left_out, ROUNDS, batch_norm=one.batch_norm)
        for one in (RIGHT, _RIGHT_WITH_BATCH_NORM, *VARIANTS)
    )
    return CodeUnit("loop", (recorder_source(), *calls))


def comparisons(result: UnitResult) -> Comparisons:
    """What the sandbox recorded.

    Raises:
        GradingError: it could not be run to its end.
    """
    if result.error is not None:
        raise GradingError(f"the loop could not be recorded: {result.error.message}")
    raised = next((block.exception for block in result.blocks if block.exception), "")
    if raised:
        raise GradingError(f"the loop could not be recorded: {raised}")
    try:
        steps = [read_steps(block.printed) for block in result.blocks[1:]]
    except ValueError as error:
        raise GradingError(f"the record of the loop cannot be read: {error}") from None
    right, right_with_batch_norm = Run(RIGHT, steps[0]), Run(_RIGHT_WITH_BATCH_NORM, steps[1])
    runs = [Run(variant, states) for variant, states in zip(VARIANTS, steps[2:], strict=True)]
    shown = {run.variant.name: run for run in runs}
    return {
        RIGHT.name: Comparison(right, right),
        **{
            name: Comparison(right_with_batch_norm if run.variant.batch_norm else right, run)
            for name, run in shown.items()
        },
    }


def record() -> Comparisons:
    """Record every variant with a referee of its own.

    Raises:
        GradingError: code cannot be run on this machine.
    """
    with new_referee() as referee:
        return comparisons(referee.run_code([stepping_unit()])[0])


def number_text(number: float | None, *, absent: str = "-") -> str:
    """A number of a state in a few characters, or the word for one that does not exist yet."""
    return absent if number is None else f"{number:.4g}"


def round_ends(run: Run) -> tuple[LoopStep, ...]:
    """The last step of each round that came to its end."""
    last = len(run.variant.lines) - 1
    return tuple(step for step in run.steps if step.line == last and step.round > 0)
