"""Packages that a worker cannot read are absent for it, not forbidden: code that can do without one then does."""

import sys
from collections.abc import Sequence
from importlib.machinery import BuiltinImporter, FrozenImporter, ModuleSpec, PathFinder
from types import ModuleType

from quizterm.grading.readable import PACKAGES

_PRESENT = frozenset({*sys.stdlib_module_names, *(name.removesuffix(".py") for name in PACKAGES)})


class _ReadableFinder:
    """Finds what may be read, and nothing that is there and cannot be opened."""

    @staticmethod
    def find_spec(
        fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return PathFinder.find_spec(fullname, path, target) if fullname.partition(".")[0] in _PRESENT else None

    @staticmethod
    def invalidate_caches() -> None:
        PathFinder.invalidate_caches()


def hide_unreadable_packages() -> None:
    """From now on only modules that are loaded, or that a worker may read, can be imported."""
    sys.meta_path[:] = [BuiltinImporter, FrozenImporter, _ReadableFinder]
