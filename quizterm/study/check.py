"""`quizterm check`: what is wrong in lessons and exercises, and whether their code prints what they say."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from quizterm import paths
from quizterm.course import lint
from quizterm.course.model import Fault, line_of
from quizterm.course.record import COURSE_FILE
from quizterm.course.runnable import CodeStep, CodeUnit, expected_matches, runnable
from quizterm.course.source import CourseSource, read_course
from quizterm.errors import ExerciseError, GradingError, UsageError
from quizterm.grading import snippet
from quizterm.grading.exercise import Exercise
from quizterm.grading.exercise_check import check_exercise
from quizterm.grading.exercise_folders import exercise_folders
from quizterm.grading.exercise_proof import EXPERIMENTS_FILE, fault_of_experiments, prove
from quizterm.grading.forbidden_check import check_forbidden
from quizterm.grading.runner import Grader
from quizterm.settings import load_settings

EXERCISE_FILE = "exercise.toml"
BUGS_FILE = "bugs.toml"
ONLY_IN_EXERCISES = (EXERCISE_FILE, BUGS_FILE, EXPERIMENTS_FILE)
LONGEST_QUOTE = 200


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What was looked at, and what is wrong."""

    faults: tuple[Fault, ...]
    lessons: int
    cards: int
    exercises: int
    units_run: int


@dataclass(frozen=True, slots=True)
class _Scope:
    """What is looked at. Only faults of `files` are told, where there are any."""

    courses: tuple[Path, ...]
    exercises: tuple[Path, ...]
    files: frozenset[Path]


def check(places: Sequence[Path], *, run: bool, seeds: int = 0) -> CheckReport:
    """Look at courses, decks, lesson files and exercise folders; without any, at all that quizterm would load.

    Args:
        run: also run the Python code of lessons and compare what it prints, and prove of exercises that what they
            forbid is caught.
        seeds: also prove on so many seeds, from 0 on, that solutions pass, starters fail and bugs are told apart.

    Raises:
        UsageError: a place does not exist, or holds neither lessons nor exercises.
        GradingError: code cannot be run on this machine.
    """
    scope = _scope(places) if places else _everything()
    courses = [read_course(folder) for folder in scope.courses]
    shipped = paths.shipped_courses() if scope.exercises else ()
    with_cards = [*courses, *(read_course(folder) for folder in shipped if folder not in scope.courses)]
    known = [exercise.name for exercise in exercise_folders(paths.exercises_folder())]
    faults = lint.check_courses(courses, {*known, *(folder.name for folder in scope.exercises)})
    whole = []
    for folder in scope.exercises:
        exercise, found = check_exercise(folder)
        faults += found
        if exercise is not None:
            whole.append(exercise)
            faults += _unknown_cards(exercise, with_cards)
            faults += _unknown_slugs(exercise, with_cards, known)
            if folder.resolve().parent == paths.exercises_folder().resolve():
                faults += _unlisted(exercise, with_cards)
    units = [unit for unit in _units(courses) if not scope.files or unit.file in scope.files] if run else []
    with Grader() as grader:
        faults += _run(units, grader)
        for exercise in whole:
            faults += _graded(exercise, grader, run=run, seeds=seeds)
    if scope.files:
        faults = [fault for fault in faults if fault.file in scope.files]
    lessons = [source.lesson for course in courses for _, source in course.lessons if source.lesson is not None]
    seen = [lesson for lesson in lessons if not scope.files or lesson.file in scope.files]
    return CheckReport(
        faults=tuple(sorted(set(faults))),
        lessons=len(seen),
        cards=sum(len(lesson.cards) for lesson in seen),
        exercises=len(scope.exercises),
        units_run=len(units),
    )


def _everything() -> _Scope:
    decks = load_settings(paths.settings_file()).decks
    exercises = exercise_folders(paths.exercises_folder())
    return _Scope((*paths.shipped_courses(), *decks), tuple(exercises), frozenset())


def _scope(places: Sequence[Path]) -> _Scope:
    courses: list[Path] = []
    exercises: list[Path] = []
    files: set[Path] = set()
    places = [_expanded(place) for place in places]
    for place in places:
        if place.is_file() and place.suffix == ".md":
            courses.append(place.parent)
            files.add(place)
        elif any((place / name).is_file() for name in ONLY_IN_EXERCISES):
            exercises.append(place)
        elif (place / COURSE_FILE).is_file():
            courses.append(place)
        elif exercises_inside := exercise_folders(place):  # before notes of any kind that lie beside them
            exercises += exercises_inside
            courses += _course_folders(place)
        elif any(place.glob("*.md")):
            courses.append(place)
        elif courses_inside := _course_folders(place):
            courses += courses_inside
        else:
            problem = "holds neither lessons nor exercises" if place.exists() else "does not exist"
            raise UsageError(f"{place}: {problem}; name a lesson file, a course or deck folder, or an exercise folder")
    only_files = all(place.is_file() for place in places)
    return _Scope(
        tuple(dict.fromkeys(courses)), tuple(dict.fromkeys(exercises)), frozenset(files if only_files else ())
    )


def _course_folders(folder: Path) -> list[Path]:
    return sorted(file.parent for file in folder.glob(f"*/{COURSE_FILE}"))


def _expanded(place: Path) -> Path:
    """The whole path; one that begins with an unknown user is taken as it stands."""
    try:
        return place.expanduser().absolute()
    except RuntimeError:
        return place.absolute()


def _unknown_cards(exercise: Exercise, courses: Iterable[CourseSource]) -> Iterator[Fault]:
    """Cards that a bug would bring back but no lesson holds."""
    known = {
        f"{card.lesson}.{card.name}"
        for course in courses
        for _, source in course.lessons
        if source.lesson is not None
        for card in source.lesson.cards
    }
    file = exercise.folder / BUGS_FILE
    text = file.read_text(encoding="utf-8")
    for bug in exercise.bugs:
        for card in bug.cards:
            if card not in known:
                problem = f"bug {bug.id!r} brings back {card!r}, which is no card; name a lesson.card"
                yield Fault(file, line_of(card, text), problem)


def _unknown_slugs(exercise: Exercise, courses: Iterable[CourseSource], exercises: Collection[str]) -> Iterator[Fault]:
    """A lesson that no course has, and exercises to build on that are not there."""
    lessons = {source.lesson.slug for course in courses for _, source in course.lessons if source.lesson is not None}
    file = exercise.folder / EXERCISE_FILE
    text = file.read_text(encoding="utf-8")
    there = {*exercises, *(folder.name for folder in exercise_folders(exercise.folder.parent))}
    unknown = [(slug, "exercise") for slug in exercise.requires if slug not in there]
    if exercise.lesson not in lessons:
        unknown.append((exercise.lesson, "lesson"))
    for slug, kind in unknown:
        yield Fault(file, line_of(slug, text), f"there is no {kind} {slug!r}; `quizterm {kind}s` lists them")


def _unlisted(exercise: Exercise, courses: Iterable[CourseSource]) -> Iterator[Fault]:
    """An exercise that stands among the shipped ones, and yet is offered to nobody."""
    if not any(exercise.slug in plan.exercises for course in courses for plan, _ in course.lessons):
        problem = f"no lesson lists {exercise.slug!r}, so that nobody is offered it"
        yield Fault(exercise.folder / EXERCISE_FILE, 1, f"{problem}; add it to a lesson's `exercises` in {COURSE_FILE}")


def _graded(exercise: Exercise, grader: Grader, *, run: bool, seeds: int) -> tuple[Fault, ...]:
    """What comes to light when files are graded. Raises GradingError with the exercise's name."""
    try:
        return (
            *(check_forbidden(exercise, grader) if run else ()),
            *(prove(exercise, grader, range(seeds)) if seeds else ()),
        )
    except ExerciseError as error:
        return (fault_of_experiments(exercise, error),)
    except GradingError as error:
        raise GradingError(f"exercise {exercise.slug}: {error}") from error


def _units(courses: Iterable[CourseSource]) -> Iterator[CodeUnit]:
    for course in courses:
        for _, source in course.lessons:
            yield from runnable(source)


def _run(units: Sequence[CodeUnit], grader: Grader) -> list[Fault]:
    if not units:
        return []
    asked = [snippet.CodeUnit(unit.name, tuple(step.code for step in unit.steps)) for unit in units]
    results = grader.run_code(asked)
    return [fault for unit, result in zip(units, results, strict=True) for fault in _differences(unit, result)]


def _differences(unit: CodeUnit, result: snippet.UnitResult) -> Iterator[Fault]:
    for step, block in zip(unit.steps, result.blocks, strict=False):
        problem = _difference(step, block, shows_value=unit.shows_value)
        if problem is not None:
            yield Fault(unit.file, step.line, problem)
    if result.error is not None:
        line = unit.steps[min(len(result.blocks), len(unit.steps) - 1)].line
        yield Fault(unit.file, line, f"the code could not be run to its end: {result.error.message}")


def _difference(step: CodeStep, block: snippet.BlockResult, *, shows_value: bool) -> str | None:
    parts = [block.printed, block.value if shows_value else "", block.exception]
    got = "\n".join(part.rstrip("\n") for part in parts if part)
    if step.output is None:
        return f"raises {block.exception}; write an output fence that names it" if block.exception else None
    if expected_matches(step.output, got):
        return None
    return f"prints {_quoted(got)}, but its output fence says {_quoted(step.output)}; mend the code or the fence"


def _quoted(text: str) -> str:
    short = text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}..."
    return repr(short)
