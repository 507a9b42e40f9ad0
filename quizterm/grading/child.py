"""The process that runs the learner's code, one message at a time. Nothing it says is trusted.

It is forked from the zygote, or started afresh by `spawned`. Messages, each answered by exactly one frame with the
same nonce, before which an experiment may send progress:

    {"do": "greet"} -> {"did": "greeted", "layers": [...]}
    {"do": "load", source, file, experiments (a `packed_code`), names, callables, forbidden, forbidden_calls,
            device, memory, cpu_seconds}
        -> {"did": "loaded"} or {"did": "failed", failure}
    {"do": "observe", experiment, case, seed, traced} -> {"observed": value, shown} or {"raised": type, failure}
    {"do": "run", code, file, memory, cpu_seconds} -> the members of a snippet.BlockResult
"""

import os
import random
import sys
import traceback
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, NamedTuple, NoReturn

import torch

from quizterm.grading import packed_code
from quizterm.grading.code_run import NAMESPACE, run_block
from quizterm.grading.detach import Descriptors, detach
from quizterm.grading.forbidden import EXPERIMENTS, Forbidding
from quizterm.grading.importable import hide_unreadable_packages
from quizterm.grading.layers import Protection
from quizterm.grading.learner_failure import class_name, failure_of_exception
from quizterm.grading.limits import MemoryMeter, MemoryUse, limit_resources
from quizterm.grading.lockdown import Lockdown
from quizterm.grading.observation import from_wire, to_wire
from quizterm.grading.outcome import Observed, Raised, to_plain
from quizterm.grading.probe import Probe
from quizterm.grading.progress import ProgressWriter
from quizterm.grading.submission import Submission
from quizterm.grading.verdict import Failure, FailureKind
from quizterm.grading.wire import WireError, decode, encode, read_frame, write_frame

CPU = torch.device("cpu")
FAULT = 70


def settle_torch(device: torch.device) -> None:
    """Make arithmetic the same on both sides: one thread, full precision on a GPU."""
    torch.set_num_threads(1)
    if device.type == "cuda":
        torch.set_float32_matmul_precision("highest")
        torch.backends.cudnn.allow_tf32 = False


def seed_everything(seed: int, device: torch.device) -> None:
    """What `random.seed` and `torch.manual_seed` do, without half a millisecond for devices that are not in use."""
    random.seed(seed)
    if device.type == "cpu":
        torch.default_generator.manual_seed(seed)
    else:
        torch.manual_seed(seed)


def module_from(code: CodeType, name: str) -> ModuleType:
    """A module of the exercise, from what its text was compiled to; it is not entered in `sys.modules`."""
    module = ModuleType(name)
    exec(code, module.__dict__)
    return module


class Worker:
    """Answers messages; holds the loaded file, or the namespace of the code blocks run so far."""

    def __init__(self, confinement: "Confinement") -> None:
        self._confinement = confinement
        self._submission: Submission | None = None
        self._experiments = ModuleType(EXPERIMENTS)
        self._device = torch.device("cpu")
        self._namespace: dict[str, Any] = dict(NAMESPACE)
        self._limited = False

    def answer(self, message: dict[str, Any], progress: ProgressWriter) -> bytes:
        """The payload of the answer to a message."""
        match message["do"]:
            case "greet":
                layers = [protection.to_json() for protection in self._confinement.layers]
                return encode({"did": "greeted", "layers": layers})
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
            confinement = self._confinement
            limit_resources(message["memory"], message["cpu_seconds"], confinement.memory, gpu=confinement.gpu)
            self._limited = True

    def _load(self, message: dict[str, Any]) -> Failure | None:
        self._device = torch.device(message["device"])
        settle_torch(self._device)
        self._experiments = module_from(packed_code.unpack(message["experiments"]), EXPERIMENTS)
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
        seed_everything(message["seed"], self._device)
        try:
            with submission.forbidding.active():
                probe = Probe(self._device, progress.tell, traced=message["traced"])
                value = observe(submission.module, case, probe)
                return encode(to_plain(Observed(to_wire(value), to_wire(probe.shown))))
        except WireError as error:
            failure = Failure(FailureKind.PROTOCOL, f"the result cannot be compared: {error}")
            return encode(to_plain(Raised("WireError", failure)))
        except BaseException as error:  # noqa: BLE001  # whatever the learner's code raises is a verdict
            failure = failure_of_exception(error, submission.file)
            return encode(to_plain(Raised(class_name(error), failure)))


class Confinement(NamedTuple):
    """What holds a worker, and the memory it used before it ran code that is not quizterm's."""

    layers: list[Protection]
    memory: MemoryUse | None
    gpu: bool


def enter(
    pipes: Descriptors, parent: int, lockdown: Lockdown, scratch: Path | None, device: torch.device = CPU
) -> NoReturn:
    """Cut the process off from `parent`, lock it, then answer messages until the referee closes the command pipe."""
    try:
        _serve(pipes, _confine(pipes, parent, lockdown, scratch, device))
    except BaseException:  # noqa: BLE001  # the last chance to tell of a fault: nothing runs after this function
        traceback.print_exc()
        os._exit(FAULT)
    os._exit(0)  # no atexit handlers, no waiting for threads the learner's code left behind


def _confine(
    pipes: Descriptors, parent: int, lockdown: Lockdown, scratch: Path | None, device: torch.device
) -> Confinement:
    gpu = device.type != "cpu"
    meter = MemoryMeter()
    detach(pipes, parent, lockdown.descriptors | meter.descriptors, scratch, gpu=gpu)
    hide_unreadable_packages()
    layers = lockdown.apply(scratch)
    _wake_torch(device)
    return Confinement(layers, meter.read_and_close(), gpu)


def _wake_torch(device: torch.device) -> None:
    """Start what torch starts at its first use.

    The autograd engine of a forked process has to be rebuilt before other threads exist: it is not safe later. Threads
    that a GPU's driver starts are confined because this one is.
    """
    torch.set_num_threads(1)
    one = torch.ones((1, 1), requires_grad=True, device=device)
    torch.autograd.backward((one @ one).sum())


def _serve(pipes: Descriptors, confinement: Confinement) -> None:
    worker = Worker(confinement)
    while (received := read_frame(pipes.command)) is not None:
        answer = worker.answer(decode(received.payload), ProgressWriter(pipes.result, received.nonce))
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        write_frame(pipes.result, answer, received.nonce)
