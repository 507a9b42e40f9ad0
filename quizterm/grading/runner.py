"""The one door to grading: start the referee, ask it, stop it. Imports no torch; the processes behind it do."""

import json
import os
import sys
import threading
from collections.abc import Collection, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any, Self

from quizterm import __version__
from quizterm.errors import ExerciseError, GradingError
from quizterm.grading.examination import Examination
from quizterm.grading.layers import Layer
from quizterm.grading.progress import Progress, note_from_plain
from quizterm.grading.snippet import CodeUnit, UnitResult
from quizterm.grading.verdict import Diagnosis, Report
from quizterm.grading.wire import FrameKind, WireError, decode, encode, read_frame, write_frame

if TYPE_CHECKING:
    import subprocess

    from quizterm.grading.exercise import Exercise

START_SECONDS = 120.0
EXAMINATION_SECONDS = 60.0
CHILD_SECONDS = 5.0  # to start and end one child, on a busy machine
PASSED_ON = frozenset({"PATH", "HOME", "LANG", "TZ", "TMPDIR", "LD_LIBRARY_PATH"})
PASSED_ON_FAMILIES = (
    "LC_",
    "PYTHON",
    "QUIZTERM_",
    "TORCH",
    "PYTORCH",
    "CUDA",
    "NVIDIA",
    "HIP_",
    "ROCR_",
    "HSA_",
)
THREADS = dict.fromkeys(("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")


class _LostError(GradingError):
    """The referee is gone."""


class Grader:
    """A referee process: started by the first request or by `start`, and then kept until `close`.

    Requests block and are answered one at a time. `close` may be called from another thread: a request under way
    then raises `GradingError`, and no process is left. `cache` is a folder for the outcomes of bugs; without one they
    are computed for every file that fails. `spawn` starts each worker afresh instead of forking it; `without` leaves
    out layers of its containment, for tests.
    """

    def __init__(self, *, cache: Path | None = None, spawn: bool = False, without: Collection[Layer] = ()) -> None:
        self._cache = cache
        self._setting = {"version": __version__, "spawn": spawn, "without": [*without]}
        self._requests = threading.Lock()  # held for the time of a request
        self._state = threading.Lock()  # held while the process is started or stopped
        self._process: subprocess.Popen[bytes] | None = None
        self._log: IO[bytes] | None = None
        self._closed = False
        self._nonce = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def start(self) -> None:
        """Start the referee without waiting for it; later requests find it warm."""
        with self._state:
            if self._closed:
                raise GradingError("grading was stopped")
            if self._process is None:
                self._process = self._launch()

    def grade(
        self,
        exercise: "Exercise",
        source: str,
        *,
        seed: int,
        device: str = "auto",
        file: str | None = None,
        diagnosed: bool = True,
        traced: bool = True,
        progress: Progress | None = None,
    ) -> Report:
        """Grade one submission.

        `seed` is 0 to 999; `file` is the name under which the code appears in tracebacks; `diagnosed` False leaves
        out the search for the bug, `traced` False the graphs, gradients, curves and events. `progress` is called, in
        this thread, with what is to be told meanwhile: to be shown, never believed. Raises `GradingError` if quizterm
        or the machine is at fault, `ExerciseError` if the exercise folder is.
        """
        seconds = (1 + len(exercise.bugs)) * self._seconds(exercise)
        request = {
            "do": "grade",
            **self._exercise(exercise, device),
            "seed": seed,
            "source": source,
            "file": file or f"{exercise.slug}.py",
            "diagnosed": diagnosed,
            "traced": traced,
        }
        return Report.from_json(self._ask(request, seconds, progress)["report"])

    def prepare(self, exercise: "Exercise", *, seed: int, device: str = "auto", most: int | None = None) -> int:
        """Compute the outcomes of the exercise's bugs, `most` of those not known yet, and keep them in the cache.

        Returns how many are still not known. Raises as `grade` does.
        """
        seconds = len(exercise.bugs) * self._seconds(exercise)
        request = {"do": "prepare", **self._exercise(exercise, device), "seed": seed, "most": most}
        unknown: int = self._ask(request, seconds)["unknown"]
        return unknown

    def grade_on_seeds(
        self, exercise: "Exercise", source: str, *, seeds: Sequence[int], device: str = "auto", file: str | None = None
    ) -> tuple[Report, ...]:
        """Grade one submission on each of several seeds, without diagnoses, graphs, gradients, curves and events.

        All are run in one worker, which loads the file anew for each. Raises as `grade` does.
        """
        if not seeds:
            return ()
        request = {
            "do": "grade on seeds",
            **self._exercise(exercise, device),
            "seeds": [*seeds],
            "source": source,
            "file": file or f"{exercise.slug}.py",
        }
        replies = self._ask(request, len(seeds) * self._seconds(exercise))["reports"]
        return tuple(map(Report.from_json, replies))

    def tell_bugs_apart(
        self, exercise: "Exercise", *, seeds: Sequence[int], device: str = "auto"
    ) -> tuple[dict[str, Diagnosis], ...]:
        """What a file with each bug is told on each seed, by the bug's id; one that nothing notices is absent.

        Runs each bug in one worker, which loads it anew for each seed, or takes what it does from the cache: far
        quicker than grading a file of each. Raises as `grade` does.
        """
        if not seeds:
            return ()
        request = {"do": "tell apart", **self._exercise(exercise, device), "seeds": [*seeds]}
        seconds = len(seeds) * len(exercise.bugs) * self._seconds(exercise)
        return tuple(
            {bug: Diagnosis.from_json(diagnosis) for bug, diagnosis in told.items()}
            for told in self._ask(request, seconds)["told"]
        )

    def examine(self) -> Examination:
        """What grading stands on here: torch, devices, and layers of the sandbox, attacked a little to see them hold.

        Raises `GradingError` if grading does not work at all.
        """
        return Examination.from_json(self._ask({"do": "examine"}, EXAMINATION_SECONDS)["examination"])

    def run_code(
        self, units: Sequence[CodeUnit], *, seconds: float = 10.0, memory: int = 2048
    ) -> tuple[UnitResult, ...]:
        """Run code of lessons and cards, each unit in a worker of its own, with limits for each block of code.

        `memory` is in MiB. What goes wrong inside a unit is in its result; raises `GradingError` otherwise.
        """
        request = {
            "do": "run",
            "units": [[unit.name, list(unit.blocks)] for unit in units],
            "seconds": seconds,
            "memory": memory,
        }
        allowed = sum(CHILD_SECONDS + seconds * len(unit.blocks) for unit in units)
        return tuple(UnitResult.from_json(unit) for unit in self._ask(request, allowed)["units"])

    def close(self) -> None:
        """Stop the referee and everything it started."""
        with self._state:
            self._closed = True
            if self._process is not None:
                self._process.kill()
        with self._requests:  # a request under way sees the end of the process first, then its pipes are closed
            self._stop()

    def _exercise(self, exercise: "Exercise", device: str) -> dict[str, Any]:
        cache = None if self._cache is None else str(self._cache)
        return {"folder": str(exercise.folder), "device": device, "cache": cache}

    @staticmethod
    def _seconds(exercise: "Exercise") -> float:
        """The longest that one file may take on one seed."""
        return exercise.limits.load + exercise.limits.whole + CHILD_SECONDS

    def _launch(self) -> "subprocess.Popen[bytes]":
        # Imported late: they are half the time it takes to import this module, and most sessions grade nothing.
        import subprocess
        import tempfile

        if os.name != "posix":
            raise GradingError("exercises are graded on Linux and macOS only; on Windows, use quizterm inside WSL")
        words = [sys.executable, "-P", "-m", "quizterm.grading.referee", json.dumps(self._setting)]
        try:
            self._log = tempfile.TemporaryFile()  # noqa: SIM115  # open as long as the process lives
            return subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._log,
                env=_environment(),
                start_new_session=True,
            )
        except OSError as error:
            problem = f"the grading process does not start ({error.strerror or error})"
            raise GradingError(f"{problem}; free some space on the disk, or memory, and try again") from error

    def _ask(self, request: dict[str, Any], seconds: float, progress: Progress | None = None) -> dict[str, Any]:
        with self._requests:
            try:
                reply = self._attempt(request, seconds, progress)
            except _LostError:  # it may have died long ago, or been killed: no reason to give up
                reply = self._attempt(request, seconds, progress)
        if "error" in reply:
            kind, message = reply["error"]
            raise (ExerciseError if kind == "exercise" else GradingError)(message)
        return reply

    def _attempt(self, request: dict[str, Any], seconds: float, progress: Progress | None) -> dict[str, Any]:
        """The reply to a request, if it comes within `seconds`.

        Raises `_LostError` if the referee is gone, or of no use any more; the next attempt starts another one.
        """
        self.start()
        process = self._process
        if process is None:
            raise GradingError("grading was stopped")
        late = threading.Event()
        timer = threading.Timer(START_SECONDS + seconds, self._interrupt, [process, late])
        timer.daemon = True
        timer.start()
        try:
            reply = self._exchange(process, request, progress)
        except BaseException:
            self._interrupt(process, None)
            raise
        finally:
            timer.cancel()
        if reply is None:
            raise self._lost(late.is_set())
        if "error" in reply and reply["error"][0] == "lost":
            self._stop()
            raise _LostError(reply["error"][1])
        return reply

    def _exchange(
        self, process: "subprocess.Popen[bytes]", request: dict[str, Any], progress: Progress | None
    ) -> dict[str, Any] | None:
        """One request and its reply; None if the process is gone."""
        assert process.stdin is not None
        assert process.stdout is not None
        self._nonce += 1
        try:
            write_frame(process.stdin.fileno(), encode(request), self._nonce)
            while True:
                received = read_frame(process.stdout.fileno())
                if received is None or received.nonce != self._nonce:
                    return None
                if received.kind is FrameKind.MESSAGE:
                    break
                if progress is not None:
                    progress(note_from_plain(decode(received.payload)))
            reply: dict[str, Any] = decode(received.payload)
        except WireError as error:
            raise GradingError(f"the file cannot be graded: {error}") from error
        except (OSError, ValueError):  # a pipe that is broken, or closed by another thread
            return None
        return reply

    @staticmethod
    def _interrupt(process: "subprocess.Popen[bytes]", late: threading.Event | None) -> None:
        if late is not None:
            late.set()
        process.kill()

    def _lost(self, late: bool) -> GradingError:
        """What to say when the referee is gone; the next request starts another one."""
        said = self._stop()
        if self._closed:
            return GradingError("grading was stopped")
        if late:
            return GradingError("the grading process did not answer in time and was stopped; grade again")
        last = said.strip().splitlines()[-1:] or ["it left no message"]
        error = _LostError(f"the grading process ended unexpectedly: {last[0]}")
        error.add_note(said)
        return error

    def _stop(self) -> str:
        """Kill the referee, if there is one; return what it wrote on standard error."""
        with self._state:
            process, log = self._process, self._log
            self._process = self._log = None
        if process is None or log is None:
            return ""
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()
        with log:
            log.seek(0)
            return log.read().decode("utf-8", errors="replace")


def _environment() -> dict[str, str]:
    """What the processes of grading get to know of this one's environment: nothing that may be secret.

    torch makes a folder for what it compiles; nothing is compiled here, so one that exists will do.
    """
    passed = {
        name: value for name, value in os.environ.items() if name in PASSED_ON or name.startswith(PASSED_ON_FAMILIES)
    }
    return passed | THREADS | {"TORCHINDUCTOR_CACHE_DIR": os.sep}


def grade(
    exercise: "Exercise",
    source: str,
    *,
    seed: int,
    device: str = "auto",
    file: str | None = None,
    cache: Path | None = None,
) -> Report:
    """Grade one submission with a referee of its own; see `Grader.grade`."""
    with Grader(cache=cache) as grader:
        return grader.grade(exercise, source, seed=seed, device=device, file=file)


def run_code(units: Sequence[CodeUnit], *, seconds: float = 10.0, memory: int = 2048) -> tuple[UnitResult, ...]:
    """Run code of lessons and cards with a referee of its own; see `Grader.run_code`."""
    with Grader() as grader:
        return grader.run_code(units, seconds=seconds, memory=memory)
