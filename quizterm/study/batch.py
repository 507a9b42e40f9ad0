"""Many submissions at once: found in a folder, graded by a pool of referees, and resumed where a run was cut off.

`grade_job` is the unit of work; whoever has another pool (more machines, another engine) calls just that.
"""

import hashlib
import json
import os
import queue
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from quizterm import __version__, paths
from quizterm.errors import QuiztermError, UsageError
from quizterm.grading.exercise import Exercise
from quizterm.grading.runner import Grader
from quizterm.grading.torch_installed import installed_torch
from quizterm.grading.unreadable import unreadable_report
from quizterm.grading.verdict import FailureKind, Report
from quizterm.study.attempt_detail import digest, failed_names
from quizterm.study.exercises import find_exercise, listed_exercises
from quizterm.study.referee import Grades, new_referee
from quizterm.study.session import Study
from quizterm.study.words import count_text
from quizterm.study.workspace import UnreadableSubmissionError, read_submission

SCHEMA = 1
_ENDS = frozenset({FailureKind.TIMEOUT, FailureKind.MEMORY, FailureKind.PROTOCOL, FailureKind.FORBIDDEN})
DEFAULT_SEED = 0


@dataclass(frozen=True, slots=True)
class Job:
    """One file to grade, found at `place` below the folder of all."""

    exercise: Exercise
    student: str  # "" where no folder and no file name tells
    file: Path
    place: str
    seed: int
    device: str


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the result. `problem` says why a file could not be graded, which is not the student's fault."""

    student: str
    exercise: str
    file: str
    passed: bool
    failed: tuple[str, ...]
    bug: str
    sentence: str
    error: str  # kind and message, of a file that could not be run; or kinds of ends that checks of it met
    problem: str
    seconds: float


def find_jobs(
    study: Study, folder: Path, *, exercise: str | None = None, seed: int = DEFAULT_SEED, device: str = "auto"
) -> list[Job]:
    """Every Python file whose name, or a folder above it, is an exercise; other folders and names are the student.

    Args:
        exercise: the exercise of files that do not say so themselves.

    Raises:
        UsageError: the folder does not exist, or holds no such file.
    """
    if not folder.is_dir():
        raise UsageError(f"{folder}: no such folder; name one that holds submissions")
    slugs = frozenset(listed_exercises(study))
    exercises: dict[str, Exercise] = {}
    jobs = []
    for file in sorted(folder.rglob("*.py")):
        parts = [*file.relative_to(folder).parts[:-1], file.stem]
        slug = next((part for part in parts if part in slugs), exercise)
        if slug is None or any(part.startswith((".", "__")) for part in parts) or file.is_dir():
            continue
        if slug not in exercises:
            exercises[slug] = find_exercise(study, slug)
        student = "/".join(part for part in parts if part != slug)
        jobs.append(Job(exercises[slug], student, file, str(file.relative_to(folder)), seed, device))
    if not jobs:
        named = ", ".join(sorted(slugs))
        raise UsageError(f"{folder}: no submissions; name files or folders after exercises ({named})")
    return jobs


def grade_job(job: Job, referee: Grades) -> Row:
    """Grade one file. Whatever is wrong with it is in the row."""
    try:
        source = read_submission(job.file)
    except UnreadableSubmissionError as error:
        return _row(job, unreadable_report(job.exercise, job.seed, "cpu", str(error)))
    except UsageError as error:
        return _problem(job, str(error))
    try:
        report = referee.grade(job.exercise, source, seed=job.seed, device=job.device, file=job.file.name, traced=False)
    except QuiztermError as error:
        return _problem(job, str(error))
    return _row(job, report)


class Journal:
    """Rows of earlier runs, by what they depend on, so that an interrupted run goes on where it stopped.

    A line is appended for each row; one that was cut off is passed over.
    """

    def __init__(self, folder: Path) -> None:
        name = hashlib.sha256(os.fsencode(folder.resolve())).hexdigest()[:16]
        self._file = paths.cache_folder() / "grade-all" / f"{name}.jsonl"
        self._lock = threading.Lock()
        self._rows = dict(self._read())

    def find(self, key: str) -> Row | None:
        return self._rows.get(key)

    def add(self, key: str, row: Row) -> None:
        line = "\n" + json.dumps({"key": key, "row": asdict(row)})  # the line before it may have been cut off
        with self._lock:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with self._file.open("a", encoding="utf-8") as stream:
                stream.write(line)

    def _read(self) -> Iterator[tuple[str, Row]]:
        try:
            lines = self._file.read_text(encoding="utf-8").split("\n")
        except (FileNotFoundError, UnicodeDecodeError):
            return
        for line in lines:
            try:
                entry = json.loads(line)
                row = Row(**{**entry["row"], "failed": tuple(entry["row"]["failed"])})
            except (ValueError, KeyError, TypeError):
                continue
            yield str(entry["key"]), row


def job_key(job: Job, torch: str) -> str:
    """What a row depends on: the file's place and text, the exercise, seed and device, and what graded it."""
    try:
        text = digest(read_submission(job.file))
    except (UnreadableSubmissionError, UsageError):
        text = ""  # never found again: such a file costs no grading
    parts = (job.place, text or str(os.urandom(8)), job.exercise.content_hash, str(job.seed), job.device)
    return hashlib.sha256(os.fsencode("\n".join((*parts, __version__, torch)))).hexdigest()  # a place may be no UTF-8


def grade_all(
    jobs: Sequence[Job],
    journal: Journal,
    *,
    workers: int | None = None,
    told: Callable[[Row], None] = lambda _: None,
    make_referee: Callable[[], Grader] = new_referee,
) -> list[Row]:
    """Grade jobs on as many referees as the machine has cores; rows come back in the order of the jobs.

    Args:
        told: called with each row as soon as it stands, from any thread.

    Raises:
        OSError: the journal cannot be written.
    """
    rows: dict[int, Row] = {}
    waiting: queue.SimpleQueue[tuple[int, str]] = queue.SimpleQueue()
    torch = installed_torch()  # once: to ask takes a millisecond
    for place, job in enumerate(jobs):
        key = job_key(job, torch)
        known = journal.find(key)
        if known is None:
            waiting.put((place, key))
        else:
            rows[place] = known
            told(known)
    work = _Work(jobs, rows, journal, waiting, told, make_referee)
    threads = min(workers or os.cpu_count() or 1, waiting.qsize())
    with ThreadPoolExecutor(max(threads, 1)) as pool:
        try:
            for done in [pool.submit(work.run) for _ in range(threads)]:
                done.result()
        finally:
            work.drop_waiting()
    return [rows[place] for place in range(len(jobs))]


@dataclass
class _Work:
    """What threads share, each with a referee of its own, until no job waits."""

    jobs: Sequence[Job]
    rows: dict[int, Row]
    journal: Journal
    waiting: "queue.SimpleQueue[tuple[int, str]]"
    told: Callable[[Row], None]
    make_referee: Callable[[], Grader]

    def run(self) -> None:
        with self.make_referee() as referee:
            for place, key in self._next_jobs():
                row = grade_job(self.jobs[place], referee)
                self.rows[place] = row
                if not row.problem:
                    self.journal.add(key, row)
                self.told(row)

    def drop_waiting(self) -> None:
        """Let every thread end with the job it is at: one of them failed, or the run was interrupted."""
        for _ in self._next_jobs():
            pass

    def _next_jobs(self) -> Iterator[tuple[int, str]]:
        while True:
            try:
                yield self.waiting.get_nowait()
            except queue.Empty:
                return


def _row(job: Job, report: Report) -> Row:
    diagnosis = report.diagnosis
    return Row(
        student=job.student,
        exercise=job.exercise.slug,
        file=job.place,
        passed=report.passed,
        failed=failed_names(report),
        bug=(diagnosis.bug or "") if diagnosis is not None else "",
        sentence=diagnosis.sentence if diagnosis is not None else "",
        error=f"{report.error.kind}: {report.error.message}" if report.error is not None else _ends(report),
        problem="",
        seconds=round(report.seconds, 4),
    )


def _ends(report: Report) -> str:
    """Which checks gave no answer at all, `timeout in 3 checks`: on a busy machine that may be no fault of the file."""
    failures = (result.error for result in report.experiments if not result.bonus and result.error is not None)
    counts = Counter(failure.kind for failure in failures if failure.kind in _ENDS)
    return ", ".join(f"{kind} in {count_text(count, 'check')}" for kind, count in counts.items())


def _problem(job: Job, problem: str) -> Row:
    return Row(job.student, job.exercise.slug, job.place, False, (), "", "", "", problem, 0.0)
