"""Where child processes come from: forked from a warm zygote, or started afresh where fork is unsafe or absent."""

import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from quizterm.errors import GradingError
from quizterm.grading import zygote
from quizterm.grading.processes import wait_or_kill


@dataclass(frozen=True, slots=True)
class Child:
    """A running child and the referee's ends of its pipes, none of which blocks."""

    pid: int
    command: int
    result: int
    output: int


class Workers(Protocol):
    """A source of children, each used for one submission."""

    def preload(self, modules: Sequence[str]) -> None:
        """Let children that start from now on find `modules` imported. Raises `GradingError` if that fails."""

    def start(self) -> Child:
        """Start a child. Raises `GradingError` if the system has no process left to give."""

    def reap(self, child: Child, grace: float) -> int:
        """Wait `grace` seconds for a child to end, then kill it; its exit code, or minus the signal that ended it."""

    def close(self) -> None:
        """Kill all children."""


class _Pipes:
    """The three pipes of a child that is about to start."""

    def __init__(self) -> None:
        self.command_read, self.command_write = os.pipe()
        self.result_read, self.result_write = os.pipe()
        self.output_read, self.output_write = os.pipe()
        self.theirs = [self.command_read, self.result_write, self.output_write]

    def child(self, pid: int) -> Child:
        for descriptor in self.theirs:
            os.close(descriptor)
        ours = (self.command_write, self.result_read, self.output_read)
        for descriptor in ours:
            os.set_blocking(descriptor, False)
        return Child(pid, *ours)

    def close(self) -> None:
        for descriptor in (*self.theirs, self.command_write, self.result_read, self.output_read):
            os.close(descriptor)


class ForkedWorkers:
    """Children forked from a zygote. To be made right after torch is imported, before anything is computed (Linux)."""

    def __init__(self) -> None:
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._zygote = os.fork()
        if self._zygote == 0:
            self._control.close()
            zygote.serve(theirs)
        theirs.close()
        self._preloaded: set[str] = set()

    def preload(self, modules: Sequence[str]) -> None:
        missing = [module for module in modules if module not in self._preloaded]
        if not missing:
            return
        self._control.send(json.dumps({"do": "import", "modules": missing}).encode())
        answer = self._answer()
        if "error" in answer:
            raise GradingError(f"what the exercise needs cannot be imported: {answer['error']}")
        self._preloaded.update(missing)

    def start(self) -> Child:
        pipes = _Pipes()
        socket.send_fds(self._control, [b'{"do": "fork"}'], pipes.theirs)
        answer = self._answer()
        if "error" in answer:
            pipes.close()
            raise GradingError(f"no process could be started to run your code: {answer['error']}; close some programs")
        return pipes.child(answer["pid"])

    def reap(self, child: Child, grace: float) -> int:
        self._control.send(json.dumps({"do": "reap", "pid": child.pid, "grace": grace}).encode())
        status: int = self._answer()["status"]
        return status

    def close(self) -> None:
        self._control.close()
        os.waitpid(self._zygote, 0)

    def _answer(self) -> dict[str, int]:
        message = self._control.recv(zygote.MAX_MESSAGE)
        if not message:
            raise GradingError("the process that starts others has ended; grade again")
        answer: dict[str, int] = json.loads(message)
        return answer


class SpawnedWorkers:
    """Children started from nothing, each importing torch itself: slow, and right where a fork is not."""

    def __init__(self) -> None:
        self._running: dict[int, tuple[subprocess.Popen[bytes], tempfile.TemporaryDirectory[str]]] = {}
        self._modules: dict[str, None] = {}

    def preload(self, modules: Sequence[str]) -> None:
        self._modules.update(dict.fromkeys(modules))

    def start(self) -> Child:
        pipes = _Pipes()
        scratch = tempfile.TemporaryDirectory(prefix="quizterm-", ignore_cleanup_errors=True)
        descriptors = map(str, pipes.theirs)
        words = [sys.executable, "-P", "-m", "quizterm.grading.child", *descriptors, scratch.name, *self._modules]
        try:
            process = subprocess.Popen(words, pass_fds=pipes.theirs, stdin=subprocess.DEVNULL, start_new_session=True)
        except OSError as error:
            pipes.close()
            scratch.cleanup()
            raise GradingError(f"no process could be started to run your code: {error}; close some programs") from error
        self._running[process.pid] = (process, scratch)
        return pipes.child(process.pid)

    def reap(self, child: Child, grace: float) -> int:
        process, scratch = self._running.pop(child.pid)
        status = process.returncode = wait_or_kill(child.pid, grace)
        scratch.cleanup()
        return status

    def close(self) -> None:
        for pid in list(self._running):
            self.reap(Child(pid, -1, -1, -1), 0.0)
