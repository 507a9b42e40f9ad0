"""Where hostile programs are graded, and what must look the same afterwards."""

import contextlib
import hashlib
import json
import os
import secrets
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from quizterm import paths
from quizterm.grading.layers import Layer
from tests.attacks.ordinary_user import NOBODY
from tests.support.processes import children, descendants, open_descriptors, wait_for

ROOT = Path(__file__).parents[2]
SEED = 1
SOLUTION = "def double(x):\n    return x + x\n"
FILES = {
    "exercise.toml": """\
title = "Double"
lesson = "engine"
requires = []
level = 1
names = ["double"]
forbidden = []
device = "cpu"

[limits]
load = 1.0
experiment = 0.7
whole = 4.0
memory = 256

[[experiment]]
name = "number"
title = "a number"

[[experiment]]
name = "tensor"
title = "a tensor"
""",
    "bugs.toml": "",
    "brief.md": "# Double",
    "hints.md": "## 1\n## 2\n## 3\n",
    "starter.py": SOLUTION,
    "solution.py": SOLUTION,
    "reference.py": f"# only in the reference\n{SOLUTION}",
    "experiments.py": """\
import torch


def make_number(rng):
    return {"x": torch.rand((), generator=rng).item() + 1}


def observe_number(impl, case, probe):
    return probe.number(impl.double(case["x"]))


def make_tensor(rng):
    return {"x": torch.rand(3, generator=rng) + 1}


def observe_tensor(impl, case, probe):
    return impl.double(case["x"])
""",
}
PRELUDE = """\
import ctypes as _ctypes, fcntl as _fcntl, os as _os, stat as _stat
_libc = _ctypes.CDLL(None, use_errno=True)

def syscall(call, *arguments):
    from quizterm.grading.syscall_numbers import numbers
    number = numbers()[call] if isinstance(call, str) else call
    words = [a if isinstance(a, bytes) else _ctypes.c_long(a) for a in arguments]
    if _libc.syscall(_ctypes.c_long(number), *words) == -1:
        error = _ctypes.get_errno()
        raise OSError(error, _os.strerror(error))

def is_writable(fd):
    try:
        flags = _fcntl.fcntl(fd, _fcntl.F_GETFL)
    except OSError:
        return False
    return _stat.S_ISFIFO(_os.fstat(fd).st_mode) and flags & _os.O_ACCMODE == _os.O_WRONLY

def double(x):
    return x + x

"""


@dataclass(frozen=True, slots=True)
class Configuration:
    """How workers are started and confined, and for whom."""

    spawn: bool = False
    without: tuple[Layer, ...] = ()
    as_nobody: bool = False

    def __str__(self) -> str:
        parts = ["spawned" if self.spawn else "forked", *(f"without {layer}" for layer in self.without)]
        return ", ".join([*parts, *(["as nobody"] if self.as_nobody else [])])


class Arena:
    """A home with a database, things to reach for, and a grader that runs as a program of its own."""

    def __init__(self, configuration: Configuration) -> None:
        self._configuration = configuration
        self._folder = Path(tempfile.mkdtemp(prefix="quizterm-attacks-"))
        self.mark = f"quizterm-mark-{secrets.token_hex(8)}"
        self.home = self._make_home()
        self.exercise = self._make_exercise()
        if configuration.as_nobody:
            _give_away(self._folder)
        self._server = socket.create_server(("127.0.0.1", 0))
        self._letters = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._letters.bind(str(self._folder / "socket"))
        self._letters.setblocking(False)
        self._victim = subprocess.Popen(["sleep", "100000"], user=NOBODY if configuration.as_nobody else None)
        self._client = self._start_client()
        self.grade(SOLUTION)
        self._standing = self._processes_at_rest()
        self._descriptors = self._open_descriptors()
        self._before = self.state()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._client.stdin is not None
        assert self._client.stdout is not None
        self._client.stdin.close()
        self._client.stdout.close()
        self._client.wait(20)
        self._victim.kill()
        self._victim.wait()
        self._server.close()
        self._letters.close()
        shutil.rmtree(self._folder)

    def grade(self, source: str, seed: int = SEED) -> dict[str, Any]:
        """The report on a file; AssertionError if quizterm or the machine is said to be at fault."""
        assert self._client.stdin is not None
        assert self._client.stdout is not None
        self._client.stdin.write(json.dumps({"source": source, "seed": seed}) + "\n")
        self._client.stdin.flush()
        report: dict[str, Any] = json.loads(self._client.stdout.readline())
        assert "fault" not in report, report["fault"]
        return report

    def attack(self, source: str, seed: int = SEED) -> dict[str, Any]:
        """The report on a hostile program."""
        return self.grade(self.prelude() + source, seed)

    def prelude(self) -> str:
        """What every hostile program begins with: what it needs to know, and a right answer."""
        names = {
            "HOME": str(self.home),
            "DATABASE": str(self.home / "quizterm.sqlite"),
            "EXERCISE": str(self.exercise),
            "SHIPPED": str(paths.exercises_folder()),
            "MARK": self.mark,
            "PORT": self._server.getsockname()[1],
            "SOCKET": self._letters.getsockname(),
            "VICTIM": self._victim.pid,
        }
        return "".join(f"{name} = {value!r}\n" for name, value in names.items()) + PRELUDE

    def harm(self) -> list[str]:
        """What is not as it was before the first attack, in words."""
        after = self.state()
        found = [f"changed: {place}" for place in after if after[place] != self._before.get(place)]
        found += [f"gone: {place}" for place in self._before if place not in after]
        found += [f"made: {place}" for place in self._marked()]
        if not wait_for(lambda: len(descendants(self._client.pid)) <= self._standing):
            found.append(f"processes left: {len(descendants(self._client.pid))} instead of {self._standing}")
        if not wait_for(lambda: self._open_descriptors().items() <= self._descriptors.items()):
            found.append(f"descriptors left open: {self._open_descriptors()} instead of {self._descriptors}")
        if self._victim.poll() is not None:
            found.append("a process outside was ended")
        if os.getpriority(os.PRIO_PROCESS, self._victim.pid) != os.getpriority(os.PRIO_PROCESS, 0):
            found.append("a process outside was slowed down")
        with contextlib.suppress(BlockingIOError):
            found.append(f"a letter arrived: {self._letters.recv(100)!r}")
        return found

    def state(self) -> dict[str, object]:
        """Everything about the files of the home and the exercise that could be changed."""
        seen: dict[str, object] = {}
        for place in (self._folder, *self._folder.rglob("*")):
            entry = place.lstat()
            content = hashlib.sha256(place.read_bytes()).hexdigest() if place.is_file() else None
            marks = os.listxattr(place, follow_symlinks=False)
            seen[str(place)] = (
                entry.st_mode,
                entry.st_uid,
                entry.st_gid,
                entry.st_mtime_ns,
                entry.st_nlink,
                content,
                marks,
            )
        return seen

    def _open_descriptors(self) -> dict[int, int | None]:
        """How many each process has that grades file after file: the client, the referee, the zygote."""
        client, referees = self._client.pid, children(self._client.pid)
        zygotes = [child for referee in referees for child in children(referee) if not self._configuration.spawn]
        return {process: open_descriptors(process) for process in (client, *referees, *zygotes)}

    def _processes_at_rest(self) -> int:
        """How many processes there are once the next worker stands ready, which is when no more appear."""
        seen = {0}
        while wait_for(lambda: len(descendants(self._client.pid)) > max(seen), seconds=0.5):
            seen.add(len(descendants(self._client.pid)))
        return max(seen)

    def _marked(self) -> list[str]:
        places = [Path(place) for place in ("/", "/tmp", "/var/tmp", "/dev/shm", Path.cwd(), Path.home())]
        return [str(entry) for place in places for entry in place.iterdir() if self.mark in entry.name]

    def _make_home(self) -> Path:
        home = self._folder / "home"
        (home / "workspace").mkdir(parents=True)
        (home / "workspace" / "engine.py").write_text("class Value: ...\n", encoding="utf-8")
        (home / ".bashrc").write_text("# mine\n", encoding="utf-8")
        database = sqlite3.connect(home / "quizterm.sqlite")
        with database:
            database.execute("create table events (id integer primary key)")
        database.close()
        return home

    def _make_exercise(self) -> Path:
        folder = self._folder / "exercises" / "double"
        folder.mkdir(parents=True)
        for name, text in FILES.items():
            (folder / name).write_text(text, encoding="utf-8")
        self._folder.chmod(0o755)
        return folder

    def _start_client(self) -> "subprocess.Popen[str]":
        chosen = self._configuration
        setting = {"spawn": chosen.spawn, "without": [*chosen.without]}
        words = [sys.executable, "-m", "tests.attacks.client", str(self.exercise), json.dumps(setting)]
        if chosen.as_nobody:
            words = [sys.executable, "-m", "tests.attacks.ordinary_user", *words]
        environment = os.environ | {
            "SECRET_TOKEN": "secret",
            "QUIZTERM_HOME": str(self.home),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        return subprocess.Popen(
            words, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )


def kinds(report: dict[str, Any]) -> set[str]:
    """passed, differs, or kinds of failure: of the whole file if it could not be run, else of its experiments."""
    if report["error"] is not None:
        return {report["error"]["kind"]}
    return {
        "passed" if result["passed"] else result["error"]["kind"] if result["error"] else "differs"
        for result in report["experiments"]
    }


def messages(report: dict[str, Any]) -> str:
    """All that a report says of failures, in one text."""
    failures: Sequence[dict[str, Any] | None] = [report["error"], *(one["error"] for one in report["experiments"])]
    return "\n".join(failure["message"] for failure in failures if failure is not None)


def _give_away(folder: Path) -> None:
    for place in (folder, *folder.rglob("*")):
        os.chown(place, NOBODY, NOBODY, follow_symlinks=False)
