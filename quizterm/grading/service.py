"""What the referee does for its client: grade a file, prepare bugs, run the code of lessons.

Requests and replies are plain data; `runner` is the client's side. Imports torch.
"""

import functools
import sys
import time
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import torch

from quizterm.errors import ExerciseError, GradingError
from quizterm.grading.child import settle_torch
from quizterm.grading.evidence import bug_outcomes, bug_store, tell_bugs_apart
from quizterm.grading.examination import Examination
from quizterm.grading.exercise import Exercise, content_hash
from quizterm.grading.exercise_check import load_exercise
from quizterm.grading.judge import judge, judge_on_seeds
from quizterm.grading.layers import Layer
from quizterm.grading.plain_text import plain_text
from quizterm.grading.progress import Progress
from quizterm.grading.self_test import self_test
from quizterm.grading.session import Session, SessionEnd
from quizterm.grading.snippet import slow_imports
from quizterm.grading.trial import UNREADABLE, Exam, set_questions
from quizterm.grading.verdict import Failure
from quizterm.grading.workers import ForkedWorkers, SpawnedWorkers, Workers, WorkersLostError

KEPT_EXAMS = 24  # a few more than the seeds on which an exercise is checked, file after file


class Service:
    """Answers requests one after the other. To be made right after torch is imported: it may fork a zygote."""

    def __init__(self, *, spawn: bool = False, without: Collection[Layer] = ()) -> None:
        self._without = without
        self._forked = None if spawn or sys.platform != "linux" else ForkedWorkers(without)
        self._spawned: dict[str, SpawnedWorkers] = {}
        self._workers("cpu")

    def answer(self, request: dict[str, Any], progress: Progress) -> dict[str, Any]:
        """The reply to a request, `{"error": [kind, message]}` where quizterm or the exercise is at fault.

        The kind is `exercise`, `grading`, or `lost` if this referee is of no use any more.
        """
        try:
            match request["do"]:
                case "grade":
                    return self._grade(request, progress)
                case "prepare":
                    return self._prepare(request)
                case "grade on seeds":
                    return self._grade_on_seeds(request)
                case "tell apart":
                    return self._tell_bugs_apart(request)
                case "examine":
                    return {"examination": self._examine().to_json()}
                case _:
                    return self._run(request)
        except ExerciseError as error:
            return {"error": ["exercise", str(error)]}
        except WorkersLostError as error:
            return {"error": ["lost", str(error)]}
        except GradingError as error:
            return {"error": ["grading", str(error)]}

    def close(self) -> None:
        for workers in self._spawned.values():
            workers.close()
        if self._forked is not None:
            self._forked.close()

    def _workers_for(self, exam: Exam) -> Workers:
        workers = self._workers(exam.device)
        workers.preload(exam.exercise.preload)
        return workers

    def _workers(self, device: str) -> Workers:
        if self._forked is not None and device == "cpu":
            return self._forked
        if device not in self._spawned:
            self._spawned[device] = SpawnedWorkers(self._without, device)
        return self._spawned[device]

    def _grade(self, request: dict[str, Any], progress: Progress) -> dict[str, Any]:
        started = time.monotonic()
        exam = _exam(request)
        report = judge(
            self._workers_for(exam),
            exam,
            request["source"],
            request["file"],
            cache=_cache(request),
            diagnosed=request["diagnosed"],
            traced=request["traced"],
            started=started,
            progress=progress,
        )
        return {"report": report.to_json()}

    def _prepare(self, request: dict[str, Any]) -> dict[str, Any]:
        exam = _exam(request)
        store = bug_store(exam, _cache(request))
        known = bug_outcomes(self._workers_for(exam), exam, store, request["most"])
        return {"unknown": len(exam.exercise.bugs) - len(known)}

    def _grade_on_seeds(self, request: dict[str, Any]) -> dict[str, Any]:
        exams = _exams(request)
        reports = judge_on_seeds(self._workers_for(exams[0]), exams, request["source"], request["file"])
        return {"reports": [report.to_json() for report in reports]}

    def _tell_bugs_apart(self, request: dict[str, Any]) -> dict[str, Any]:
        exams = _exams(request)
        stores = [bug_store(exam, _cache(request)) for exam in exams]
        told = tell_bugs_apart(self._workers_for(exams[0]), exams, stores)
        return {"told": [{bug: diagnosis.to_json() for bug, diagnosis in of_seed.items()} for of_seed in told]}

    def _examine(self) -> Examination:
        protections, attacks = self_test(self._workers("cpu"))
        return Examination(_torch_version(), tuple(_devices()), tuple(protections), tuple(attacks))

    def _run(self, request: dict[str, Any]) -> dict[str, Any]:
        return {"units": [self._run_unit(name, blocks, request) for name, blocks in request["units"]]}

    def _run_unit(self, name: str, blocks: list[str], request: dict[str, Any]) -> dict[str, Any]:
        workers = self._workers("cpu")
        workers.preload(slow_imports(blocks))
        session = Session(workers, scratch=True)
        results: list[dict[str, Any]] = []
        error: Failure | None = None
        limits = {"memory": request["memory"], "cpu_seconds": request["seconds"] * max(1, len(blocks))}
        try:
            session.greet()
            for code in blocks:
                answer = session.ask({"do": "run", "code": code, "file": f"<{name}>", **limits}, request["seconds"])
                results.append(_block(answer))
            error = session.close()
        except SessionEnd as end:
            error = end.failure
        except (KeyError, TypeError, ValueError):
            error = UNREADABLE
            session.close()
        return {"name": name, "blocks": results, "error": None if error is None else error.to_json()}


def _exam(request: dict[str, Any]) -> Exam:
    folder = Path(request["folder"])
    return _exam_of(folder, content_hash(folder), request["seed"], request["device"])


def _exams(request: dict[str, Any]) -> list[Exam]:
    return [_exam(request | {"seed": seed}) for seed in request["seeds"]]


@functools.lru_cache(maxsize=KEPT_EXAMS)
def _exam_of(folder: Path, _content: str, seed: int, device: str) -> Exam:
    """The exam of a folder, kept as long as what it holds is the same."""
    exercise = load_exercise(folder)
    chosen = choose_device(device, exercise)
    settle_torch(torch.device(chosen))
    return set_questions(exercise, seed, chosen)


def _cache(request: dict[str, Any]) -> Path | None:
    return None if request["cache"] is None else Path(request["cache"])


def _torch_version() -> str:
    return torch.__version__.partition("+")[0]


def _devices() -> Iterator[str]:
    for number in range(torch.cuda.device_count()):
        yield f"cuda:{number} ({torch.cuda.get_device_name(number)})"
    if torch.backends.mps.is_available():
        yield "mps"


def choose_device(asked: str, exercise: Exercise) -> str:
    """The device to grade on: `auto` is a GPU only where the exercise allows it. Raises `GradingError` if absent."""
    if asked == "cpu" or (asked == "auto" and exercise.device == "cpu"):
        return "cpu"
    if asked == "auto":
        return "cuda:0" if torch.cuda.is_available() else "mps" if torch.backends.mps.is_available() else "cpu"
    if exercise.device == "cpu":
        raise GradingError(f"{exercise.slug} is graded on the CPU only; leave out --device {asked}")
    kind, _, number = asked.partition(":")
    count = torch.cuda.device_count() if kind == "cuda" else int(kind == "mps" and torch.backends.mps.is_available())
    if not (number or "0").isdecimal() or int(number or 0) >= count:
        raise GradingError(f"this machine has no device {asked}; use --device cpu")
    return f"cuda:{number or 0}" if kind == "cuda" else "mps"


def _block(answer: Any) -> dict[str, Any]:
    """The result of a block as a child tells it, made safe to show; raises KeyError or TypeError if it is none."""
    texts = {name: answer[name] for name in ("printed", "value", "exception")}
    if not all(isinstance(text, str) for text in (*texts.values(), *answer["warnings"])):
        raise TypeError("a text is missing")
    return {name: plain_text(text) for name, text in texts.items()} | {
        "warnings": [*map(plain_text, answer["warnings"])]
    }
