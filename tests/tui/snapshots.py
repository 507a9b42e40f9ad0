"""Whole screens compared with the texts stored beside the tests.

`QUIZTERM_SNAPSHOTS=write` writes the texts anew instead: read what `git diff` shows of them before you commit it.
"""

import os
from collections.abc import Iterator, Mapping
from difflib import unified_diff
from pathlib import Path

FOLDER = Path(__file__).parent / "snapshots"
IS_WRITING = os.environ.get("QUIZTERM_SNAPSHOTS") == "write"


class Snapshots:
    """What screens of one family look like; every one that differs is told at the end."""

    def __init__(self, family: str) -> None:
        self._family = family
        self._shown: dict[str, str] = {}

    def take(self, state: str, shown: str) -> None:
        name = f"{self._family}-{state}"
        assert name not in self._shown, f"two snapshots are named {name}"
        self._shown[name] = shown.rstrip() + "\n"

    def check(self) -> None:
        """Compare all that were taken with the stored texts."""
        if IS_WRITING:
            for stale in FOLDER.glob(f"{self._family}-*.txt"):
                stale.unlink()
            for name, shown in self._shown.items():
                (FOLDER / f"{name}.txt").write_text(shown, encoding="utf-8")
        stored = {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.glob(f"{self._family}-*.txt")}
        assert self._shown == stored, "\n".join(_differences(stored, self._shown))


def _differences(stored: Mapping[str, str], shown: Mapping[str, str]) -> Iterator[str]:
    yield "screens differ from their stored texts"
    for name in sorted({*stored, *shown}):
        before, now = stored.get(name, "").splitlines(), shown.get(name, "").splitlines()
        yield from unified_diff(before, now, f"{name}.txt", "shown now", lineterm="")
