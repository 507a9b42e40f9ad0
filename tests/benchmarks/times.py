"""How long one thing took."""

import os
import statistics
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple


class Times(NamedTuple):
    """Milliseconds on the wall, and of processor time where it was counted, which is fairer on a busy machine."""

    wall: float
    cpu: float | None = None


def median(samples: Iterable[Times]) -> Times:
    """The median of each kind of time."""
    taken = list(samples)
    cpu = [times.cpu for times in taken if times.cpu is not None]
    return Times(statistics.median(times.wall for times in taken), statistics.median(cpu) if cpu else None)


def run(words: Sequence[str], environment: Mapping[str, str], *, expected: int = 0) -> Times:
    """Run a program to its end without input, its output thrown away."""
    quiet = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0) for number in (0, 1, 2)]
    start = time.perf_counter()
    pid = os.posix_spawn(words[0], words, environment, file_actions=quiet)
    _, status, usage = os.wait4(pid, 0)
    wall = time.perf_counter() - start
    code = os.waitstatus_to_exitcode(status)
    if code != expected:
        raise RuntimeError(f"{' '.join(words)} ended with {code} instead of {expected}")
    return Times(wall * 1000, (usage.ru_utime + usage.ru_stime) * 1000)
