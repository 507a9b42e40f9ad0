"""The runs of an exercise's file: one at a time, followed while it goes on, and what came of the last one."""

from concurrent.futures import Future
from functools import partial

from textual.message import Message
from textual.screen import Screen

from quizterm.errors import QuiztermError
from quizterm.grading.progress import Note
from quizterm.grading.verdict import Report
from quizterm.study.attempt import Attempt
from quizterm.study.desk import Desk
from quizterm.study.submission import Submission
from quizterm.study.workbench import Workbench
from quizterm.tui.results.running import Running


class Told(Message):
    """Something is told of a run under way."""

    def __init__(self, run: int, note: Note) -> None:
        super().__init__()
        self.run = run
        self.note = note


class Judged(Message):
    """A run is over."""

    def __init__(self, run: int, submitted: Submission, done: Future[Report], *, watched: bool) -> None:
        super().__init__()
        self.run = run
        self.submitted = submitted
        self.done = done
        self.watched = watched


class Runs:
    """Between a workbench and the desk. The desk tells in a thread of its own; the screen hears it as messages.

    `running` is the run under way, `attempt` what came of the last one, `problem` why it gave no verdict.
    """

    def __init__(self, screen: Screen[None], desk: Desk) -> None:
        self._screen = screen
        self._desk = desk
        self._count = 0  # so that what is told of an older run is known as such
        self.running: Running | None = None
        self.attempt: Attempt | None = None
        self.problem = ""

    def begin(self, submitted: Submission, *, watched: bool) -> None:
        self._count += 1
        self.running = Running(submitted.exercise)
        self._desk.judge(
            submitted, partial(self._tell, self._count), partial(self._tell_end, self._count, submitted, watched)
        )

    def is_current(self, message: Told | Judged) -> bool:
        """Whether a message is about the run under way, not about one that was given up."""
        return message.run == self._count and self.running is not None

    def take(self, message: Told) -> None:
        """Note what was told of the run under way."""
        if self.running is not None:
            self.running.take(message.note)

    def end(self, message: Judged, bench: Workbench) -> Report | None:
        """Record the attempt; the report, or None if there is a problem instead."""
        self.running = None
        try:
            report = message.done.result()
            self.attempt = bench.settle(message.submitted, report, watched=message.watched)
        except QuiztermError as error:
            self.problem = str(error)
            return None
        self.problem = ""
        if not report.passed:
            self._desk.prepare(message.submitted.exercise, seed=report.seed)
        return report

    def stop(self) -> None:
        """Stop the run under way; it ends with a problem."""
        self._desk.stop()

    def leave(self) -> None:
        """Give up the run under way, and forget what came of the last one."""
        if self.running is not None:
            self._desk.stop()
        self._count += 1
        self.running = self.attempt = None
        self.problem = ""

    def _tell(self, run: int, note: Note) -> None:
        self._screen.post_message(Told(run, note))

    def _tell_end(self, run: int, submitted: Submission, watched: bool, done: Future[Report]) -> None:
        self._screen.post_message(Judged(run, submitted, done, watched=watched))
