"""Whether an exercise keeps its word on many seeds: the solution passes, the starter fails kindly, and every bug fails
and is told from the others."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from quizterm.course.model import Fault, line_of
from quizterm.errors import ExerciseError
from quizterm.grading.exercise import Bug, Exercise
from quizterm.grading.verdict import Certainty, Diagnosis, ExperimentResult, FailureKind, Report

EXPERIMENTS_FILE = "experiments.py"


class GradesOnSeeds(Protocol):
    """What grades a file on many seeds: `quizterm.grading.runner.Grader`, or a stand-in for it."""

    def grade_on_seeds(self, exercise: Exercise, source: str, *, seeds: Sequence[int]) -> tuple[Report, ...]: ...

    def tell_bugs_apart(self, exercise: Exercise, *, seeds: Sequence[int]) -> tuple[dict[str, Diagnosis], ...]: ...


def prove(exercise: Exercise, grader: GradesOnSeeds, seeds: Sequence[int]) -> tuple[Fault, ...]:
    """A fault for each way in which the exercise breaks its word, with the seeds on which it does.

    Bugs are edits of the solution, so nothing is said of them before the solution passes.
    """
    try:
        of_solution = prove_solution(exercise, grader, seeds)
        of_starter = prove_starter(exercise, grader, seeds)
        of_bugs = () if of_solution else prove_bugs(exercise, grader, seeds)
    except ExerciseError as error:
        return (fault_of_experiments(exercise, error),)
    return (*of_solution, *of_starter, *of_bugs)


def fault_of_experiments(exercise: Exercise, error: ExerciseError) -> Fault:
    """Where the reference cannot be observed, so that nothing can be graded."""
    return Fault(exercise.folder / EXPERIMENTS_FILE, 1, f"{error}; make and observe have to work with reference.py")


def prove_solution(exercise: Exercise, grader: GradesOnSeeds, seeds: Sequence[int]) -> tuple[Fault, ...]:
    """The solution passes every experiment, those that do not count included."""
    reports = grader.grade_on_seeds(exercise, exercise.solution, seeds=seeds)
    broken = [(report.seed, problem) for report in reports for problem in _failures(report)]
    return _faults(exercise, "solution.py", broken, seeds)


def prove_starter(exercise: Exercise, grader: GradesOnSeeds, seeds: Sequence[int]) -> tuple[Fault, ...]:
    """The starter does not pass; it runs, and where it raises, it says that something is not written yet."""
    reports = grader.grade_on_seeds(exercise, exercise.starter, seeds=seeds)
    broken = [(report.seed, problem) for report in reports for problem in _unkindness(report)]
    return _faults(exercise, "starter.py", broken, seeds)


def prove_bugs(exercise: Exercise, grader: GradesOnSeeds, seeds: Sequence[int]) -> tuple[Fault, ...]:
    """Every bug fails, and a file that has it is told so, and of no other bug beside."""
    text = (exercise.folder / "bugs.toml").read_text(encoding="utf-8")
    told = grader.tell_bugs_apart(exercise, seeds=seeds)
    faults: list[Fault] = []
    for bug in exercise.bugs:
        answers = [(seed, of_seed.get(bug.id)) for seed, of_seed in zip(seeds, told, strict=True)]
        broken = [(seed, problem) for seed, answer in answers for problem in _confusion(bug, answer)]
        faults += _faults(exercise, "bugs.toml", broken, seeds, line_of(bug.id, text))
    return tuple(faults)


def _failures(report: Report) -> Iterator[tuple[str, str]]:
    """What goes wrong, each with a name under which the same of other seeds is found."""
    if report.error is not None:
        yield "error", f"the solution cannot be run: {report.error.message}"
        return
    for result in report.experiments:
        if not result.passed:
            yield result.name, f"the solution fails the experiment {result.name!r}: {result.message}"


def _unkindness(report: Report) -> Iterator[tuple[str, str]]:
    if report.error is not None:
        hint = "it has to load, and may call nothing that is still to be written"
        yield "error", f"the starter cannot be run: {report.error.message}; {hint}"
    elif report.passed:
        yield "passed", "the starter passes, so that there is nothing to do; leave something to be written"
    for result in report.experiments:
        if _breaks_down(result):
            hint = "raise NotImplementedError where something is to be written"
            yield result.name, f"the starter breaks down in the experiment {result.name!r}: {result.message}; {hint}"


def _breaks_down(result: ExperimentResult) -> bool:
    return result.error is not None and result.error.kind is not FailureKind.MISSING


def _confusion(bug: Bug, told: Diagnosis | None) -> Iterator[tuple[str, str]]:
    if told is None:
        yield "unnoticed", f"no experiment notices the bug {bug.id!r}; add one that does, or take the bug out"
    elif told != Diagnosis(Certainty.NAMED, bug.sentence, bug.id):
        others = [other for other in (told.bug, *told.also) if other is not None and other != bug.id]
        if others:
            hint = "add an experiment on which they differ, or make them one"
            yield "confused", f"the bug {bug.id!r} cannot be told from {', '.join(map(repr, others))}; {hint}"
        else:
            hint = "let `observe` return tensors, numbers, texts, or lists, tuples and dicts of them"
            yield "incomparable", f"what is observed of the bug {bug.id!r} cannot be compared; {hint}"


def _faults(
    exercise: Exercise, file: str, broken: Iterable[tuple[int, tuple[str, str]]], seeds: Sequence[int], line: int = 1
) -> tuple[Fault, ...]:
    """One fault for each kind, in the words of its first seed."""
    where: dict[str, tuple[str, list[int]]] = {}
    for seed, (kind, problem) in broken:
        where.setdefault(kind, (problem, []))[1].append(seed)
    return tuple(
        Fault(exercise.folder / file, line, f"{problem} ({_which(failing, seeds)})")
        for problem, failing in where.values()
    )


def _which(failing: Sequence[int], seeds: Sequence[int]) -> str:
    """`seed 3`, `all 20 seeds`, or `4 of 20 seeds, the first is 3`."""
    if len(seeds) == 1:
        return f"seed {failing[0]}"
    if len(failing) == len(seeds):
        return f"all {len(seeds)} seeds"
    return f"{len(failing)} of {len(seeds)} seeds, the first is {failing[0]}"
