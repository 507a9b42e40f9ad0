"""`quizterm grade-all DIR`: a folder of submissions, graded side by side."""

import csv
import json
import sys
import threading
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, fields
from pathlib import Path

from quizterm.cli.terminal import ask, is_interactive
from quizterm.cli.text import one_line
from quizterm.errors import UsageError
from quizterm.study.batch import DEFAULT_SEED, SCHEMA, Journal, Row, find_jobs, grade_all
from quizterm.study.session import open_study
from quizterm.study.trust import require_trust
from quizterm.study.words import count_text

EXIT_NOT_PASSED = 1
EXIT_NOT_GRADED = 2
_FORMULA_MARKS = ("=", "+", "-", "@", "\t", "\r")


def run(arguments: Namespace) -> int:
    seed = DEFAULT_SEED if arguments.seed is None else arguments.seed
    require_trust(arguments.folder, trusted=arguments.trust, ask=ask if is_interactive() else None)
    if arguments.csv is not None:
        _refuse_unwritable(arguments.csv)  # now, and not after a thousand submissions
    with open_study(decks=arguments.content) as study:
        jobs = find_jobs(study, arguments.folder, exercise=arguments.exercise, seed=seed, device=arguments.device)
        progress = Progress(len(jobs))
        rows = grade_all(jobs, Journal(arguments.folder), workers=arguments.workers, told=progress.count)
        progress.end()
    if arguments.csv is not None:
        _write_csv(arguments.csv, rows)
    if arguments.json:
        print(json.dumps({"schema": SCHEMA, "seed": seed, "results": [asdict(row) for row in rows]}))
    else:
        print(table(rows))
    return exit_code(rows)


def exit_code(rows: Sequence[Row]) -> int:
    """An error outweighs submissions that did not pass: of those it is about, nothing is known."""
    if any(row.problem for row in rows):
        return EXIT_NOT_GRADED
    return 0 if all(row.passed for row in rows) else EXIT_NOT_PASSED


class Progress:
    """A line on standard error that counts, if that is a terminal."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._done = 0
        self._lock = threading.Lock()
        self._shown = sys.stderr.isatty()

    def count(self, _: Row) -> None:
        with self._lock:
            self._done += 1
            if self._shown:
                width = 30 * self._done // self._total
                bar = "#" * width + "." * (30 - width)
                print(f"\r[{bar}] {self._done}/{self._total}", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        if self._shown:
            print(file=sys.stderr)


def table(rows: Sequence[Row]) -> str:
    """A line for each submission, and one that counts."""
    lines = [_line(row) for row in rows]
    passed, problems = sum(row.passed for row in rows), sum(bool(row.problem) for row in rows)
    lines.append(f"{passed} of {count_text(len(rows), 'submission')} passed")
    if problems:
        lines[-1] += f"; {problems} could not be graded, which is no fault of theirs"
    return "\n".join(lines)


def _line(row: Row) -> str:
    verdict = "✓ passed" if row.passed else "! not graded" if row.problem else "✗ not passed"
    who = one_line(row.student) or "-"
    told = [text for text in (row.error, row.sentence) if text]
    why = row.problem or "; ".join(told) or ", ".join(row.failed)
    return f"{verdict}  {who}  {row.exercise}" + (f"  {one_line(why)}" if why else "")


def _refuse_unwritable(file: Path) -> None:
    is_new = not file.exists()
    with _told_if_unwritable(file), file.open("a"):
        pass
    if is_new:
        file.unlink()


def _write_csv(file: Path, rows: Sequence[Row]) -> None:
    names = [entry.name for entry in fields(Row)]
    with _told_if_unwritable(file), file.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(names)
        for row in rows:
            writer.writerow([_cell(value) for value in asdict(row).values()])


@contextmanager
def _told_if_unwritable(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise UsageError(f"{file}: cannot be written ({error.strerror}); name another file") from None


def _cell(value: object) -> str:
    """Text that no spreadsheet takes for a formula."""
    text = " ".join(value) if isinstance(value, tuple) else one_line(str(value))
    return f"'{text}" if text.startswith(_FORMULA_MARKS) else text
