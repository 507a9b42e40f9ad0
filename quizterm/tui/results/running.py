"""A run under way: which experiment runs, and the losses that have come so far."""

from textual.content import Content

from quizterm.grading.exercise import Exercise
from quizterm.grading.progress import Begun, Diagnosing, Loss, Note
from quizterm.study.words import count_text
from quizterm.tui.blocks import Block, Paragraph
from quizterm.tui.results.loss import curve_picture
from quizterm.tui.results.marks import MUTED
from quizterm.tui.text import one_line

_BAR = 24  # cells


class Running:
    """Takes the notes of one run."""

    def __init__(self, exercise: Exercise) -> None:
        self._exercise = exercise
        self._names = [experiment.name for experiment in exercise.experiments]
        self._at = -1
        self._is_confirming = False
        self._unknown: int | None = None  # bugs to be run, once the experiments are over
        self._next_expected: tuple[float, ...] = ()
        self._expected: tuple[float, ...] = ()
        self._losses: list[float] = []
        self._curve_of = -1  # the place of the experiment whose losses they are
        self._is_curve_old = True  # of an earlier experiment; it stays until the first loss of another

    def take(self, note: Note) -> None:
        match note:
            case Begun(experiment, expected):
                place = self._names.index(experiment)
                self._is_confirming |= place < self._at
                self._at = place
                self._next_expected, self._is_curve_old = expected, True
            case Loss(_, loss):
                if self._is_curve_old:
                    self._expected, self._losses, self._is_curve_old = self._next_expected, [], False
                    self._curve_of = self._at
                self._losses.append(loss)
            case Diagnosing(unknown):
                self._unknown = unknown

    def in_short(self) -> str:
        """Where the run is, in a few words."""
        if self._unknown is not None:
            return "looking for the bug"
        if self._at < 0:
            return "starting"
        return f"{self._at + 1} of {len(self._names)}"

    def blocks(self, stop_key: str) -> list[Block]:
        """The run as it stands."""
        blocks: list[Block] = [Paragraph(self._head())]
        if self._losses:
            if self._curve_of != self._at:
                blocks.append(Paragraph(one_line(f"Losses of: {self._title(self._curve_of)}", MUTED)))
            blocks.append(curve_picture(self._expected, self._losses, is_right=True, height=5))
        stop = Content.assemble((stop_key, "bold $text-primary"), (" stops it", MUTED))
        return [*blocks, Paragraph(stop)]

    def _head(self) -> Content:
        if self._unknown is not None:
            more = f": {count_text(self._unknown, 'known one')} to try first" if self._unknown else ""
            return Content.styled(f"Looking for the bug behind it{more}", "bold")
        if self._at < 0:
            return Content.styled("Starting: PyTorch takes a moment the first time", "bold")
        filled = round(_BAR * self._at / len(self._names))
        again = "Confirming on other numbers" if self._is_confirming else "Running"
        return Content("\n").join(
            [
                Content.styled(f"{again}: check {self._at + 1} of {len(self._names)}", "bold"),
                Content.styled("█" * filled, "$primary") + Content.styled("░" * (_BAR - filled), MUTED),
                one_line(self._title(self._at), MUTED),
            ]
        )

    def _title(self, place: int) -> str:
        return self._exercise.experiments[place].title or self._names[place]
