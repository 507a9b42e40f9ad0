"""Time of commands that print lines, from the start of the process."""

import os
import subprocess
import sys
import time

from tests.benchmarks.times import Times, median, run

QUIZTERM = [sys.executable, "-m", "quizterm"]


def measure_commands(runs: int) -> dict[str, Times]:
    """Until each command ended; for the plain review, until its first question was asked."""
    run([*QUIZTERM, "due"], os.environ)
    return {
        "quizterm --version": median(run([*QUIZTERM, "--version"], os.environ) for _ in range(runs)),
        "quizterm due": median(run([*QUIZTERM, "due"], os.environ) for _ in range(runs)),
        "first plain question": median(_until_question() for _ in range(runs)),
    }


def _until_question() -> Times:
    start = time.perf_counter()
    process = subprocess.Popen([*QUIZTERM, "review", "--plain"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    printed = b""
    while b"an empty line shows the answer:" not in printed:
        piece = os.read(process.stdout.fileno(), 65536)
        if not piece:
            raise RuntimeError(f"no question was asked: {printed!r}")
        printed += piece
    wall = (time.perf_counter() - start) * 1000
    process.communicate()
    return Times(wall)
