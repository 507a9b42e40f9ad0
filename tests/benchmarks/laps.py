"""Many short times under few names, as one process takes them and tells them to another."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.benchmarks.times import Times, median


class Laps:
    """Times by name, and megabytes of memory at some moments."""

    def __init__(self) -> None:
        self._taken: dict[str, list[Times]] = {}
        self.megabytes: dict[str, float | None] = {}

    @contextmanager
    def lap(self, name: str) -> Iterator[None]:
        cpu, wall = time.process_time(), time.perf_counter()
        yield
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        self._taken.setdefault(name, []).append(Times(wall * 1000, cpu * 1000))

    def add(self, times: Mapping[str, Times]) -> None:
        for name, taken in times.items():
            self._taken.setdefault(name, []).append(taken)

    @property
    def medians(self) -> dict[str, Times]:
        return {name: median(taken) for name, taken in self._taken.items()}

    def as_dict(self) -> dict[str, Any]:
        return {"milliseconds": self.medians, "megabytes": self.megabytes}


def resident_megabytes(field: str = "VmRSS", process: int | str = "self") -> float | None:
    """Memory that a process holds, or held at most (`VmHWM`); None where the system does not tell."""
    status = Path(f"/proc/{process}/status")
    if not status.exists():
        return None
    fields = dict(line.split(":", 1) for line in status.read_text().splitlines())
    return int(fields[field].split()[0]) / 1024
