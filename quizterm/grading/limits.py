"""Limits a worker process sets for itself before it runs code that is not quizterm's."""

import contextlib
import os
import resource
import sys
from typing import NamedTuple

MIB = 1 << 20
FILE_SIZE = 16 * MIB
OPEN_FILES = 256
THREADS_AND_ARENAS = 2048 * MIB  # address space that threads reserve and do not use


class MemoryUse(NamedTuple):
    """Bytes a process has mapped for data, and in all."""

    private: int
    mapped: int


class MemoryMeter:
    """Measures this process, also after it has lost sight of /proc. Nothing is measured outside Linux."""

    def __init__(self) -> None:
        self._status = os.open("/proc/self/status", os.O_RDONLY) if sys.platform == "linux" else None

    @property
    def descriptors(self) -> set[int]:
        return set() if self._status is None else {self._status}

    def read_and_close(self) -> MemoryUse | None:
        if self._status is None:
            return None
        with os.fdopen(self._status, encoding="ascii") as status:
            text = status.read()
        private, mapped = (int(text.partition(f"{name}:")[2].split()[0]) * 1024 for name in ("VmData", "VmSize"))
        return MemoryUse(private, mapped)


def limit_resources(memory: int, cpu_seconds: float, used: MemoryUse | None, *, gpu: bool) -> None:
    """Allow `memory` MiB more private memory than was in use, and `cpu_seconds` of computing.

    The wall clock is kept by the referee; the CPU limit ends a process the referee has lost. Shared memory is not
    private: a limit of the address space keeps it in bounds, except with a GPU, whose drivers reserve it by the
    terabyte.
    """
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_FSIZE, FILE_SIZE)
    _limit(resource.RLIMIT_NOFILE, OPEN_FILES)
    spent = int(resource.getrusage(resource.RUSAGE_SELF).ru_utime)
    _limit(resource.RLIMIT_CPU, spent + int(cpu_seconds) + 1, beyond=5)  # SIGXCPU first, so that the reason is seen
    if used is not None:  # elsewhere the system does not enforce the other limits
        _limit(resource.RLIMIT_DATA, used.private + memory * MIB)
        if not gpu:
            _limit(resource.RLIMIT_AS, used.mapped + memory * MIB + THREADS_AND_ARENAS)
            _limit(resource.RLIMIT_MEMLOCK, 0)


def _limit(which: int, amount: int, beyond: int = 0) -> None:
    _, hard = resource.getrlimit(which)
    ceiling = amount + beyond if hard == resource.RLIM_INFINITY else min(amount + beyond, hard)
    with contextlib.suppress(ValueError):  # a system may refuse to lower a limit below what is in use
        resource.setrlimit(which, (min(amount, ceiling), ceiling))
