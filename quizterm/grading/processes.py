"""Wait for a child process and everything in its session to be gone."""

import contextlib
import os
import select
import signal
import time

_POLL = 0.005


def wait_or_kill(pid: int, grace: float) -> int:
    """Wait `grace` seconds for a child process, then kill its session; return its exit code, or minus a signal.

    The child has to lead a session of its own. What it has started there and left behind is killed too.
    """
    status = _wait(pid, grace)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    if status is None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)  # in case it has no session of its own yet
        _, status = os.waitpid(pid, 0)
    return os.waitstatus_to_exitcode(status)


def _wait(pid: int, seconds: float) -> int | None:
    """Wait for a process to end; its status if that had to be taken from the system to know."""
    handle = _pidfd(pid)
    if handle is not None:
        select.select([handle], [], [], seconds)
        os.close(handle)
        return None  # ended or not: as long as it is not reaped, its number cannot belong to another process
    deadline = time.monotonic() + seconds
    while True:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            return status
        if time.monotonic() >= deadline:
            return None
        time.sleep(_POLL)


def _pidfd(pid: int) -> int | None:
    """A descriptor that can be read from when the process ends; None where the system gives none."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):  # only Linux has it, and containers with an old list of calls refuse it
        return None
