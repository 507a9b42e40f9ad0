"""A dozen small attacks on a worker of our own: whether the layers that are said to be in force do hold.

Imports torch, so only worker processes import this module.
"""

import contextlib
import socket
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quizterm import paths
from quizterm.grading.examination import AttackResult
from quizterm.grading.layers import Protection
from quizterm.grading.plain_text import one_line
from quizterm.grading.session import Session, SessionEnd
from quizterm.grading.verdict import FailureKind
from quizterm.grading.workers import Workers

MEMORY = 256  # MiB
SECONDS = 1.0
ENDLESS_SECONDS = 0.25
NOTHING = "nothing stopped it"


@dataclass(frozen=True, slots=True)
class _Attack:
    """`stopped_by` begins what the code raises, or is the kind of failure that ends its process."""

    name: str
    code: str
    stopped_by: str = "PermissionError"
    seconds: float = SECONDS


_ATTACKS = (
    _Attack("read a file of yours", "open(FILE).read()"),
    _Attack("change a file of yours", "open(FILE, 'a').write('x')"),
    _Attack("make a file of yours unreadable", "import os; os.chmod(FILE, 0)"),
    _Attack("delete a file of yours", "import os; os.remove(FILE)"),
    _Attack("read the answers of an exercise", "open(ANSWERS).read()"),
    _Attack("start a process", "import os\nif os.fork() == 0: os._exit(0)"),
    _Attack("start a program", "import os; os.posix_spawn('/bin/true', ['true'], {})"),
    _Attack("signal another program", "import os; os.kill(os.getppid(), 0)"),
    _Attack("look into another program", "import os; open(f'/proc/{os.getppid()}/environ').read()"),
    _Attack("open a connection", "import socket; socket.create_connection(('127.0.0.1', PORT))"),
    _Attack("take all memory", "bytearray(1 << 40)", "MemoryError"),
    _Attack("open files without end", "kept = []\nwhile True: kept.append(open('/dev/null'))", "OSError: [Errno 24]"),
    _Attack("run for ever", "while True: pass", FailureKind.TIMEOUT, ENDLESS_SECONDS),
    _Attack(
        "forge an answer",
        "import os\nfor fd in range(3, 256):\n    try: os.write(fd, bytes(64))\n    except OSError: pass",
        FailureKind.PROTOCOL,
    ),
)


def self_test(workers: Workers) -> tuple[list[Protection], list[AttackResult]]:
    """The layers in force, and how attacks fare against them. Raises `GradingError` if no worker starts."""
    with _things_to_reach_for() as names, contextlib.closing(_Attacker(workers, names)) as attacker:
        return attacker.protections, [attacker.attempt(attack) for attack in _ATTACKS]


class _Attacker:
    """A worker that runs attacks, replaced when one has ended it."""

    def __init__(self, workers: Workers, names: dict[str, Any]) -> None:
        self._workers = workers
        self._prelude = "".join(f"{name} = {value!r}\n" for name, value in names.items())
        self._session: Session | None = None
        self.protections = self._start()

    def attempt(self, attack: _Attack) -> AttackResult:
        if self._session is None:
            self._start()
        assert self._session is not None
        message = {"do": "run", "code": attack.code, "file": "<attack>", "memory": MEMORY, "cpu_seconds": 10.0}
        try:
            outcome = str(self._session.ask(message, attack.seconds)["exception"])
        except SessionEnd as end:
            self._session = None
            outcome = f"{end.failure.kind}: {end.failure.message}"
        return AttackResult(attack.name, outcome.startswith(attack.stopped_by), one_line(outcome) or NOTHING)

    def close(self) -> None:
        if self._session is not None:
            self._session.close()

    def _start(self) -> list[Protection]:
        self._session = Session(self._workers)
        protections = self._session.greet()
        self._session.ask(
            {"do": "run", "code": self._prelude, "file": "<names>", "memory": MEMORY, "cpu_seconds": 10.0}, SECONDS
        )
        return protections


@contextlib.contextmanager
def _things_to_reach_for() -> Iterator[dict[str, Any]]:
    answers = next(paths.exercises_folder().glob("*/solution.py"))
    with tempfile.TemporaryDirectory(prefix="quizterm-") as folder, socket.create_server(("127.0.0.1", 0)) as server:
        file = Path(folder) / "yours.txt"
        file.write_text("yours\n", encoding="utf-8")
        yield {"FILE": str(file), "ANSWERS": str(answers), "PORT": server.getsockname()[1]}
