"""Whatever is killed, at whatever moment: no process is left, and the next grading works."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.attacks.arena import FILES, ROOT, SOLUTION
from tests.support.processes import adopt_orphans, children, descendants, wait_for

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
LOOP = "def double(x):\n    while True: pass\n"
LONGEST_WAIT = 1.2  # seconds: from before the referee is there to the middle of the second experiment


class App:
    """A program that grades, as the app does; everything it starts is below it."""

    def __init__(self, folder: Path, *, namespaces: bool) -> None:
        self._between = 3 if namespaces else 2  # referee, what waits for the zygote, zygote
        setting = {"spawn": False, "without": [] if namespaces else ["namespaces"]}
        words = [sys.executable, "-m", "tests.attacks.client", str(folder), json.dumps(setting)]
        self.process = subprocess.Popen(
            words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )

    def ask(self, source: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"source": source, "seed": 1}) + "\n")
        self.process.stdin.flush()

    def answer(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        report: dict[str, Any] = json.loads(self.process.stdout.readline())
        return report

    def passes(self) -> bool:
        self.ask(SOLUTION)
        return bool(self.answer().get("passed"))

    def line(self) -> list[int]:
        """The referee and the processes between it and its workers, the zygote last."""
        line = [self.process.pid]
        for _ in range(self._between):
            line += children(line[-1])
        return line[1:]

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()


@pytest.fixture(scope="module")
def exercise(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("exercises") / "double"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module", params=[True, False], ids=["in namespaces", "in the open"])
def app(exercise: Path, request: pytest.FixtureRequest) -> Iterator[App]:
    adopt_orphans()
    with ExitStack() as stack:
        started = App(exercise, namespaces=request.param)
        stack.callback(started.close)
        assert started.passes()
        yield started


def pause(seconds: float) -> None:
    threading.Event().wait(seconds)


@pytest.mark.parametrize("moment", [0])
@pytest.mark.parametrize("depth", range(3))
def test_a_process_between_the_app_and_its_workers_is_killed(app: App, depth: int, moment: int) -> None:
    app.ask(LOOP)
    pause(LONGEST_WAIT * Random(f"{depth} {moment}").random())
    before = descendants(app.process.pid)
    line = app.line()
    os.kill(line[min(depth, len(line) - 1)], signal.SIGKILL)
    report = app.answer()
    assert not report.get("passed"), "the loop is told of, or the loss"
    assert app.passes()
    assert wait_for(lambda: not before & descendants(os.getpid())), "those that are there now are new ones"


def test_the_zygote_is_killed_while_nothing_is_graded(app: App) -> None:
    assert app.passes()
    os.kill(app.line()[-1], signal.SIGKILL)
    assert app.passes()


def test_a_worker_is_killed(app: App) -> None:
    app.ask(LOOP)
    pause(0.2)
    for worker in children(app.line()[-1]):
        os.kill(worker, signal.SIGKILL)
    assert not app.answer()["passed"]
    assert app.passes()


@pytest.mark.parametrize("moment", range(2))
def test_the_app_is_killed(exercise: Path, moment: int) -> None:
    adopt_orphans()
    others = children(os.getpid())
    app = App(exercise, namespaces=moment % 2 == 0)
    try:
        app.ask(SOLUTION)
        app.ask(LOOP)
        if moment % 3:
            assert app.answer()["passed"]
        pause(LONGEST_WAIT * Random(moment).random())
    finally:
        app.close()
    assert wait_for(lambda: children(os.getpid()) == others), "whoever has lost its parent is a child of this process"


@pytest.mark.slow
@pytest.mark.parametrize("moment", range(40))
def test_the_app_is_killed_at_many_moments(exercise: Path, moment: int) -> None:
    test_the_app_is_killed(exercise, moment)


@pytest.mark.slow
@pytest.mark.parametrize("moment", range(1, 20))
@pytest.mark.parametrize("depth", range(3))
def test_a_process_is_killed_at_many_moments(app: App, depth: int, moment: int) -> None:
    test_a_process_between_the_app_and_its_workers_is_killed(app, depth, moment)
