"""How often an answer waits for the disk."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from quizterm.memory.events import Draft, EventKind, Moment
from quizterm.memory.item import Rating
from quizterm.store.rows import ItemKind, ItemRow, LessonRow
from quizterm.store.store import Store

_NOW = Moment(20_000 * 86_400_000, 0, 20_000)


def fsyncs_per_answer(folder: Path) -> float | None:
    """As strace counts them; None without strace."""
    strace = shutil.which("strace")
    if strace is None:
        return None
    counted = folder / "fsyncs.txt"
    words = [strace, "-f", "-c", "-o", str(counted), "-e", "trace=fsync,fdatasync", sys.executable, "-m", __name__]
    numbers = []
    for answers in (10, 110):
        subprocess.run([*words, str(folder / f"{answers}.sqlite"), str(answers)], check=True, timeout=120)
        calls = re.findall(r"(\d+)\s+(?:fsync|fdatasync)$", counted.read_text(), re.MULTILINE)
        numbers.append(sum(map(int, calls)))
    return (numbers[1] - numbers[0]) / 100


def _answer(path: Path, number: int) -> None:
    with Store.open(path) as store:
        store.sync([LessonRow("c.one", [ItemRow("c.one.a", ItemKind.CARD, "")])], "one")
        for _ in range(number):
            store.append([Draft(EventKind.REVIEWED, _NOW, 1, Rating.GOOD, 4000, 0, _NOW.day + 1)])


if __name__ == "__main__":
    _answer(Path(sys.argv[1]), int(sys.argv[2]))
