"""What an exercise forbids is out of reach while the learner's file runs. Runs in the child.

A forbidden module is replaced by a guard wherever it can be found: importing it or using it out of the learner's file
raises, while torch's own code may still use it. Calls are seen by torch's function mode under every alias (`softmax`:
torch.softmax, Tensor.softmax, nn.Softmax), or, as `aten._softmax`, by its dispatch mode, whatever calls the operator.
Calls count if the learner's file makes them, not if an experiment does.

Imports torch, so only worker processes import this module.
"""

import builtins
import contextlib
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import FrameType, ModuleType
from typing import Any

from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode

from quizterm.grading.learner_failure import ForbiddenImportError, ForbiddenUseError

EXPERIMENTS = "experiments"  # the file name under which an exercise's experiments are compiled
OPERATORS = "aten."
_IMPORT_SYSTEM = ("<frozen importlib", "<frozen zipimport", str(sys.modules["importlib"].__file__))


class Forbidding:
    """Keeps `modules` and `calls` from the code of the file shown as `file`."""

    def __init__(self, modules: Sequence[str], calls: Sequence[str], file: str) -> None:
        self._modules = modules
        self._calls = frozenset(call for call in calls if not call.startswith(OPERATORS))
        self._operators = frozenset(call for call in calls if call.startswith(OPERATORS))
        self._file = file
        self._guards: dict[str, _Guard] = {}
        self._seen: set[str] = set()  # the names of the modules that were looked through last
        self._found: list[str] = []  # and which of them are forbidden
        self._inside = tuple(f"{module}." for module in modules)

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
        real = self._forbidden_modules()
        held = [(sys.modules[parent], name) for parent, name in map(_split, self._modules) if _is_held(parent, name)]
        for name, module in real.items():
            if name not in self._guards:
                self._guards[name] = _Guard(module, self._file)
        sys.modules.update({name: self._guards[name] for name in real})
        for parent, name in held:
            setattr(parent, name, self._guards[f"{parent.__name__}.{name}"])
        import_as_usual = builtins.__import__
        builtins.__import__ = self._refusing(import_as_usual)
        try:
            yield
        finally:
            builtins.__import__ = import_as_usual
            sys.modules.update(real)
            for parent, name in held:
                setattr(parent, name, real[f"{parent.__name__}.{name}"])

    def _forbidden_modules(self) -> dict[str, ModuleType]:
        """Those that are imported by now; a thousand names are looked through only where one came or went."""
        if sys.modules.keys() != self._seen:
            self._seen = set(sys.modules)
            self._found = [name for name in self._seen if self._is_forbidden(name)]
        return {name: sys.modules[name] for name in self._found}

    def _is_forbidden(self, name: str) -> bool:
        return name in self._modules or name.startswith(self._inside)

    def _refusing(self, import_as_usual: Callable[..., ModuleType]) -> Callable[..., ModuleType]:
        def refusing(
            name: str,
            globals: Mapping[str, object] | None = None,
            locals: Mapping[str, object] | None = None,
            fromlist: Sequence[str] | None = (),
            level: int = 0,
        ) -> ModuleType:
            for module in (name, *(f"{name}.{part}" for part in fromlist or ())):
                if self._is_forbidden(module) and _learner_reaches(self._file):
                    raise ForbiddenImportError(f"`{module}` is not available to this exercise's file")
            return import_as_usual(name, globals, locals, fromlist, level)

        return refusing


def _split(module: str) -> tuple[str, str]:
    """The package a module is in, empty if there is none, and its name there."""
    parent, _, name = module.rpartition(".")
    return parent, name


def _is_held(parent: str, name: str) -> bool:
    """Whether a package has been imported and holds a module as an attribute."""
    return parent in sys.modules and isinstance(getattr(sys.modules[parent], name, None), ModuleType)


class _Guard(ModuleType):
    """Stands for a module that the learner's file must not use."""

    def __init__(self, module: ModuleType, file: str) -> None:
        super().__init__(module.__name__)
        self.__spec__ = module.__spec__
        self.__dict__["_guarded"] = (module, file)

    def __getattr__(self, name: str) -> Any:
        module, file = self.__dict__["_guarded"]
        if _learner_reaches(file):
            raise ForbiddenUseError(f"`{module.__name__}` is not available to this exercise's file")
        return getattr(module, name)


def _learner_reaches(file: str) -> bool:
    """Whether the code that now imports a module or takes something out of it stands in the learner's file."""
    for name in _caller_files():
        if name == file:  # asked first, since a learner may name a file `<string>`
            return True
        if name != __file__ and not name.startswith(_IMPORT_SYSTEM) and not _is_made_up(name):
            return False
    return False


def _learner_calls(file: str) -> bool:
    """Whether the code that now runs was called by the learner's file, rather than by an experiment."""
    return next((name == file for name in _caller_files() if name in (file, EXPERIMENTS)), False)


def _caller_files() -> Iterator[str]:
    """The files of the code that now runs, the innermost first."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        yield frame.f_code.co_filename
        frame = frame.f_back


def _is_made_up(name: str) -> bool:
    """Whether code came from `exec` or `eval`, so that whoever called that is asking."""
    return name.startswith("<") and not name.startswith("<frozen ")


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


def _name(func: Callable[..., Any]) -> str:
    """The last part of a function's name; for a property such as `Tensor.T`, that of the attribute."""
    name: str = getattr(func, "__name__", "")
    if name == "__get__":
        return getattr(getattr(func, "__self__", None), "__name__", "")
    name = name.partition(".")[0]  # one overload of an operator calls itself softmax.int
    return name.removeprefix("special_")  # torch.special.softmax calls itself so


class _OperatorRefusal(TorchDispatchMode):  # type: ignore[no-untyped-call]  # torch leaves this class untyped
    def __init__(self, names: frozenset[str], file: str) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
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
