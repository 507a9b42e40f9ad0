"""The referee as a process: stopped, killed, replaced, and gone with its client."""

import errno
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from doubling import LOOP, SOLUTION, grade

from quizterm.errors import GradingError
from quizterm.grading.exercise import Exercise
from quizterm.grading.runner import Grader


def alive(marker: str) -> list[int]:
    """Processes with `marker` in their environment."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            environment = (folder / "environ").read_bytes()
            running = "\nState:\tZ" not in (folder / "status").read_text(encoding="utf-8")
        except OSError:
            continue
        if marker.encode() in environment and running:
            found.append(int(folder.name))
    return found


def wait_until_gone(marker: str) -> list[int]:
    deadline = time.monotonic() + 10
    while (left := alive(marker)) and time.monotonic() < deadline:
        time.sleep(0.02)
    return left


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_nothing_is_left_when_the_client_is_killed(double: Exercise, tmp_path: Path) -> None:
    script = tmp_path / "client.py"
    script.write_text(
        "from pathlib import Path\n"
        "from quizterm.grading.exercise_check import load_exercise\n"
        "from quizterm.grading.runner import Grader\n"
        f"exercise = load_exercise(Path({str(double.folder)!r}))\n"
        "with Grader() as grader:\n"
        f"    grader.grade(exercise, {SOLUTION!r}, seed=1)\n"
        "    print('warm', flush=True)\n"
        f"    grader.grade(exercise, {LOOP!r}, seed=1)\n",
        encoding="utf-8",
    )
    marker = f"QUIZTERM_TEST_MARKER={tmp_path.name}-{os.getpid()}"
    name, _, value = marker.partition("=")
    client = subprocess.Popen([sys.executable, str(script)], env=os.environ | {name: value}, stdout=subprocess.PIPE)
    with client:
        assert client.stdout is not None
        assert client.stdout.readline() == b"warm\n"
        assert len(alive(marker)) >= 3, "client, referee and zygote"
        client.send_signal(signal.SIGKILL)
    assert wait_until_gone(marker) == []


def test_close_ends_a_request_of_another_thread(double: Exercise) -> None:
    grader = Grader()
    assert grade(grader, double, SOLUTION).passed
    timer = threading.Timer(0.3, grader.close)
    timer.start()
    started = time.monotonic()
    with pytest.raises(GradingError, match="grading was stopped"):
        grader.grade(double, LOOP, seed=1)
    assert time.monotonic() - started < 2.5, "the loop alone would take three times a second"
    timer.join()
    with pytest.raises(GradingError, match="grading was stopped"):
        grade(grader, double, SOLUTION)


def test_a_referee_that_has_died_is_replaced(double: Exercise) -> None:
    with Grader() as grader:
        grader.start()
        assert grader._process is not None
        grader._process.kill()
        assert grade(grader, double, SOLUTION).passed


def test_a_client_of_before_an_update_is_told_to_start_again(double: Exercise, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quizterm.grading.runner.__version__", "0.0.1")
    with Grader() as grader, pytest.raises(GradingError, match="was begun before: end it and start it again"):
        grader.grade(double, "def double(x): return 2 * x\n", seed=1)


def test_a_full_disk_is_told(double: Exercise, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room() -> None:
        raise FileNotFoundError(errno.ENOENT, "No usable temporary directory found in ['/tmp']")

    monkeypatch.setattr("tempfile.TemporaryFile", no_room)
    with Grader() as grader, pytest.raises(GradingError, match=r"No usable temporary .*; free some space"):
        grade(grader, double, SOLUTION)


def test_a_referee_that_dies_each_time_is_told(
    double: Exercise, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "torch.py").write_text("import os; os.write(2, b'out of luck'); os._exit(3)", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with Grader() as grader, pytest.raises(GradingError, match="ended unexpectedly: out of luck"):
        grade(grader, double, SOLUTION)


def test_without_torch_grading_says_how_to_get_it(
    double: Exercise, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "torch.py").write_text("raise ImportError('No module named torch')", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with Grader() as grader, pytest.raises(GradingError) as caught:
        grade(grader, double, SOLUTION)
    assert str(caught.value) == (
        "torch cannot be imported (No module named torch); install it with `python -m pip install torch`"
    )


def test_the_runner_imports_neither_torch_nor_numpy() -> None:
    code = "import sys, quizterm.grading.runner, quizterm.grading.exercise_check, quizterm.grading.edits\n"
    check = "print([name for name in ('torch', 'numpy', 'subprocess') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code + check], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
