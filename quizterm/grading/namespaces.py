"""Linux namespaces: processes see no others, no network, and can all be ended with the first of them.

An ordinary user may make them where the system allows user namespaces, which not every system does.
"""

import os
import signal
from pathlib import Path
from typing import NoReturn

from quizterm.grading.libc import mount, prctl, unmount, unshare

SCRATCH = "/dev/shm"  # exists everywhere, and nothing of Python's or torch's lies below it
SCRATCH_SIZE = "64m"
SCRATCH_FILES = 1024

_NEWNS, _NEWIPC, _NEWUSER, _NEWPID, _NEWNET = 0x00020000, 0x08000000, 0x10000000, 0x20000000, 0x40000000
_MS_NOSUID, _MS_NODEV, _MS_NOEXEC, _MS_REC, _MS_PRIVATE = 0x2, 0x4, 0x8, 0x4000, 0x40000
_PR_SET_PDEATHSIG = 1


def are_available() -> bool:
    """Whether namespaces can be made here, tried in a process that is thrown away: some systems allow half of it."""
    pid = os.fork()
    if pid == 0:
        try:
            _separate()
            fresh_scratch()
        except OSError:
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0


def enter() -> None:
    """Return as the first process of new namespaces. The caller stays outside and waits for that one's end.

    The caller must have one thread only, and be a process that nobody expects anything else from.
    """
    _separate()
    first = os.fork()
    if first:
        _wait_outside(first)
    prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)  # the end of the one outside, whose only thread started this one


def fresh_scratch() -> Path:
    """An empty folder in memory, of limited size, that only processes of the namespaces see."""
    options = f"size={SCRATCH_SIZE},nr_inodes={SCRATCH_FILES},mode=700"
    mount("tmpfs", SCRATCH, "tmpfs", _MS_NOSUID | _MS_NODEV | _MS_NOEXEC, options)
    return Path(SCRATCH)


def drop_scratch() -> None:
    unmount(SCRATCH)


def _separate() -> None:
    """Leave all namespaces but that of control groups; the user stays the same."""
    user, group = os.getuid(), os.getgid()
    unshare(_NEWUSER | _NEWPID | _NEWNET | _NEWIPC | _NEWNS)
    own = Path("/proc/self")
    (own / "setgroups").write_text("deny", encoding="ascii")
    (own / "uid_map").write_text(f"{user} {user} 1", encoding="ascii")
    (own / "gid_map").write_text(f"{group} {group} 1", encoding="ascii")
    mount("none", "/", "none", _MS_REC | _MS_PRIVATE)


def _wait_outside(first: int) -> NoReturn:
    os.closerange(0, os.sysconf("SC_OPEN_MAX"))
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    os.waitpid(first, 0)
    os._exit(0)
