"""The learner's file as a module, without what the exercise forbids. Runs in the child."""

import contextlib
import importlib.abc
import linecache
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

from quizterm.grading.learner_failure import ForbiddenImportError, failure_of_exception, syntax_failure
from quizterm.grading.verdict import Failure, FailureKind

MODULE = "submission"


class _Refusal(importlib.abc.MetaPathFinder):
    def __init__(self, forbidden: Sequence[str]) -> None:
        self._forbidden = forbidden

    def find_spec(self, fullname: str, *_: object) -> ModuleSpec | None:
        if _within(fullname, self._forbidden):
            raise ForbiddenImportError(f"`{fullname}` is not available to this exercise's file")
        return None


def _within(module: str, packages: Sequence[str]) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


class Hiding:
    """Makes `packages` impossible to import for a while, even though they are loaded."""

    def __init__(self, packages: Sequence[str]) -> None:
        self._packages = packages
        self._names = [name for name in sys.modules if _within(name, packages)]
        self._refusal = _Refusal(packages)

    @contextlib.contextmanager
    def active(self) -> Iterator[None]:
        """While this lasts, importing one of the packages raises `ForbiddenImportError`."""
        if not self._packages:
            yield
            return
        taken = {name: sys.modules.pop(name) for name in self._names if name in sys.modules}
        sys.meta_path.insert(0, self._refusal)
        try:
            yield
        finally:
            with contextlib.suppress(ValueError):  # the learner's code may have removed it
                sys.meta_path.remove(self._refusal)
            sys.modules.update(taken)


class Submission:
    """A file of the learner's, loaded once.

    `file` is the name under which it appears in tracebacks; `callables` are those of the `names` that have to be
    functions or classes.
    """

    def __init__(self, source: str, file: str, forbidden: Sequence[str]) -> None:
        self._source = source
        self.file = file
        self.hiding = Hiding(forbidden)
        self.module = ModuleType(MODULE)
        self.module.__file__ = file

    def load(self, names: Sequence[str], callables: Sequence[str]) -> Failure | None:
        """Import the file; say why it cannot be graded, if so."""
        linecache.cache[self.file] = (len(self._source), None, self._source.splitlines(keepends=True), self.file)
        sys.modules[MODULE] = self.module  # dataclasses and pickle look a class's module up there
        try:
            code = compile(self._source, self.file, "exec", dont_inherit=True)
        except (SyntaxError, ValueError, OverflowError, RecursionError, MemoryError) as error:
            return syntax_failure(error, self.file)
        failure = self.failure_of(lambda: exec(code, self.module.__dict__))
        if failure is not None:
            kind = FailureKind.LOAD if failure.kind is FailureKind.CRASH else failure.kind
            return Failure(kind, failure.message, failure.traceback)
        return self._missing(names, callables)

    def failure_of(self, call: Callable[[], object]) -> Failure | None:
        try:
            with self.hiding.active():
                call()
        except BaseException as error:  # noqa: BLE001  # whatever the learner's code raises is a verdict
            return failure_of_exception(error, self.file)
        return None

    def _missing(self, names: Sequence[str], callables: Sequence[str]) -> Failure | None:
        for name in names:
            if name not in self.module.__dict__:
                return Failure(FailureKind.MISSING, f"the file defines no `{name}`")
            value = self.module.__dict__[name]
            if name in callables and not callable(value):
                message = f"`{name}` has to be a class or a function, not an object of type {type(value).__name__}"
                return Failure(FailureKind.MISSING, message)
        return None
