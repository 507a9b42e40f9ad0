"""Limits a worker process sets for itself before it runs code that is not quizterm's."""

import contextlib
import resource
import sys
from pathlib import Path

MIB = 1 << 20
FILE_SIZE = 64 * MIB
OPEN_FILES = 256


def limit_resources(memory: int, cpu_seconds: float) -> None:
    """Allow `memory` MiB more private memory than is in use now, and `cpu_seconds` of computing.

    The wall clock is kept by the referee; the CPU limit ends a process the referee has lost.
    """
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_FSIZE, FILE_SIZE)
    _limit(resource.RLIMIT_NOFILE, OPEN_FILES)
    used = int(resource.getrusage(resource.RUSAGE_SELF).ru_utime)
    _limit(resource.RLIMIT_CPU, used + int(cpu_seconds) + 1, beyond=5)  # SIGXCPU first, so that the reason is seen
    if sys.platform == "linux":  # elsewhere the system does not enforce it
        _limit(resource.RLIMIT_DATA, _private_memory() + memory * MIB)


def _limit(which: int, amount: int, beyond: int = 0) -> None:
    _, hard = resource.getrlimit(which)
    ceiling = amount + beyond if hard == resource.RLIM_INFINITY else min(amount + beyond, hard)
    with contextlib.suppress(ValueError):  # a system may refuse to lower a limit below what is in use
        resource.setrlimit(which, (min(amount, ceiling), ceiling))


def _private_memory() -> int:
    """Bytes the process has mapped for data, the measure of RLIMIT_DATA."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmData:")[2].split()[0]) * 1024
