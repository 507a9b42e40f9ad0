"""Where workers come from: forked from a warm zygote, or started afresh where fork is unsafe or absent."""

import itertools
import json
import os
import socket
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from typing import Any

from quizterm.errors import GradingError
from quizterm.grading import zygote
from quizterm.grading.detach import Descriptors
from quizterm.grading.layers import Layer
from quizterm.grading.processes import wait_or_kill
from quizterm.grading.spare import Child, Spare


class WorkersLostError(GradingError):
    """The process that starts workers is gone, and this referee cannot start another one."""


class Workers(ABC):
    """A source of children, each used for one submission; one is kept ready."""

    def __init__(self) -> None:
        self._modules: Sequence[str] = ()
        self._asked: set[str] = set()
        self._numbers = itertools.count()
        self._spare = Spare(self._launch, lambda child: self._end(child, 0.0))
        self._spare.refill()

    def preload(self, modules: Sequence[str]) -> None:
        """Let children that start from now on find `modules` imported, or fail to start."""
        self._modules = modules
        if not self._asked.issuperset(modules):
            self._asked.update(modules)
            self._spare.drop()
            self._spare.refill()

    def unload(self) -> None:
        """Children did not start: ask for no modules from now on, and keep none ready that was asked for them."""
        self._modules = ()
        self._asked.clear()
        self._spare.drop()

    def start(self, *, scratch: bool = False) -> Child:
        """A child, which may still fail to start: `reap` says so.

        With `scratch` it has a folder to write to, where one of limited size can be had.
        """
        return self._launch(scratch=True) if scratch else self._spare.take()

    def reap(self, child: Child, grace: float) -> int:
        """Wait `grace` seconds for a child to end, then kill it; its exit code, or minus the signal that ended it.

        Raises `GradingError` if it never started.
        """
        status = self._end(child, grace)
        self._spare.refill()
        return status

    @abstractmethod
    def close(self) -> None:
        """Kill all children."""

    @abstractmethod
    def _launch(self, *, scratch: bool = False) -> Child: ...

    @abstractmethod
    def _end(self, child: Child, grace: float) -> int: ...


class _Pipes:
    """The three pipes of a child that is about to start."""

    def __init__(self) -> None:
        command_read, self._command = os.pipe()
        self._result, result_write = os.pipe()
        self._output, output_write = os.pipe()
        self.theirs = Descriptors(command_read, result_write, output_write)

    def child(self, number: int) -> Child:
        """The referee's ends, once the other ones were handed over."""
        for descriptor in self.theirs:
            os.close(descriptor)
        child = Child(number, self._command, self._result, self._output)
        for descriptor in (child.command, child.result, child.output):
            os.set_blocking(descriptor, False)
        return child


class ForkedWorkers(Workers):
    """Children forked from a zygote. To be made right after torch is imported, before anything is computed (Linux)."""

    def __init__(self, without: Collection[Layer] = ()) -> None:
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._zygote = os.fork()
        if self._zygote == 0:
            self._control.close()
            zygote.serve(theirs, without)
        theirs.close()
        super().__init__()

    def close(self) -> None:
        self._control.close()
        os.waitpid(self._zygote, 0)

    def _launch(self, *, scratch: bool = False) -> Child:
        number = next(self._numbers)
        request = {"do": "fork", "worker": number, "modules": [*self._modules], "scratch": scratch}
        pipes = _Pipes()
        try:
            socket.send_fds(self._control, [json.dumps(request).encode()], pipes.theirs)
        except OSError as error:
            pipes.child(number).close()
            raise _lost() from error
        return pipes.child(number)

    def _end(self, child: Child, grace: float) -> int:
        try:
            self._control.send(json.dumps({"do": "reap", "worker": child.number, "grace": grace}).encode())
            message = self._control.recv(zygote.MAX_MESSAGE)
        except OSError as error:
            raise _lost() from error
        if not message:
            raise _lost()
        answer: dict[str, Any] = json.loads(message)
        if "error" in answer:
            raise GradingError(answer["error"])
        status: int = answer["status"]
        return status


def _lost() -> WorkersLostError:
    return WorkersLostError("the process that starts others has ended; grade again")


class SpawnedWorkers(Workers):
    """Children for one device, started from nothing, each importing torch itself: slow, and right where a fork is not.

    None has a scratch folder: there are no namespaces in which one could be limited.
    """

    def __init__(self, without: Collection[Layer] = (), device: str = "cpu") -> None:
        self._without = without
        self._device = device
        self._running: dict[int, subprocess.Popen[bytes]] = {}
        super().__init__()

    def close(self) -> None:
        for number in list(self._running):
            self._end(Child(number, -1, -1, -1), 0.0)

    def _launch(self, *, scratch: bool = False) -> Child:  # noqa: ARG002  # there is none
        pipes = _Pipes()
        number = next(self._numbers)
        setting = {"without": [*self._without], "device": self._device, "modules": [*self._modules]}
        words = [*map(str, (*pipes.theirs, os.getpid())), json.dumps(setting)]
        try:
            self._running[number] = subprocess.Popen(
                [sys.executable, "-P", "-m", "quizterm.grading.spawned", *words],
                pass_fds=pipes.theirs,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            pipes.child(number).close()
            text = f"no process could be started to run your code: {error}; close some programs"
            raise GradingError(text) from error
        return pipes.child(number)

    def _end(self, child: Child, grace: float) -> int:
        process = self._running.pop(child.number)
        process.returncode = wait_or_kill(process.pid, grace)
        return process.returncode
