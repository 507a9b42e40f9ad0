"""Cut a new worker off from the process it comes from: session, descriptors, environment, terminal."""

import os
import signal
import sys
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

_FIRST_FREE_DESCRIPTOR = 3
_PR_SET_PDEATHSIG = 1
_OF_A_GPU = ("CUDA_", "NVIDIA_", "HIP_", "ROCR_", "PYTORCH_", "LD_LIBRARY_PATH")


class Descriptors(NamedTuple):
    """A worker's ends of its pipes."""

    command: int
    result: int
    output: int


def detach(pipes: Descriptors, parent: int, kept: Collection[int], scratch: Path | None, *, gpu: bool) -> None:
    """Leave the worker nothing but its pipes, the descriptors `kept`, and its own folder if there is one.

    It ends when `parent`, which started it, ends.
    """
    if os.getpid() != os.getsid(0):
        os.setsid()
    _end_with(parent)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(pipes.output, 1)
    os.dup2(pipes.output, 2)
    close_others({pipes.command, pipes.result, *kept})
    sys.stdin, sys.stdout, sys.stderr = (
        open(number, mode, encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115  # open as long as the process lives
        for number, mode in ((0, "r"), (1, "w"), (2, "w"))
    )
    place = str(scratch or "/")
    os.chdir(place)
    drivers = {name: value for name, value in os.environ.items() if gpu and name.startswith(_OF_A_GPU)}
    os.environ.clear()
    os.environ.update(drivers | {"HOME": place, "TMPDIR": place, "PATH": os.defpath, "LANG": "C.UTF-8"})
    os.environ["TORCHINDUCTOR_CACHE_DIR"] = (
        place  # torch makes the folder when parts of it are imported; this one is there
    )
    if gpu:
        os.environ["CUDA_CACHE_DISABLE"] = "1"
    sys.argv = [""]
    sys.dont_write_bytecode = True


def close_others(kept: Collection[int]) -> None:
    """Close all descriptors but those `kept` and the three standard ones."""
    first = _FIRST_FREE_DESCRIPTOR
    for descriptor in sorted(kept):
        os.closerange(first, descriptor)
        first = max(first, descriptor + 1)
    os.closerange(first, os.sysconf("SC_OPEN_MAX"))


def _end_with(parent: int) -> None:
    if sys.platform == "linux":
        from quizterm.grading.libc import prctl

        prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)  # for the thread that started this process: it has to live on
        if os.getppid() != parent:
            os._exit(1)  # it ended before it could be watched
