"""Read and check an exercise folder: an `Exercise`, or what is wrong with it, by file and line."""

import ast
import math
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from quizterm.course.model import Fault
from quizterm.errors import ExerciseError
from quizterm.grading.edits import EditError, broken_solution, defined_names
from quizterm.grading.exercise import (
    FILES,
    Bug,
    Edit,
    Exercise,
    Experiment,
    ForbiddenCall,
    Limits,
    content_hash,
    split_hints,
)

HINTS = 3
NAME = "a name of small letters, digits and _, such as add_self"
_EXERCISE_KEYS = frozenset(
    {
        "title",
        "lesson",
        "repair",
        "project",
        "requires",
        "level",
        "names",
        "forbidden",
        "forbidden_call",
        "preload",
        "device",
        "limits",
        "experiment",
    }
)
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_CARD = re.compile(r"[a-z0-9-]+\.[a-z0-9-]+")
_NAME = re.compile(r"[a-z][a-z0-9_]*")


def load_exercise(folder: Path) -> Exercise:
    """Read an exercise folder by path, without looking into its code.

    Raises `ExerciseError` with the first fault if there is one.
    """
    exercise, faults = _Reader(folder).read()
    if exercise is None:
        more = f" (and {len(faults) - 1} more; `quizterm check` lists them)" if len(faults) > 1 else ""
        raise ExerciseError(f"{faults[0]}{more}")
    return exercise


def check_exercise(folder: Path) -> tuple[Exercise | None, tuple[Fault, ...]]:
    """Read an exercise folder, its code and bugs included; the exercise is None exactly if there are faults."""
    reader = _Reader(folder)
    exercise, faults = reader.read()
    return (exercise, faults) if exercise is None else reader.check_code(exercise)


class _Reader:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._texts: dict[str, str] = {}
        self._faults: list[Fault] = []

    def read(self) -> tuple[Exercise | None, tuple[Fault, ...]]:
        for name in FILES:
            self._read_text(name)
        if self._faults:
            return None, tuple(self._faults)
        table = self._read_toml("exercise.toml")
        bugs = self._read_toml("bugs.toml")
        if table is None or bugs is None:
            return None, tuple(self._faults)
        return self._unless_faulty(self._exercise(table, bugs))

    def check_code(self, exercise: Exercise) -> tuple[Exercise | None, tuple[Fault, ...]]:
        """Look into the code of an exercise that was read without a fault."""
        self._check_definitions(exercise)
        if not exercise.bugs:
            self._fault("bugs.toml", "there is no bug; write `[[bug]]` tables, one for each way to get it wrong")
        if not self._faults:
            self._check_observations()
            for bug in exercise.bugs:
                self._check_bug(exercise, bug)
        return self._unless_faulty(exercise)

    def _unless_faulty(self, exercise: Exercise) -> tuple[Exercise | None, tuple[Fault, ...]]:
        return (None if self._faults else exercise), tuple(sorted(self._faults))

    def _fault(self, file: str, message: str, near: str = "", start: int = 1) -> None:
        """Report a fault at the first line from `start` on that holds `near`, or else at `start`."""
        lines = self._texts.get(file, "").splitlines()[start - 1 :]
        line = next((number for number, text in enumerate(lines, start) if near and near in text), start)
        self._faults.append(Fault(self._folder / file, line, message))

    def _starts(self, file: str, header: str, count: int) -> list[int]:
        """The lines on which `count` tables begin; 1 for each that is not written below a header of its own."""
        lines = self._texts[file].splitlines()
        found = [number for number, text in enumerate(lines, 1) if text.strip().startswith(header)]
        return found if len(found) == count else [1] * count

    def _read_text(self, name: str) -> None:
        try:
            self._texts[name] = (self._folder / name).read_text(encoding="utf-8")
        except FileNotFoundError:
            self._fault(name, "the file is missing; an exercise folder holds " + ", ".join(FILES))
        except (OSError, UnicodeDecodeError) as error:
            self._fault(name, f"the file cannot be read as UTF-8 text: {error}")

    def _read_toml(self, name: str) -> dict[str, Any] | None:
        try:
            return tomllib.loads(self._texts[name])
        except (ValueError, RecursionError) as error:  # of a number too long, or lists too deep, tomllib says no more
            place = re.search(r"at line (\d+)", str(error))
            line = int(place[1]) if place else len(self._texts[name].splitlines())
            self._faults.append(Fault(self._folder / name, line, f"this is no TOML: {error}"))
            return None

    def _exercise(self, table: dict[str, Any], bugs: dict[str, Any]) -> Exercise:
        file = "exercise.toml"
        self._unknown(file, table, _EXERCISE_KEYS)
        hints = split_hints(self._texts["hints.md"])
        if len(hints) != HINTS:
            self._fault("hints.md", f"there are {len(hints)} hints, each a `##` heading and its text; write {HINTS}")
        return Exercise(
            folder=self._folder,
            slug=self._folder.name,
            title=self._get(file, table, "title", "a text", _is_text, ""),
            lesson=self._get(file, table, "lesson", "the slug of a lesson", _matches(_SLUG), ""),
            repair=self._flag(file, table, "repair"),
            project=self._flag(file, table, "project"),
            requires=tuple(self._get(file, table, "requires", "a list of slugs", _list_of(_matches(_SLUG)), [])),
            level=self._get(file, table, "level", "1 to 4", _is_level, 1),
            names=tuple(self._get(file, table, "names", "a list of names", _is_names, [])),
            forbidden=tuple(self._get(file, table, "forbidden", "a list of modules", _list_of(_is_text), [])),
            forbidden_calls=self._forbidden_calls(table.get("forbidden_call", [])),
            preload=self._optional(file, table, "preload", "a list of modules", _list_of(_is_text)),
            device=self._get(file, table, "device", '"cpu" or "any"', _is_device, "cpu"),
            limits=self._limits(table.get("limits", {})),
            experiments=self._experiments(table.get("experiment")),
            bugs=self._bugs(bugs.get("bug", [])),
            brief=self._texts["brief.md"],
            hints=hints,
            starter=self._texts["starter.py"],
            solution=self._texts["solution.py"],
            content_hash=content_hash(self._folder),
        )

    def _unknown(self, file: str, table: dict[str, Any], known: frozenset[str], start: int = 1) -> None:
        for key in table.keys() - known:
            self._fault(file, f"`{key}` is not known here; known are {', '.join(sorted(known))}", key, start)

    def _get(
        self,
        file: str,
        table: dict[str, Any],
        key: str,
        what: str,
        fits: Callable[[Any], bool],
        instead: Any,
        start: int = 1,
    ) -> Any:
        """The value of a required key of the table that begins on line `start`; a fault and `instead` if it is missing
        or does not fit."""
        if key not in table:
            self._fault(file, f"`{key}` is missing; write {what}", start=start)
        elif fits(table[key]):
            return table[key]
        else:
            self._fault(file, f"`{key}` must be {what}", key, start)
        return instead

    def _flag(self, file: str, table: dict[str, Any], key: str) -> bool:
        return key in table and self._get(file, table, key, "true or false", _is_bool, False)

    def _forbidden_calls(self, tables: Any) -> tuple[ForbiddenCall, ...]:
        file = "exercise.toml"
        if not _list_of(_is_table)(tables):
            self._fault(file, "forbidden calls must be `[[forbidden_call]]` tables", "forbidden_call")
            return ()
        calls = []
        starts = self._starts(file, "[[forbidden_call]]", len(tables))
        for table, start in zip(tables, starts, strict=True):
            self._unknown(file, table, frozenset({"name", "examples"}), start)
            name = self._get(file, table, "name", "the name of a function or operator", _is_text, "", start)
            examples = self._get(file, table, "examples", "a list of expressions", _is_expressions, [], start)
            calls.append(ForbiddenCall(name, tuple(examples)))
        return tuple(calls)

    def _optional(
        self, file: str, table: dict[str, Any], key: str, what: str, fits: Callable[[Any], bool]
    ) -> tuple[Any, ...]:
        """The parts of a list that may be left out."""
        return tuple(self._get(file, table, key, what, fits, [])) if key in table else ()

    def _limits(self, table: Any) -> Limits:
        file = "exercise.toml"
        if not isinstance(table, dict):
            self._fault(file, "`limits` must be a table", "limits")
            return Limits()
        [start] = self._starts(file, "[limits]", 1)
        self._unknown(file, table, frozenset({"load", "experiment", "whole", "memory"}), start)
        for key in ("load", "experiment", "whole"):
            self._get(file, table, key, "a positive number of seconds, in `[limits]`", _is_positive, 1, start)
        self._get(file, table, "memory", "a whole number of MiB, in `[limits]`", _is_count, 1, start)
        return Limits(**table) if not self._faults else Limits()

    def _experiments(self, tables: Any) -> tuple[Experiment, ...]:
        file = "exercise.toml"
        if not _list_of(_is_table)(tables) or not tables:
            self._fault(file, "there is no experiment; write `[[experiment]]` tables", "experiment")
            return ()
        experiments = []
        starts = self._starts(file, "[[experiment]]", len(tables))
        for table, start in zip(tables, starts, strict=True):
            name = self._get(file, table, "name", NAME, _matches(_NAME), "", start)
            self._unknown(file, table, frozenset({"name", "title", "bonus", "at_most", "at_least"}), start)
            bounds = [table[key] for key in ("at_most", "at_least") if key in table]
            if not all(_is_number(bound) for bound in bounds):
                self._fault(file, "a bound must be a number", f'"{name}"', start)
            title = self._get(file, table, "title", "a text", _is_text, "", start)
            bonus = table.get("bonus", False)
            if not isinstance(bonus, bool):
                self._fault(file, "`bonus` must be true or false", f'"{name}"', start)
            experiments.append(Experiment(name, title, bonus, table.get("at_most"), table.get("at_least")))
        if all(experiment.bonus for experiment in experiments):
            self._fault(file, "every experiment is a bonus, so that any file would pass; let one count", "bonus")
        self._repeated(file, [experiment.name for experiment in experiments])
        return tuple(experiments)

    def _bugs(self, tables: Any) -> tuple[Bug, ...]:
        file = "bugs.toml"
        if not _list_of(_is_table)(tables):
            self._fault(file, "bugs must be `[[bug]]` tables")
            return ()
        bugs = []
        starts = self._starts(file, "[[bug]]", len(tables))
        for table, start in zip(tables, starts, strict=True):
            self._unknown(file, table, frozenset({"id", "sentence", "cards", "edit"}), start)
            bug_id = self._get(file, table, "id", NAME, _matches(_NAME), "", start)
            sentence = self._get(file, table, "sentence", "a text", _is_text, "", start)
            cards = self._get(file, table, "cards", "a list of `lesson.card`", _list_of(_matches(_CARD)), [], start)
            edits = self._get(file, table, "edit", "`[[bug.edit]]` tables with old and new", _is_edits, [], start)
            bugs.append(Bug(bug_id, sentence, tuple(cards), tuple(Edit(edit["old"], edit["new"]) for edit in edits)))
        self._repeated(file, [bug.id for bug in bugs])
        return tuple(bugs)

    def _repeated(self, file: str, names: list[str]) -> None:
        for name in {name for name in names if names.count(name) > 1}:
            self._fault(file, f"`{name}` is there twice; every name must be its own", f'"{name}"')

    def _check_definitions(self, exercise: Exercise) -> None:
        defined = {
            file: self._defined(file) for file in ("starter.py", "solution.py", "reference.py", "experiments.py")
        }
        if self._faults:
            return
        for file in ("starter.py", "solution.py", "reference.py"):
            for name in sorted(set(exercise.names) - defined[file]):
                self._fault(file, f"`{name}` of `names` is not defined at the top level")
        wanted = {f"{part}_{one.name}" for one in exercise.experiments for part in ("make", "observe")}
        found = {name for name in defined["experiments.py"] if name.startswith(("make_", "observe_"))}
        for name in sorted(wanted - found):
            self._fault("experiments.py", f"`{name}` is missing; exercise.toml has the experiment")
        for name in sorted(found - wanted):
            self._fault("experiments.py", f"`{name}` belongs to no experiment of exercise.toml", name)

    def _check_observations(self) -> None:
        for node in ast.parse(self._texts["experiments.py"]).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("observe_") and not _returns(node):
                message = f"`{node.name}` returns nothing, so that nothing is compared; return what is observed"
                self._faults.append(Fault(self._folder / "experiments.py", node.lineno, message))

    def _defined(self, file: str) -> set[str]:
        try:
            return set().union(*map(defined_names, ast.parse(self._texts[file]).body))
        except (SyntaxError, ValueError) as error:
            line, problem = (error.lineno or 1, error.msg) if isinstance(error, SyntaxError) else (1, str(error))
            self._faults.append(Fault(self._folder / file, line, f"this is no Python: {problem}"))
            return set()

    def _check_bug(self, exercise: Exercise, bug: Bug) -> None:
        try:
            ast.parse(broken_solution(exercise, bug))
        except EditError as error:
            self._fault("bugs.toml", f"{bug.id}: {error}", f'"{bug.id}"')
        except SyntaxError as error:
            problem = f"its edits leave no Python: {error.msg}, line {error.lineno} of the edited solution"
            self._fault("bugs.toml", f"{bug.id}: {problem}", f'"{bug.id}"')


def _returns(function: ast.FunctionDef) -> bool:
    return any(isinstance(node, ast.Return) and node.value is not None for node in ast.walk(function))


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_bool(value: Any) -> bool:
    return isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _is_count(value: Any) -> bool:
    return type(value) is int and value > 0


def _is_positive(value: Any) -> bool:
    return _is_number(value) and value > 0


def _is_level(value: Any) -> bool:
    return isinstance(value, int) and value in (1, 2, 3, 4)


def _is_device(value: Any) -> bool:
    return value in ("cpu", "any")


def _is_table(value: Any) -> bool:
    return isinstance(value, dict)


def _is_names(value: Any) -> bool:
    return (
        isinstance(value, list) and bool(value) and all(isinstance(name, str) and name.isidentifier() for name in value)
    )


def _is_edits(value: Any) -> bool:
    return (
        bool(value)
        and _list_of(_is_table)(value)
        and all(
            edit.keys() == {"old", "new"} and all(isinstance(text, str) for text in edit.values()) for edit in value
        )
    )


def _is_expressions(value: Any) -> bool:
    return bool(value) and _list_of(_is_text)(value) and all(map(_is_python, value))


def _is_python(text: str) -> bool:
    try:
        ast.parse(text, mode="eval")
    except (SyntaxError, ValueError):
        return False
    return True


def _matches(pattern: re.Pattern[str]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and pattern.fullmatch(value) is not None


def _list_of(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(map(fits, value))
