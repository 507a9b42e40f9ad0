"""An exercise folder: what it holds, read from disk. `exercise_check` says what is wrong with one."""

from dataclasses import dataclass
from pathlib import Path

FILES = (
    "exercise.toml",
    "brief.md",
    "hints.md",
    "starter.py",
    "solution.py",
    "reference.py",
    "experiments.py",
    "bugs.toml",
)
_GRADED_BY = ("exercise.toml", "solution.py", "reference.py", "experiments.py", "bugs.toml")


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds for importing the file, for one experiment and for all of them; MiB of memory beyond the worker's own."""

    load: float = 5.0
    experiment: float = 5.0
    whole: float = 30.0
    memory: int = 2048


@dataclass(frozen=True, slots=True)
class Experiment:
    """`make_<name>` and `observe_<name>` in `experiments.py`.

    Without a bound it yields a value, compared with the reference's; with one (`at_most`, `at_least`) a number that
    has to keep within it. A bonus experiment does not count for the pass.
    """

    name: str
    title: str
    bonus: bool = False
    at_most: float | None = None
    at_least: float | None = None

    @property
    def is_property(self) -> bool:
        return self.at_most is not None or self.at_least is not None

    def allows(self, number: object) -> bool:
        """Whether a property holds for what was observed; for NaN, and for what is no number, none does."""
        low = float("-inf") if self.at_least is None else self.at_least
        high = float("inf") if self.at_most is None else self.at_most
        return isinstance(number, int | float) and not isinstance(number, bool) and low <= number <= high


@dataclass(frozen=True, slots=True)
class Edit:
    """`old` stands exactly once in the solution's own part and is replaced by `new`."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Bug:
    """A way to get the solution wrong, the sentence that explains it, and the cards (`lesson.card`) it brings back."""

    id: str
    sentence: str
    cards: tuple[str, ...]
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class ForbiddenCall:
    """A torch function or method the learner's file must not call.

    `name` is its last part, `softmax`, whatever module or alias it is called by, or an operator, `aten._softmax`.
    `examples` are expressions that have to be caught; `torch` and `x`, a 2 x 2 tensor that requires grad, are defined.
    """

    name: str
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Exercise:
    """One coding task: something to build, a `repair` of something broken, or a `project` that joins what was learned.

    `forbidden` are modules the learner's file cannot import or use.

    `names` are the top-level names a submission has to define and that are its own: bugs touch only these.
    `requires` are slugs of exercises whose parts it builds on. `preload` are modules that are slow to import and that
    its workers should find imported. `device` is `cpu`, or `any` if it may run elsewhere.
    """

    folder: Path
    slug: str
    title: str
    lesson: str
    repair: bool
    project: bool
    requires: tuple[str, ...]
    level: int
    names: tuple[str, ...]
    forbidden: tuple[str, ...]
    forbidden_calls: tuple[ForbiddenCall, ...]
    preload: tuple[str, ...]
    device: str
    limits: Limits
    experiments: tuple[Experiment, ...]
    bugs: tuple[Bug, ...]
    brief: str
    hints: tuple[str, ...]
    starter: str
    solution: str
    content_hash: str  # of all that decides a verdict

    @property
    def repeats(self) -> bool:
        """Whether it is asked again after a pass: a bug that was found once surprises nobody."""
        return not (self.repair or self.project)

    def bug(self, bug_id: str) -> Bug:
        return next(bug for bug in self.bugs if bug.id == bug_id)


def split_hints(text: str) -> tuple[str, ...]:
    """The hints of `hints.md`: each `##` heading with the text below it."""
    return tuple(f"## {part.strip()}" for part in ("\n" + text).split("\n## ")[1:])


def content_hash(folder: Path) -> str:
    """A digest of all files that decide a verdict; a file that is missing counts as empty."""
    import hashlib  # late: OpenSSL is slow to load, and listing exercises needs no digest

    digest = hashlib.sha256()
    for name in _GRADED_BY:
        data = (folder / name).read_bytes() if (folder / name).is_file() else b""
        digest.update(f"{name} {len(data)}\n".encode())
        digest.update(data)
    return digest.hexdigest()
