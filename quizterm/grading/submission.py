"""The learner's file as a module, without what the exercise forbids. Runs in the child."""

import functools
import linecache
import sys
from collections.abc import Callable, Sequence
from types import CodeType, ModuleType

from quizterm.grading.forbidden import Forbidding
from quizterm.grading.learner_failure import class_name, failure_of_exception, syntax_failure
from quizterm.grading.verdict import Failure, FailureKind

MODULE = "submission"


@functools.lru_cache(maxsize=1)  # a file that is run on many seeds is compiled once
def _compiled(source: str, file: str) -> CodeType:
    return compile(source, file, "exec", dont_inherit=True)


class Submission:
    """A file of the learner's, loaded once.

    `file` is the name under which it appears in tracebacks; `callables` are those of the `names` that have to be
    functions or classes.
    """

    def __init__(self, source: str, file: str, forbidding: Forbidding) -> None:
        self._source = source
        self.file = file
        self.forbidding = forbidding
        self.module = ModuleType(MODULE)
        self.module.__file__ = file

    def load(self, names: Sequence[str], callables: Sequence[str]) -> Failure | None:
        """Import the file; say why it cannot be graded, if so."""
        linecache.cache[self.file] = (len(self._source), None, self._source.splitlines(keepends=True), self.file)
        sys.modules[MODULE] = self.module  # dataclasses and pickle look a class's module up there
        try:
            code = _compiled(self._source, self.file)
        except (SyntaxError, ValueError, OverflowError, RecursionError, MemoryError) as error:
            return syntax_failure(error, self.file)
        failure = self.failure_of(lambda: exec(code, self.module.__dict__))
        if failure is not None:
            kind = FailureKind.LOAD if failure.kind is FailureKind.CRASH else failure.kind
            return Failure(kind, failure.message, failure.traceback)
        return self._missing(names, callables)

    def failure_of(self, call: Callable[[], object]) -> Failure | None:
        try:
            with self.forbidding.active():
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
                message = f"`{name}` has to be a class or a function, not an object of type {class_name(value)}"
                return Failure(FailureKind.MISSING, message)
        return None
