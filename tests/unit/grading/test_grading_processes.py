"""The end of a child process, wherever the system tells of it."""

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from quizterm.grading.processes import wait_or_kill


@pytest.fixture(params=["descriptors of processes", "refused by a container"])
def either_way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(pid: int) -> int:
        raise PermissionError(pid)

    if request.param.startswith("refused"):
        monkeypatch.setattr(os, "pidfd_open", refuse, raising=False)


@pytest.fixture
def child() -> Iterator[subprocess.Popen[bytes]]:
    """Ends with status 3 when its input does."""
    words = [sys.executable, "-S", "-c", "import sys; sys.stdin.read(); sys.exit(3)"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, start_new_session=True) as process:
        yield process


@pytest.mark.usefixtures("either_way")
def test_the_exit_code_of_a_child_that_ends_in_time(child: subprocess.Popen[bytes]) -> None:
    assert child.stdin is not None
    child.stdin.close()
    child.returncode = wait_or_kill(child.pid, 60.0)
    assert child.returncode == 3


@pytest.mark.usefixtures("either_way")
def test_a_child_that_does_not_end_is_killed(child: subprocess.Popen[bytes]) -> None:
    child.returncode = wait_or_kill(child.pid, 0.0)
    assert child.returncode < 0
