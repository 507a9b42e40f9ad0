"""Wall time of commands that print lines, from the start of the process."""

import os
import statistics
import subprocess
import sys
import time

QUIZTERM = [sys.executable, "-m", "quizterm"]


def measure_commands(runs: int) -> dict[str, float]:
    """Milliseconds until each command ended; for the plain review, until its first question was asked."""
    subprocess.run([*QUIZTERM, "due"], check=True, capture_output=True)
    return {
        "quizterm --version": statistics.median(_until_end("--version") for _ in range(runs)),
        "quizterm due": statistics.median(_until_end("due") for _ in range(runs)),
        "first plain question": statistics.median(_until_question() for _ in range(runs)),
    }


def _until_end(*words: str) -> float:
    start = time.perf_counter()
    subprocess.run([*QUIZTERM, *words], check=True, capture_output=True)
    return (time.perf_counter() - start) * 1000


def _until_question() -> float:
    start = time.perf_counter()
    process = subprocess.Popen([*QUIZTERM, "review", "--plain"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    printed = b""
    while b"an empty line shows the answer:" not in printed:
        piece = os.read(process.stdout.fileno(), 65536)
        assert piece, f"no question was asked: {printed!r}"
        printed += piece
    took = (time.perf_counter() - start) * 1000
    process.stdin.close()
    process.stdout.read()
    process.stdout.close()
    process.wait()
    return took
