"""What an exercise forbids is kept from the learner's file while it runs. Runs in the child.

A forbidden module is replaced by a guard wherever it can be found: importing it or using it out of the learner's file
raises, while torch's own code may still use it; quizterm, which keeps the modules, is forbidden with them. Calls are
seen by torch's function mode under every alias (`softmax`: torch.softmax, Tensor.softmax, nn.Softmax), or, as
`aten._softmax`, by its dispatch mode, whatever calls the operator. Calls count if the learner's file makes them, not if
an experiment does.

Imports torch, so only worker processes import this module.
"""

import builtins
import contextlib
import functools
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any

from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode

from quizterm.grading.guards import GUARDS, ImportRefusal, caller_files
from quizterm.grading.learner_failure import ForbiddenUseError

EXPERIMENTS = "experiments"  # the file name under which an exercise's experiments are compiled
OPERATORS = "aten."
KEEPER = "quizterm"  # the package that keeps what guards stand for


class Forbidding:
    """Keeps `modules` and `calls` from the code of the file shown as `file`."""

    def __init__(self, modules: Sequence[str], calls: Sequence[str], file: str) -> None:
        self._modules = [*modules, KEEPER] if modules else []
        self._calls = frozenset(call for call in calls if not call.startswith(OPERATORS))
        self._operators = frozenset(call for call in calls if call.startswith(OPERATORS))
        self._file = file

    @contextlib.contextmanager
    def active(self) -> Iterator[None]:
        """While this lasts, the learner's code meets `ForbiddenImportError` or `ForbiddenUseError`."""
        with contextlib.ExitStack() as stack:
            if self._modules:
                stack.enter_context(self._modules_guarded())
            if self._calls:
                stack.enter_context(_FunctionRefusal(self._calls, self._file))
            if self._operators:
                stack.enter_context(_OperatorRefusal(self._operators, self._file))
            yield

    @contextlib.contextmanager
    def _modules_guarded(self) -> Iterator[None]:
        GUARDS.keep_up()
        GUARDS.learner.file = self._file
        packages = [GUARDS.package(module) for module in self._modules]
        held = [(sys.modules[parent], name) for parent, name in map(_split, self._modules) if _is_held(parent, name)]
        kept = [(parent, name, getattr(parent, name)) for parent, name in held]
        for package in packages:
            sys.modules.update(package.guards)
        for parent, name in held:
            setattr(parent, name, sys.modules[f"{parent.__name__}.{name}"])
        refusal = ImportRefusal(self._modules, GUARDS.learner)
        sys.meta_path.insert(0, refusal)
        import_as_usual = builtins.__import__
        builtins.__import__ = refusal.instead_of(import_as_usual)
        try:
            yield
        finally:
            builtins.__import__ = import_as_usual
            if refusal in sys.meta_path:
                sys.meta_path.remove(refusal)
            for package in packages:
                sys.modules.update(package.modules)
            for parent, name, module in kept:
                setattr(parent, name, module)


def _split(module: str) -> tuple[str, str]:
    """The package a module is in, empty if there is none, and its name there."""
    parent, _, name = module.rpartition(".")
    return parent, name


def _is_held(parent: str, name: str) -> bool:
    """Whether a package has been imported and holds a module as an attribute."""
    return parent in sys.modules and isinstance(getattr(sys.modules[parent], name, None), ModuleType)


def _learner_calls(file: str) -> bool:
    """Whether the code that now runs was called by the learner's file, rather than by an experiment."""
    return next((name == file for name in caller_files() if name in (file, EXPERIMENTS)), False)


class _FunctionRefusal(TorchFunctionMode):
    def __init__(self, names: frozenset[str], file: str) -> None:
        super().__init__()
        self._names = names
        self._file = file

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: object,
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        name = _name(func)
        if name in self._names and _learner_calls(self._file):
            raise ForbiddenUseError(f"`{name}` is not available to this exercise's file")
        return func(*args, **(kwargs or {}))


@functools.cache
def _name(func: Callable[..., Any]) -> str:
    """The last part of a function's name; for a property such as `Tensor.T`, that of the attribute."""
    name: str = getattr(func, "__name__", "")
    if name == "__get__":
        return getattr(getattr(func, "__self__", None), "__name__", "")
    name = name.partition(".")[0]  # one overload of an operator calls itself softmax.int
    return name.removeprefix("special_")  # torch.special.softmax calls itself so


class _OperatorRefusal(TorchDispatchMode):  # type: ignore[no-untyped-call]  # torch leaves this class untyped
    def __init__(self, names: frozenset[str], file: str) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # and so is its constructor
        self._names = names
        self._file = file

    def __torch_dispatch__(
        self,
        func: Any,
        types: object,
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        name = str(func.overloadpacket)
        if name in self._names and _learner_calls(self._file):
            raise ForbiddenUseError(f"the operator `{name}` is not available to this exercise's file")
        return func(*args, **(kwargs or {}))
