"""The process that runs the learner's code, one message at a time. Nothing it says is trusted.

It is forked from the zygote, or started as `python -m quizterm.grading.child COMMAND RESULT OUTPUT SCRATCH MODULE...`:
three file descriptors, a folder, and what to import at once. Messages, each answered by exactly one frame with the
same nonce, before which an experiment may send progress:

    {"do": "greet"} -> {"did": "greeted"}
    {"do": "load", source, file, experiments, names, callables, forbidden, forbidden_calls, device, memory,
            cpu_seconds}
        -> {"did": "loaded"} or {"did": "failed", failure}
    {"do": "observe", experiment, case, seed} -> {"observed": value, shown} or {"raised": type, failure}
    {"do": "run", code, file, memory, cpu_seconds} -> the members of a snippet.BlockResult
"""

import ctypes
import importlib
import os
import random
import signal
import sys
import traceback
from types import ModuleType
from typing import Any, NoReturn

import torch

from quizterm.grading.code_run import NAMESPACE, run_block
from quizterm.grading.forbidden import EXPERIMENTS, Forbidding
from quizterm.grading.learner_failure import failure_of_exception
from quizterm.grading.limits import limit_resources
from quizterm.grading.observation import from_wire, to_wire
from quizterm.grading.outcome import Observed, Raised, to_plain
from quizterm.grading.probe import Probe
from quizterm.grading.progress import ProgressWriter
from quizterm.grading.submission import Submission
from quizterm.grading.verdict import Failure, FailureKind
from quizterm.grading.wire import WireError, decode, encode, read_frame, write_frame

FAULT = 70
_PR_SET_PDEATHSIG = 1
_FIRST_FREE_DESCRIPTOR = 3


def settle_torch(device: torch.device) -> None:
    """Make arithmetic the same on both sides: one thread, full precision on a GPU."""
    torch.set_num_threads(1)
    if device.type == "cuda":
        torch.set_float32_matmul_precision("highest")
        torch.backends.cudnn.allow_tf32 = False


def seed_everything(seed: int) -> None:
    random.seed(seed)
    torch.manual_seed(seed)


def module_from(source: str, name: str) -> ModuleType:
    """A module of the exercise, from text; it is not entered in `sys.modules`."""
    module = ModuleType(name)
    exec(compile(source, name, "exec", dont_inherit=True), module.__dict__)
    return module


class Worker:
    """Answers messages; holds the loaded file, or the namespace of the code blocks run so far."""

    def __init__(self) -> None:
        self._submission: Submission | None = None
        self._experiments = ModuleType(EXPERIMENTS)
        self._device = torch.device("cpu")
        self._namespace: dict[str, Any] = dict(NAMESPACE)
        self._limited = False

    def answer(self, message: dict[str, Any], progress: ProgressWriter) -> bytes:
        """The payload of the answer to a message."""
        match message["do"]:
            case "greet":
                return encode({"did": "greeted"})
            case "load":
                failure = self._load(message)
                return encode({"did": "loaded"} if failure is None else {"did": "failed", "failure": failure.to_json()})
            case "observe":
                return self._observe(message, progress)
            case _:
                self._limit(message)
                return encode(run_block(message["code"], self._namespace, message["file"]))

    def _limit(self, message: dict[str, Any]) -> None:
        if not self._limited:
            limit_resources(message["memory"], message["cpu_seconds"])
            self._limited = True

    def _load(self, message: dict[str, Any]) -> Failure | None:
        self._device = torch.device(message["device"])
        settle_torch(self._device)
        self._experiments = module_from(message["experiments"], EXPERIMENTS)
        self._limit(message)
        forbidding = Forbidding(message["forbidden"], message["forbidden_calls"], message["file"])
        self._submission = Submission(message["source"], message["file"], forbidding)
        return self._submission.load(message["names"], message["callables"])

    def _observe(self, message: dict[str, Any], progress: ProgressWriter) -> bytes:
        submission = self._submission
        if submission is None:
            raise RuntimeError("an experiment came before the file")
        observe = getattr(self._experiments, f"observe_{message['experiment']}")
        case = from_wire(message["case"], self._device)
        seed_everything(message["seed"])
        try:
            with submission.forbidding.active():
                probe = Probe(self._device, progress.tell)
                value = observe(submission.module, case, probe)
                return encode(to_plain(Observed(to_wire(value), to_wire(probe.shown))))
        except WireError as error:
            failure = Failure(FailureKind.PROTOCOL, f"the result cannot be compared: {error}")
            return encode(to_plain(Raised("WireError", failure)))
        except BaseException as error:  # noqa: BLE001  # whatever the learner's code raises is a verdict
            failure = failure_of_exception(error, submission.file)
            return encode(to_plain(Raised(type(error).__name__, failure)))


def enter(command: int, result: int, output: int, scratch: str) -> NoReturn:
    """Cut the process off from its parent, then answer messages until the referee closes the command pipe."""
    try:
        _detach(command, result, output, scratch)
        _settle_autograd()
        _serve(command, result)
    except BaseException:  # noqa: BLE001  # the last chance to tell of a fault: nothing runs after this function
        traceback.print_exc()
        os._exit(FAULT)
    os._exit(0)  # no atexit handlers, no waiting for threads the learner's code left behind


def _serve(command: int, result: int) -> None:
    worker = Worker()
    while (received := read_frame(command)) is not None:
        answer = worker.answer(decode(received.payload), ProgressWriter(result, received.nonce))
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        write_frame(result, answer, received.nonce)


def _detach(command: int, result: int, output: int, scratch: str) -> None:
    """Own session, closed standard input, an empty environment, no descriptors but those of the referee."""
    if os.getpid() != os.getsid(0):
        os.setsid()
    _die_with_parent()
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(output, 1)
    os.dup2(output, 2)
    _close_others({command, result})
    sys.stdin, sys.stdout, sys.stderr = (
        open(number, mode, encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115  # open as long as the process lives
        for number, mode in ((0, "r"), (1, "w"), (2, "w"))
    )
    os.chdir(scratch)
    os.environ.clear()
    os.environ.update({"HOME": scratch, "TMPDIR": scratch, "PATH": os.defpath, "LANG": "C.UTF-8"})
    sys.argv = [""]
    sys.dont_write_bytecode = True


def _settle_autograd() -> None:
    """Rebuild the autograd engine of a forked process now, before other threads exist: it is not safe later."""
    torch.set_num_threads(1)
    one = torch.ones((), requires_grad=True)
    torch.autograd.backward(one * one)


def _die_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _close_others(kept: set[int]) -> None:
    first = _FIRST_FREE_DESCRIPTOR
    for descriptor in sorted(kept):
        os.closerange(first, descriptor)
        first = descriptor + 1
    os.closerange(first, os.sysconf("SC_OPEN_MAX"))


if __name__ == "__main__":
    for module in sys.argv[5:]:
        importlib.import_module(module)
    enter(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
