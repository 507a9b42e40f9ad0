"""What a folder of lessons says of itself: its `course.toml`, or for a deck just its file names.

```toml
title = "PyTorch"
slug = "pytorch"          # without it: the folder's name
ten_sections = true       # lint demands the ten sections; without it: false
phases = ["Autograd"]     # titles, in order
gated_phases = []         # those offered only once the gate of the phase before is passed

[[lesson]]
file = "04-engine.md"     # in the same folder
slug = "engine"
phase = "Autograd"        # one of phases
requires = []             # slugs of lessons of this course
minutes = 60
exercises = ["engine"]    # slugs
```
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from unicodedata import normalize

from quizterm.course.encoding import LARGEST_FILE
from quizterm.course.model import Fault
from quizterm.course.names import NAME_RULE, is_name, slugify
from quizterm.course.record import COURSE_FILE
from quizterm.course.report import Report, quoted, suggestion

_COURSE_KEYS = ("title", "slug", "ten_sections", "phases", "gated_phases", "lesson")
_LESSON_KEYS = ("file", "slug", "requires", "minutes", "phase", "exercises")
_MOST_MINUTES = 10_000


@dataclass(frozen=True, slots=True)
class LessonPlan:
    """A lesson as its course lists it. `file` is a name in the course's folder."""

    file: str
    slug: str
    requires: tuple[str, ...] = ()
    minutes: int = 0
    phase: str = ""
    exercises: tuple[str, ...] = ()
    line: int = 0  # index of the line of course.toml where it begins


@dataclass(frozen=True, slots=True)
class CoursePlan:
    """A course before its lessons are read."""

    slug: str
    title: str
    phases: tuple[str, ...]
    ten_sections: bool
    lessons: tuple[LessonPlan, ...]
    gated_phases: tuple[str, ...] = ()


def plan_deck(folder: Path, names: Iterable[str]) -> tuple[CoursePlan | None, tuple[Fault, ...]]:
    """A deck's plan: a lesson for each file, by name; two names that give one slug are a fault."""
    slug = slugify(folder.name)
    if not slug:
        message = (
            "the folder's name gives no course slug; rename it with letters or digits, or add a course.toml with slug="
        )
        return None, (Fault(folder, 1, message),)
    faults = []
    lessons: dict[str, LessonPlan] = {}
    for name in sorted(names):
        lesson_slug = slugify(Path(name).stem)
        if not lesson_slug:
            faults.append(
                Fault(folder / name, 1, "the file's name gives no lesson slug; rename it with letters or digits")
            )
        elif twin := lessons.get(lesson_slug):
            message = f"the same lesson slug {quoted(lesson_slug)} as {quoted(twin.file)}; rename one of the files"
            faults.append(Fault(folder / name, 1, message))
        else:
            lessons[lesson_slug] = LessonPlan(name, lesson_slug)
    return CoursePlan(slug, folder.name, (), False, tuple(lessons.values())), tuple(faults)


def plan_course(data: bytes, folder: Path, names: Iterable[str]) -> tuple[CoursePlan | None, tuple[Fault, ...]]:
    """The plan in the bytes of a `course.toml`; a lesson that cannot be used is left out with a fault.

    Args:
        names: the Markdown files of the folder.
    """
    report = Report(folder / COURSE_FILE)
    if len(data) > LARGEST_FILE:
        report.add(0, f"the file is larger than {LARGEST_FILE >> 20} MiB; write only what a course.toml holds")
        return None, report.faults
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        report.add(data.count(b"\n", 0, error.start), "a byte that is not UTF-8; save the file as UTF-8")
        return None, report.faults
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # of a number too long, tomllib says no more
        line = re.search(r"at line (\d+)", str(error))
        report.add(int(line[1]) - 1 if line else text.rstrip().count("\n"), f"not TOML: {' '.join(str(error).split())}")
        return None, report.faults
    return _CourseFile(text, folder, frozenset(names), report).read(table), report.faults


class _CourseFile:
    """A parsed course.toml; its text only serves to find lines."""

    def __init__(self, text: str, folder: Path, names: frozenset[str], report: Report) -> None:
        self.lines = text.split("\n")
        self.folder = folder
        self.names = names
        self.report = report

    def read(self, table: Mapping[str, object]) -> CoursePlan | None:
        self._check_keys(table, _COURSE_KEYS, 0)
        title = self._text(table, "title", 0) or self.folder.name
        if "title" not in table:
            self._fault(0, "title", 'the course has no title; write title = "..."')
        slug = self._name(table, "slug", 0) if "slug" in table else slugify(self.folder.name)
        if not slug:
            if "slug" not in table:
                self._fault(0, "slug", 'the folder\'s name gives no course slug; write slug = "..."')
            return None
        ten_sections = table.get("ten_sections", False)
        if not isinstance(ten_sections, bool):
            self._fault(0, "ten_sections", "ten_sections must be true or false")
            ten_sections = False
        phases = self._texts(table, "phases", 0)
        entries = table.get("lesson", [])
        if not isinstance(entries, list) or not entries:
            self._fault(0, "lesson", "the course lists no lessons; write a [[lesson]] with file and slug for each")
            entries = []
        lessons: dict[str, LessonPlan] = {}
        for number, entry in enumerate(entries):
            line = self._lesson_line(number)
            if not isinstance(entry, dict):
                self._fault(line, "lesson", "a lesson must be a table; write [[lesson]], then file and slug")
            elif lesson := self._lesson(entry, line, phases, lessons):
                lessons[lesson.slug] = lesson
        gated = self._gated_phases(table, phases)
        return CoursePlan(slug, title, phases, ten_sections, self._with_known_requires(lessons), gated)

    def _lesson(
        self, table: Mapping[str, object], line: int, phases: tuple[str, ...], earlier: Mapping[str, LessonPlan]
    ) -> LessonPlan | None:
        self._check_keys(table, _LESSON_KEYS, line)
        file = self._text(table, "file", line)
        slug = self._name(table, "slug", line)
        if not file or not slug:
            for key in ("file", "slug"):
                if key not in table:
                    self._fault(line, key, f'the lesson has no {key}; write {key} = "..."')
            return None
        if file not in self.names:
            hint = suggestion(file, sorted(self.names))
            self._fault(
                line, "file", f"no file {quoted(file)}{hint} in this folder; write the name of a .md file that is there"
            )
            return None
        if slug in earlier:
            self._fault(line, "slug", f"a second lesson with the slug {quoted(slug)}; give it another")
            return None
        if file in {lesson.file for lesson in earlier.values()}:
            self._fault(line, "file", f"a second lesson with the file {quoted(file)}; give it another")
            return None
        phase = self._text(table, "phase", line)
        if phase and phase not in phases:
            self._fault(line, "phase", f"unknown phase {quoted(phase)}{suggestion(phase, phases)}; write one of phases")
            phase = ""
        return LessonPlan(
            file=file,
            slug=slug,
            requires=self._texts(table, "requires", line),
            minutes=self._minutes(table, line),
            phase=phase,
            exercises=self._texts(table, "exercises", line),
            line=line,
        )

    def _gated_phases(self, table: Mapping[str, object], phases: tuple[str, ...]) -> tuple[str, ...]:
        """Known phases; the first has no phase before it, so no gate either."""
        gated = self._texts(table, "gated_phases", 0)
        for phase in gated:
            if phase not in phases[1:]:
                hint = suggestion(phase, phases[1:])
                self._fault(
                    0, "gated_phases", f"{quoted(phase)} can have no gate{hint}; write phases, the first left out"
                )
        return tuple(phase for phase in gated if phase in phases[1:])

    def _with_known_requires(self, lessons: Mapping[str, LessonPlan]) -> tuple[LessonPlan, ...]:
        """The lessons, each requiring only lessons of this course and, by whatever way, never itself."""
        for lesson in lessons.values():
            for slug in lesson.requires:
                if slug not in lessons:
                    hint = suggestion(slug, list(lessons))
                    self._fault(
                        lesson.line, "requires", f"requires an unknown lesson {quoted(slug)}{hint}; write its slug"
                    )
        requires = {slug: [need for need in lesson.requires if need in lessons] for slug, lesson in lessons.items()}
        while cycle := _find_cycle(requires):
            last = cycle[-1]
            around = " requires ".join(quoted(slug) for slug in reversed(cycle))
            self._fault(lessons[last].line, "requires", f"lessons that require each other: {around}; take one out")
            requires[last].remove(cycle[-2])
        return tuple(replace(lesson, requires=tuple(requires[slug])) for slug, lesson in lessons.items())

    def _check_keys(self, table: Mapping[str, object], known: tuple[str, ...], line: int) -> None:
        for key in table:
            if key not in known:
                self._fault(
                    line, key, f"unknown key {quoted(key)}{suggestion(key, known)}; known are {', '.join(known)}"
                )

    def _text(self, table: Mapping[str, object], key: str, line: int) -> str:
        value = table.get(key, "")
        if not isinstance(value, str) or (key in table and not value.strip()) or not value.isprintable():
            self._fault(line, key, f'{key} must be text on one line; write {key} = "..."')
            return ""
        return normalize("NFC", value.strip())

    def _name(self, table: Mapping[str, object], key: str, line: int) -> str:
        name = self._text(table, key, line)
        if name and not is_name(name):
            self._fault(line, key, f"the {key} {quoted(name)} cannot be used; write {NAME_RULE}")
            return ""
        return name

    def _texts(self, table: Mapping[str, object], key: str, line: int) -> tuple[str, ...]:
        values = table.get(key, [])
        if not isinstance(values, list) or not all(isinstance(value, str) and value.isprintable() for value in values):
            self._fault(line, key, f'{key} must be a list of texts; write {key} = ["..."]')
            return ()
        return tuple(dict.fromkeys(normalize("NFC", value) for value in values))

    def _minutes(self, table: Mapping[str, object], line: int) -> int:
        minutes = table.get("minutes", 0)
        if not isinstance(minutes, int) or isinstance(minutes, bool) or not 0 <= minutes <= _MOST_MINUTES:
            self._fault(line, "minutes", f"minutes must be a whole number from 0 to {_MOST_MINUTES}")
            return 0
        return minutes

    def _fault(self, line: int, key: str, message: str) -> None:
        """Report at the line of `key` within the table that begins at `line`, else at its beginning."""
        for index in range(line, len(self.lines)):
            if index > line and self.lines[index].lstrip().startswith("["):
                break
            if re.match(rf"\s*\"?{re.escape(key)}\"?\s*=", self.lines[index]):
                line = index
                break
        self.report.add(line, message)

    def _lesson_line(self, number: int) -> int:
        headers = [index for index, line in enumerate(self.lines) if re.match(r"\s*\[\[\s*lesson\s*\]\]", line)]
        return headers[number] if number < len(headers) else 0


def _find_cycle(requires: Mapping[str, Iterable[str]]) -> list[str] | None:
    """Slugs each of which is required by the next; the first is the last."""
    try:
        TopologicalSorter(requires).prepare()
    except CycleError as error:
        cycle: list[str] = error.args[1]
        return cycle
    return None
