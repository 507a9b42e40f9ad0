"""Which processes there are, and which a test has left behind."""

import time
from collections.abc import Callable
from pathlib import Path

from quizterm.grading.libc import prctl

_PR_SET_CHILD_SUBREAPER = 36


def adopt_orphans() -> None:
    """Become the parent of processes below this one whose own parent ends, so that `descendants` finds them."""
    prctl(_PR_SET_CHILD_SUBREAPER, 1)


def descendants(root: int) -> set[int]:
    """All running processes below `root`, in namespaces of their own or not."""
    below = _by_parent()
    found: set[int] = set()
    waiting = [root]
    while waiting:
        for child in below.get(waiting.pop(), []):
            found.add(child)
            waiting.append(child)
    return found


def children(parent: int) -> list[int]:
    """The running processes that `parent` is the parent of."""
    return _by_parent().get(parent, [])


def still_running(processes: set[int]) -> set[int]:
    """Those of these processes that have not ended; whether their ends were noticed makes no difference."""
    return processes & {child for found in _by_parent().values() for child in found}


def open_descriptors(process: int) -> int | None:
    """How many descriptors a process has open; None where the system does not tell, or the process is gone."""
    try:
        return len(list(Path(f"/proc/{process}/fd").iterdir()))
    except OSError:
        return None


def _by_parent() -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            _, _, fields = (folder / "stat").read_text(encoding="utf-8", errors="replace").rpartition(") ")
        except OSError:
            continue
        state, parent = fields.split()[:2]
        if state != "Z":
            found.setdefault(int(parent), []).append(int(folder.name))
    return found


def wait_for(holds: Callable[[], bool], seconds: float = 10.0) -> bool:
    """Whether something comes to hold within so many seconds."""
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True
