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
    _wait(pid, grace)
    # Not reaped yet, so its number cannot belong to anything else.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)  # in case it has no session of its own yet
    _, status = os.waitpid(pid, 0)
    return os.waitstatus_to_exitcode(status)


def _wait(pid: int, seconds: float) -> None:
    if hasattr(os, "pidfd_open"):
        handle = os.pidfd_open(pid)
        select.select([handle], [], [], seconds)
        os.close(handle)
        return
    deadline = time.monotonic() + seconds
    while os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None and time.monotonic() < deadline:
        time.sleep(_POLL)
