"""quizterm in a real terminal, over the shipped course and a home folder of the test's own."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.support.pseudo_terminal import PseudoTerminal

NOW = "2026-03-10T09:00:00+00:00"


@pytest.fixture
def open_terminal(home: Path) -> Iterator[Callable[..., PseudoTerminal]]:
    """Start `quizterm WORDS...` in a terminal of its own; what still runs at the end is killed."""
    with ExitStack() as stack:

        def start(*words: str, columns: int = 80, rows: int = 24, **environment: str) -> PseudoTerminal:
            of_the_machine = {name: value for name, value in os.environ.items() if name not in ("TERM", "COLORTERM")}
            seen = {**of_the_machine, "QUIZTERM_HOME": str(home), "QUIZTERM_NOW": NOW, "TZ": "UTC", **environment}
            program = [sys.executable, "-m", "quizterm", *words]
            return stack.enter_context(PseudoTerminal(program, seen, columns=columns, rows=rows))

        yield start


@pytest.fixture
def lessons_folder(tmp_path: Path) -> Path:
    """A deck of twenty plain cards."""
    folder = tmp_path / "numbers"
    folder.mkdir()
    cards = "".join(
        f"### Card number {number}\n<!-- card c{number} kind=recall section=basics -->\nWhat comes after {number}?\n\n"
        f"---\n\nThat is {number + 1}.\n\n#### Key points\n- {number + 1}\n\n"
        for number in range(1, 21)
    )
    (folder / "counting.md").write_text(f"# Counting\n\n## Basics\n\nText.\n\n## Recall\n\n{cards}")
    return folder
