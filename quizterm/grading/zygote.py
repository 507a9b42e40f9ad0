"""A process with torch imported that computes nothing and forks one worker per request.

It never computes because a process that has started OpenMP threads, or the autograd engine, cannot be forked safely.
The referee speaks to it over a SOCK_SEQPACKET socket in JSON and numbers the workers itself, so that only the end of
one has to be answered:

    {"do": "fork", "worker": n, "modules": [...], "scratch": b} with three descriptors (command, result, output)
    {"do": "reap", "worker": n, "grace": seconds} -> {"status": s} or {"error": why it was never started}

Modules are imported before the fork, once. Reaping waits `grace` seconds for the end of the worker, then kills its
session; the status is its exit code, or minus the number of the signal that ended it. Where the system allows, the
zygote and its workers live in namespaces of their own. When the referee is gone, all workers are killed and the zygote
ends.
"""

import gc
import importlib
import json
import os
import socket
import traceback
from collections.abc import Collection
from typing import Any, NoReturn

from quizterm.grading import child, namespaces
from quizterm.grading.capabilities import hide_memory
from quizterm.grading.detach import Descriptors, close_others
from quizterm.grading.guards import GUARDS
from quizterm.grading.layers import Layer
from quizterm.grading.lockdown import Lockdown
from quizterm.grading.processes import wait_or_kill

MAX_MESSAGE = 1 << 14


def serve(control: socket.socket, without: Collection[Layer]) -> NoReturn:
    """Answer requests until the other end of `control` is closed. Runs in a forked process that it never leaves."""
    try:
        os.setsid()
        close_others({control.fileno()})
        namespaced = Layer.NAMESPACES not in without and namespaces.are_available()
        if namespaced:
            namespaces.enter()
        hide_memory()
        gc.collect()
        gc.freeze()  # keep the collector from writing to pages that all workers share
        GUARDS.keep_up()
        gc.freeze()
        zygote = _Zygote(control, Lockdown(without, namespaced=namespaced), scratch=namespaced)
        zygote.answer_all()
        zygote.end()
    except BaseException:  # noqa: BLE001  # a forked copy of the referee must not return into the referee's code
        traceback.print_exc()
        os._exit(1)
    os._exit(0)


class _Zygote:
    def __init__(self, control: socket.socket, lockdown: Lockdown, *, scratch: bool) -> None:
        self._control = control
        self._lockdown = lockdown
        self._has_scratch = scratch
        self._processes: dict[int, int] = {}
        self._scratch_of: int | None = None  # the worker whose folder is mounted
        self._faults: dict[int, str] = {}  # why a worker was never started

    def answer_all(self) -> None:
        while True:
            message, descriptors, _, _ = socket.recv_fds(self._control, MAX_MESSAGE, len(Descriptors._fields))
            if not message:
                return
            request = json.loads(message)
            if request["do"] == "fork":
                self._start(request, Descriptors(*descriptors))
            else:
                self._control.send(json.dumps(self._reap(request["worker"], request["grace"])).encode())

    def end(self) -> None:
        for worker in list(self._processes):
            self._reap(worker, 0.0)

    def _start(self, request: dict[str, Any], pipes: Descriptors) -> None:
        worker = request["worker"]
        try:
            self._import(request["modules"])
            self._fork(worker, pipes, with_scratch=request["scratch"] and self._has_scratch)
        except ImportError as error:
            self._faults[worker] = f"what the code needs cannot be imported: {error}"
        except OSError as error:
            self._faults[worker] = f"no process could be started to run your code: {error}; close some programs"
        for descriptor in pipes:
            os.close(descriptor)

    @staticmethod
    def _import(modules: list[str]) -> None:
        for module in modules:
            importlib.import_module(module)
        if modules:
            GUARDS.keep_up()
            gc.freeze()

    def _fork(self, worker: int, pipes: Descriptors, *, with_scratch: bool) -> None:
        scratch = namespaces.fresh_scratch() if with_scratch else None
        if scratch is not None:
            self._scratch_of = worker
        own = os.getpid()
        process = os.fork()
        if process == 0:
            child.enter(pipes, own, self._lockdown, scratch)
        self._processes[worker] = process

    def _reap(self, worker: int, grace: float) -> dict[str, Any]:
        process = self._processes.pop(worker, None)
        status = None if process is None else wait_or_kill(process, grace)
        if worker == self._scratch_of:
            namespaces.drop_scratch()
            self._scratch_of = None
        return {"error": self._faults.pop(worker)} if status is None else {"status": status}
