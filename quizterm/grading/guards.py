"""Stand-ins for the modules that a learner's file must not use. Imports and uses out of that file raise.

They are made for all modules at once, before workers are forked: in a forked process even to look at a thousand modules
takes milliseconds, since each page of memory that holds one is copied when it is first touched.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import FrameType, ModuleType
from typing import Any

from quizterm.grading.learner_failure import ForbiddenImportError, ForbiddenUseError

_IMPORT_SYSTEM = ("<frozen importlib", "<frozen zipimport", str(sys.modules["importlib"].__file__))


class Guard(ModuleType):
    """Stands for the module of a name. It holds neither that module nor a loader that could make another one."""

    def __init__(self, name: str, spec: ModuleSpec | None) -> None:
        super().__init__(name)
        if spec is not None:  # importlib's find_spec asks for one
            self.__spec__ = ModuleSpec(name, None, origin=spec.origin)

    def __getattr__(self, name: str) -> Any:
        return GUARDS.attribute(self.__dict__["__name__"], name)


@dataclass(slots=True)
class Learner:
    """The code of the file shown as `file`."""

    file: str = ""

    def reaches(self) -> bool:
        """Whether the code that now imports a module or takes something out of it stands in the learner's file."""
        for name in caller_files():
            if name == self.file:  # asked first, since a learner may name a file `<string>`
                return True
            if name != __file__ and not name.startswith(_IMPORT_SYSTEM) and not _is_made_up(name):
                return False
        return False


@dataclass(slots=True)
class Package:
    """The modules of a package by name, itself included, and their guards."""

    modules: dict[str, ModuleType] = field(default_factory=dict)
    guards: dict[str, Guard] = field(default_factory=dict)


class Guards:
    """A guard for each module that was imported, by package."""

    def __init__(self) -> None:
        self.learner = Learner()
        self._modules: dict[str, ModuleType] = {}
        self._packages: dict[str, Package] = {}

    def keep_up(self) -> None:
        """Make guards for what was imported since the last time. No guard may be in its module's place."""
        new = []
        for name in reversed(sys.modules):  # what is imported comes last
            if self._modules.get(name) is sys.modules[name]:
                break
            new.append(name)
        for name in reversed(new):
            module = sys.modules[name]
            if isinstance(module, ModuleType):
                self._add(name, module)

    def package(self, name: str) -> Package:
        return self._packages.get(name, Package())

    def attribute(self, module: str, name: str) -> Any:
        """What a guarded module holds under a name; raises `ForbiddenUseError` if the learner's file asks."""
        if self.learner.reaches():
            raise ForbiddenUseError(f"`{module}` is not available to this exercise's file")
        return getattr(self._modules[module], name)

    def _add(self, name: str, module: ModuleType) -> None:
        self._modules[name] = module
        guard = Guard(name, vars(module).get("__spec__"))
        parts = name.split(".")
        for count in range(1, len(parts) + 1):
            package = self._packages.setdefault(".".join(parts[:count]), Package())
            package.modules[name] = module
            package.guards[name] = guard


class ImportRefusal(MetaPathFinder):
    """Refuses to import `modules` for the learner's file, in whatever way it asks."""

    def __init__(self, modules: Sequence[str], learner: Learner) -> None:
        self._modules = frozenset(modules)
        self._inside = tuple(f"{module}." for module in modules)
        self._learner = learner

    def find_spec(self, fullname: str, path: object, target: object = None) -> None:  # noqa: ARG002  # importlib's signature
        """Asked about modules that were not imported before."""
        self._refuse(fullname)

    def instead_of(self, import_as_usual: Callable[..., ModuleType]) -> Callable[..., ModuleType]:
        def refusing(
            name: str,
            globals: Mapping[str, object] | None = None,
            locals: Mapping[str, object] | None = None,
            fromlist: Sequence[str] | None = (),
            level: int = 0,
        ) -> ModuleType:
            for module in (name, *(f"{name}.{part}" for part in fromlist or ())):
                self._refuse(module)
            return import_as_usual(name, globals, locals, fromlist, level)

        return refusing

    def _refuse(self, module: str) -> None:
        if (module in self._modules or module.startswith(self._inside)) and self._learner.reaches():
            raise ForbiddenImportError(f"`{module}` is not available to this exercise's file")


GUARDS = Guards()  # of this process, and of those forked from it


def caller_files() -> Iterator[str]:
    """The files of the code that now runs, the innermost first."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        yield frame.f_code.co_filename
        frame = frame.f_back


def _is_made_up(name: str) -> bool:
    """Whether code came from `exec` or `eval`, so that whoever called that is asking."""
    return name.startswith("<") and not name.startswith("<frozen ")
