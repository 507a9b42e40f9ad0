"""The training loop, line by line, forwards and back: what each line does, beside a loop that lacks something."""

from concurrent.futures import Future
from itertools import zip_longest
from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message

from quizterm.errors import QuiztermError
from quizterm.grading.loop_steps import LoopStep
from quizterm.grading.snippet import UnitResult
from quizterm.study.stepping import (
    LEFT_OUT,
    LESSON,
    RIGHT,
    ROUNDS,
    VARIANTS,
    Comparison,
    Comparisons,
    Run,
    comparisons,
    number_text,
    round_ends,
    stepping_unit,
)
from quizterm.tui.blocks import Block, Paragraph
from quizterm.tui.cards.play import WRONG, WRONG_STYLE
from quizterm.tui.commands import Place, bindings
from quizterm.tui.highlight import highlight_python
from quizterm.tui.layout import joined
from quizterm.tui.navigator import Navigator
from quizterm.tui.screens.scrolling import Page, ScrollingScreen
from quizterm.tui.text import one_line
from quizterm.tui.widgets.bars import TopBar
from quizterm.tui.widgets.prose import Prose

NAMES = (RIGHT.name, *(variant.name for variant in VARIANTS))
CODE_WIDTH = 44  # cells, with the pointer
NAME_WIDTH = 13
VALUE_WIDTH = 10
WIDE = CODE_WIDTH + NAME_WIDTH + 2 * VALUE_WIDTH + 3  # cells; below it the values stand under the code
ROOMY = 90
_CHANGED = "←"


class StepperScreen(ScrollingScreen):
    """Records every variant once, in the sandbox; then only shows."""

    PLACES = (Place.STEPPER,)
    BINDINGS: ClassVar = bindings(Place.STEPPER)

    class Recorded(Message):
        """The variants are recorded, or cannot be."""

        def __init__(self, found: Comparisons, problem: str) -> None:
            super().__init__()
            self.found = found
            self.problem = problem

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._comparisons: Comparisons = {}
        self._problem = ""
        self._variant = RIGHT.name
        self._at = 0

    def compose_body(self) -> ComposeResult:
        yield TopBar(Content.styled("The training loop", "bold"))
        with Page():
            yield Prose()

    @property
    def states(self) -> tuple[str, ...]:
        return ("recorded",) if self._comparisons else ()

    def on_mount(self) -> None:
        self.show_keys()
        self.navigator.desk.run(stepping_unit(), self._done)
        self._draw()

    def _done(self, future: Future[UnitResult]) -> None:
        """In the thread of the desk."""
        try:
            self.post_message(self.Recorded(comparisons(future.result()), ""))
        except QuiztermError as error:
            self.post_message(self.Recorded({}, str(error)))

    def on_stepper_screen_recorded(self, message: Recorded) -> None:
        self._comparisons, self._problem = message.found, message.problem
        self.show_keys()
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def action_step(self, count: str) -> None:
        self._go(self._at + int(count))

    def action_round(self, count: str) -> None:
        """To the same line of another round."""
        if self._comparison is not None:
            lines = len(self._comparison.shown.variant.lines)
            self._go(self._at + int(count) * (lines - 1))

    def action_first(self) -> None:
        self._go(0)

    def action_last(self) -> None:
        if self._comparison is not None:
            self._go(len(self._comparison.shown.steps) - 1)

    def action_choose(self, key: str) -> None:
        self._variant = NAMES[int(key)]
        self._go(self._at)

    def action_open_lesson(self) -> None:
        self.navigator.open_lesson(LESSON)

    @property
    def _comparison(self) -> Comparison | None:
        return self._comparisons.get(self._variant)

    def _go(self, at: int) -> None:
        if self._comparison is not None:
            self._at = min(max(at, 0), len(self._comparison.shown.steps) - 1)
            self._draw()

    def _draw(self) -> None:
        comparison = self._comparison
        if comparison is None:
            waiting = Content.styled("PyTorch is started in the sandbox, and the loop recorded …", "italic")
            problem = Content.styled(f"{WRONG} ", WRONG_STYLE) + one_line(self._problem)
            self.query_one(Prose).show([Paragraph(problem if self._problem else waiting)])
            return
        step = comparison.shown.steps[self._at]
        note = f"round {step.round} of {ROUNDS}" if step.round else "before the loop"
        title = Content("The training loop › ") + Content.styled(comparison.shown.variant.words, "bold")
        self.query_one(TopBar).show(title, Content.styled(note, "$foreground-muted"))
        self.query_one(Prose).show(self._blocks(comparison, step))

    def _blocks(self, comparison: Comparison, step: LoopStep) -> list[Block]:
        code, values = _code(comparison.shown, step), _values(comparison, self._at)
        if self.size.width >= WIDE:
            both = zip_longest(code, values, fillvalue=Content())
            code = [left.pad_right(max(CODE_WIDTH - left.cell_length, 1)) + right for left, right in both]
            values = []
        said = [_said(comparison.shown, step)]
        blocks = [code, said, values, _rounds(comparison, step), self._end(comparison)]
        return [Paragraph(self._choices()), *(Paragraph(joined(lines)) for lines in blocks if lines)]

    def _choices(self) -> Content:
        """The keys of the variants; where there is little room, that of the shown one."""
        keys = self.keys_of(Place.STEPPER, "choose")
        shown = []
        for key, name in zip(keys, NAMES, strict=True):
            style = "bold reverse" if name == self._variant else "$foreground-muted"
            shown.append(Content.assemble((key, "bold $text-primary"), " ", (name, style)))
        right, *others = shown
        if self.size.width < WIDE:
            return Content.assemble(shown[NAMES.index(self._variant)], (f"  of {len(NAMES)}", "$foreground-muted"))
        gap = "  " if self.size.width >= ROOMY else " "
        return Content(gap).join([right, Content.styled("  without", "$foreground-muted"), *others])

    def _end(self, comparison: Comparison) -> list[Content]:
        """What is to be learned, once the last line was reached."""
        if self._at < len(comparison.shown.steps) - 1:
            return []
        return [Content.styled(comparison.shown.variant.breaks, "bold")]


def _code(run: Run, step: LoopStep) -> list[Content]:
    lines = []
    for index, line in enumerate(run.variant.lines):
        pointer = Content.styled("▸ " if index == step.line else "  ", "bold $text-accent")
        if index == run.variant.left_out:
            indent = line[: len(line) - len(line.lstrip())]
            lines.append(pointer + indent + Content.styled(line.lstrip(), "strike $foreground-muted") + "  left out")
        else:
            lines.append(pointer + highlight_python(line).stylize("bold" if index == step.line else ""))
    return lines


def _values(comparison: Comparison, at: int) -> list[Content]:
    """The state after the line, of the right loop too; what the line changed is pointed at."""
    runs = [comparison.shown] if comparison.shown is comparison.right else [comparison.right, comparison.shown]
    states = [_named(run.steps[min(at, len(run.steps) - 1)]) for run in runs]
    before = [_named(run.steps[min(at, len(run.steps)) - 1]) if at else {} for run in runs]
    head = ["after this line"] if len(runs) == 1 else ["right", "this one"]
    lines = [Content.styled(" " * NAME_WIDTH + "".join(f"{word:<{VALUE_WIDTH}}" for word in head), "$foreground-muted")]
    for name in states[0]:
        line = Content.styled(f"{name:<{NAME_WIDTH}}", "$foreground-muted")
        for state, earlier in zip(states, before, strict=True):
            is_changed = bool(earlier) and state[name] != earlier[name]
            value = f"{state[name]} {_CHANGED}" if is_changed else state[name]
            line += Content.styled(f"{value:<{VALUE_WIDTH}}", "bold $text-accent" if is_changed else "")
        lines.append(line.rstrip())
    return lines


def _named(step: LoopStep) -> dict[str, str]:
    state = {
        "loss": number_text(step.loss),
        "weight.grad": number_text(step.grad, absent="None"),
        "weight": number_text(step.weight),
        "mode": step.mode,
    }
    return state if step.running_mean is None else {**state, "running mean": number_text(step.running_mean)}


def _said(run: Run, step: LoopStep) -> Content:
    line = Content.styled(run.variant.lines[step.line].strip().removesuffix(":"), "bold") + " "
    if step.raised:
        return line + Content.styled(f"raises {WRONG} ", WRONG_STYLE) + one_line(step.raised, "$text-error")
    if step.line == run.variant.left_out:
        return line + Content.styled(LEFT_OUT, "$text-warning")
    return line + run.variant.does[step.line]


def _rounds(comparison: Comparison, step: LoopStep) -> list[Content]:
    """The weight at the end of each round so far."""
    runs = {"right": comparison.right, "this one": comparison.shown}
    if comparison.shown is comparison.right:
        del runs["right"]
    lines = []
    for name, run in runs.items():
        last = len(run.variant.lines) - 1
        ends = [
            end for end in round_ends(run) if end.round < step.round or (end.round == step.round and step.line == last)
        ]
        if ends:
            words = "weight after each round" if len(runs) == 1 else f"weight, {name}"
            path = " ".join(f"{number_text(end.weight):>7}" for end in ends)
            lines.append(Content.styled(f"{words:<25}", "$foreground-muted") + path)
    return lines
