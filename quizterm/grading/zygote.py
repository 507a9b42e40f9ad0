"""A process with torch imported that computes nothing and forks one child per request.

It never computes because a process that has started OpenMP threads, or the autograd engine, cannot be forked safely.
The referee speaks to it over a SOCK_SEQPACKET socket in JSON, one reply to each request:

    {"do": "fork"} with three descriptors (command, result, output) -> {"pid": n}
    {"do": "reap", "pid": n, "grace": seconds} -> {"status": s}
    {"do": "import", "modules": [...]} -> {"imported": n}

Reaping waits `grace` seconds for the end of the child, then kills its session; the status is its exit code, or minus
the number of the signal that ended it. When the referee is gone, all children are killed and the zygote ends.
"""

import gc
import importlib
import json
import os
import shutil
import socket
import tempfile
import traceback
from typing import Any, NoReturn

from quizterm.grading import child
from quizterm.grading.processes import wait_or_kill

MAX_MESSAGE = 1 << 12


def serve(control: socket.socket) -> NoReturn:
    """Answer requests until the other end of `control` is closed. Runs in a forked process that it never leaves."""
    os.setsid()
    gc.collect()
    gc.freeze()  # keep the collector from writing to pages that all children share
    zygote = _Zygote(control)
    try:
        zygote.answer_all()
    except BaseException:  # noqa: BLE001  # a forked copy of the referee must not return into the referee's code
        traceback.print_exc()
    zygote.end()
    os._exit(0)


class _Zygote:
    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._scratch: dict[int, str] = {}  # the folder of each child that lives

    def answer_all(self) -> None:
        while True:
            message, descriptors, _, _ = socket.recv_fds(self._control, MAX_MESSAGE, 3)
            if not message:
                return
            request = json.loads(message)
            self._control.send(json.dumps(self._answer(request, descriptors)).encode())

    def end(self) -> None:
        for pid in list(self._scratch):
            self._reap({"pid": pid, "grace": 0.0})

    def _answer(self, request: dict[str, Any], descriptors: list[int]) -> dict[str, Any]:
        match request["do"]:
            case "fork":
                return self._fork(descriptors)
            case "import":
                return self._import(request["modules"])
            case _:
                return self._reap(request)

    def _import(self, modules: list[str]) -> dict[str, Any]:
        try:
            for module in modules:
                importlib.import_module(module)
        except ImportError as error:
            return {"error": str(error)}
        gc.freeze()
        return {"imported": len(modules)}

    def _fork(self, descriptors: list[int]) -> dict[str, Any]:
        scratch = tempfile.mkdtemp(prefix="quizterm-")
        answer: dict[str, Any]
        try:
            pid = os.fork()
        except OSError as error:
            shutil.rmtree(scratch)
            answer = {"error": str(error)}
        else:
            if pid == 0:
                child.enter(descriptors[0], descriptors[1], descriptors[2], scratch)
            self._scratch[pid] = scratch
            answer = {"pid": pid}
        for descriptor in descriptors:
            os.close(descriptor)
        return answer

    def _reap(self, request: dict[str, Any]) -> dict[str, Any]:
        pid = request["pid"]
        status = wait_or_kill(pid, request["grace"])
        shutil.rmtree(self._scratch.pop(pid), ignore_errors=True)
        return {"status": status}
