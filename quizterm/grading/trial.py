"""Run one file through an exercise's experiments: cases in, outcomes out.

Imports torch, so only worker processes import this module.
"""

import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import CodeType, ModuleType
from typing import Any

import torch

from quizterm.errors import ExerciseError
from quizterm.grading import packed_code
from quizterm.grading.child import module_from, seed_everything
from quizterm.grading.exercise import Exercise, Experiment
from quizterm.grading.forbidden import EXPERIMENTS
from quizterm.grading.observation import from_wire, to_wire
from quizterm.grading.outcome import Ended, Outcome, from_plain, untrusted_failure
from quizterm.grading.probe import Probe
from quizterm.grading.progress import MAX_NOTES, Begun, Loss, Progress
from quizterm.grading.session import KEPT_OUTPUT, Session, SessionEnd
from quizterm.grading.verdict import Failure, FailureKind
from quizterm.grading.wire import decode, encode
from quizterm.grading.workers import Workers


@dataclass(frozen=True, slots=True)
class Question:
    """An experiment with its inputs (as the wire carries them), the seed of its RNGs, and the right observation.

    `shown` is what the probe showed of the reference.
    """

    experiment: Experiment
    case: Any
    seed: int
    reference: Any
    shown: Any


@dataclass(frozen=True, slots=True)
class Trial:
    """What a file did. `failure` is set if the file as a whole could not be run; then there are no outcomes."""

    outcomes: Mapping[str, Outcome]
    output: str
    failure: Failure | None = None


@dataclass(frozen=True, slots=True)
class Exam:
    """An exercise loaded for one seed and device: the questions that every file is asked."""

    exercise: Exercise
    seed: int
    device: str
    experiments: str  # a `packed_code`
    callables: tuple[str, ...]
    questions: tuple[Question, ...]
    bugs: dict[str, Mapping[str, Outcome]] = field(default_factory=dict)  # what each does, as far as it is known
    bug_failures: dict[str, frozenset[str]] = field(default_factory=dict)  # the experiments that each fails, likewise

    @property
    def graded(self) -> tuple[Question, ...]:
        """The questions that count for the pass."""
        return tuple(question for question in self.questions if not question.experiment.bonus)


def set_questions(exercise: Exercise, seed: int, device: str) -> Exam:
    """Make the cases of a seed and observe the reference on them. Raises `ExerciseError` if it cannot be observed."""
    try:
        code = _compiled(exercise, EXPERIMENTS)
        experiments = module_from(code, EXPERIMENTS)
        reference = module_from(_compiled(exercise, "reference"), "reference")
        callables = tuple(name for name in exercise.names if callable(getattr(reference, name)))
    except Exception as error:
        raise ExerciseError(f"exercise {exercise.slug}: its reference or experiments do not load: {error!r}") from error
    questions = tuple(
        _question(exercise, experiment, experiments, reference, seed, torch.device(device))
        for experiment in exercise.experiments
    )
    return Exam(exercise, seed, device, packed_code.pack(code), callables, questions)


def _compiled(exercise: Exercise, name: str) -> CodeType:
    source = (exercise.folder / f"{name}.py").read_text(encoding="utf-8")
    return compile(source, name, "exec", dont_inherit=True)


def _question(
    exercise: Exercise,
    experiment: Experiment,
    experiments: ModuleType,
    reference: ModuleType,
    seed: int,
    device: torch.device,
) -> Question:
    rng = torch.Generator().manual_seed(_derived(seed, experiment.name, "case"))
    rng_seed = _derived(seed, experiment.name, "rng")
    try:
        make = getattr(experiments, f"make_{experiment.name}")
        observe = getattr(experiments, f"observe_{experiment.name}")
        case = decode(encode(to_wire(make(rng))))
        seed_everything(rng_seed, device)
        probe = Probe(device)
        observed = decode(encode(to_wire(observe(reference, from_wire(case, device), probe))))
        shown = decode(encode(to_wire(probe.shown)))
    except Exception as error:
        problem = f"the reference fails in {experiment.name}, seed {seed}: {error!r}"
        raise ExerciseError(f"exercise {exercise.slug}: {problem}") from error
    return Question(experiment, case, rng_seed, observed, shown)


def _derived(seed: int, *purpose: str) -> int:
    """A seed of 63 bits for one purpose, unlike that of any other purpose."""
    digest = hashlib.sha256("/".join([str(seed), *purpose]).encode()).digest()
    return int.from_bytes(digest[:8], "little") >> 1


@dataclass(slots=True)
class _Run:
    """A file under way through one exam after the other. A child that is lost is replaced, so that every experiment
    has its chance."""

    workers: Workers
    source: str
    file: str
    progress: Progress | None
    traced: bool
    is_bug: bool
    cpu_seconds: float
    exam: Exam
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    output: str = ""
    session: Session | None = None
    waited: float = 0.0  # seconds until children were ready, which are not the learner's

    def take(self, exam: Exam, questions: Sequence[Question]) -> Trial:
        """Load the file, afresh if it is loaded already, and ask it questions of an exam."""
        self.exam, self.outcomes, self.waited = exam, {}, 0.0
        limits = exam.exercise.limits
        deadline = time.monotonic() + limits.whole
        failure = self.load()
        if failure is not None:
            return Trial({}, self.output, failure)
        for question in questions:
            left = deadline + self.waited - time.monotonic()
            if left <= 0:
                text = f"not run: the {limits.whole:.3g} seconds for all checks are used up"
                self.outcomes[question.experiment.name] = Ended(Failure(FailureKind.TIMEOUT, text))
            else:
                self.outcomes[question.experiment.name] = self.ask(question, min(limits.experiment, left))
        return Trial(self.outcomes, self.output)

    def load(self) -> Failure | None:
        """Give the file to the child, which is started if there is none."""
        exercise = self.exam.exercise
        message = {
            "do": "load",
            "source": self.source,
            "file": self.file,
            "experiments": self.exam.experiments,
            "names": list(exercise.names),
            "callables": list(self.exam.callables),
            "forbidden": [] if self.is_bug else list(exercise.forbidden),
            "forbidden_calls": [] if self.is_bug else [call.name for call in exercise.forbidden_calls],
            "device": self.exam.device,
            "memory": exercise.limits.memory,
            "cpu_seconds": self.cpu_seconds,
        }
        try:
            session = self.session or self.started()
            answer = session.ask(message, exercise.limits.load)
            failure = None if answer["did"] == "loaded" else untrusted_failure(answer["failure"])
        except SessionEnd as end:
            failure = end.failure
        except (KeyError, TypeError, ValueError):
            failure = UNREADABLE
        if failure is not None:
            self.end()
        return failure

    def started(self) -> Session:
        self.session = Session(self.workers)
        asked = time.monotonic()
        self.session.greet()
        self.waited += time.monotonic() - asked
        return self.session

    def ask(self, question: Question, seconds: float) -> Outcome:
        if self.session is None and (failure := self.load()) is not None:
            return Ended(failure)
        assert self.session is not None
        name = question.experiment.name
        message = {
            "do": "observe",
            "experiment": name,
            "case": question.case,
            "seed": question.seed,
            "traced": self.traced,
        }
        try:
            return from_plain(self.session.ask(message, seconds, self.teller(question)))
        except SessionEnd as end:
            self.end()
            return Ended(end.failure)
        except (KeyError, TypeError, ValueError):
            self.end()
            return Ended(UNREADABLE)

    def teller(self, question: Question) -> Callable[[float], None] | None:
        """Tell that an experiment begins; what takes its losses."""
        progress, name = self.progress, question.experiment.name
        if progress is None:
            return None
        losses = question.shown.get("losses", ())
        progress(Begun(name, tuple(losses[:MAX_NOTES])))
        return lambda loss: progress(Loss(name, loss))

    def end(self) -> Failure | None:
        if self.session is None:
            return None
        failure = self.session.close()
        self.output = (self.output + self.session.output)[:KEPT_OUTPUT]
        self.session = None
        return failure


UNREADABLE = Failure(FailureKind.PROTOCOL, "the answer is not of the agreed form")


def run_file(
    workers: Workers,
    exam: Exam,
    source: str,
    file: str,
    progress: Progress | None = None,
    *,
    traced: bool = True,
) -> Trial:
    """Ask a file the questions of an exam.

    `progress` is told of each experiment, and of losses as they come; `traced` False leaves out what probes would show.
    """
    (trial,) = run_through(workers, (exam,), source, file, progress, traced=traced)
    return trial


def run_through(
    workers: Workers,
    exams: Sequence[Exam],
    source: str,
    file: str,
    progress: Progress | None = None,
    *,
    traced: bool = True,
    is_bug: bool = False,
) -> tuple[Trial, ...]:
    """As `run_file`, for exams of one exercise on several seeds, in one child as long as it lives.

    The file is loaded afresh for each, which is a fraction of the price of another child. What it prints is told when
    its child has ended: in the output of the exam that ended it, or of the last, and of those that follow. What it
    changes outside of itself, such as a default of torch's, stays for the later ones. A bug of the exercise's own is
    asked no bonus, and nothing is kept from it: it uses nothing that is forbidden, and to watch a file for that takes
    as long as to run it.
    """
    cpu_seconds = exams[0].exercise.limits.whole * len(exams)
    run = _Run(workers, source, file, progress, traced, is_bug, cpu_seconds, exams[0])
    trials = [run.take(exam, exam.graded if is_bug else exam.questions) for exam in exams]
    unasked = run.end()
    if unasked is not None and run.outcomes:
        run.outcomes[next(reversed(run.outcomes))] = Ended(unasked)
    if trials[-1].failure is None:
        trials[-1] = Trial(run.outcomes, run.output)
    return tuple(trials)
