"""What a worker does to itself before it reads the learner's file. There is no way back.

The rules are made once, by a process that is trusted; each worker only takes them on, in a fraction of a millisecond.
A layer that this machine has is taken on or the worker fails: none is left out in silence.
"""

import os
import sys
from collections.abc import Collection
from pathlib import Path

from quizterm.grading import landlock, seccomp
from quizterm.grading.capabilities import drop_capabilities, forbid_new_privileges, hide_memory
from quizterm.grading.layers import Layer, Protection, files_are_protected
from quizterm.grading.readable import readable_files


class Lockdown:
    """The layers that will be in force. `without` are left out; `namespaced` says that the process is in its own
    namespaces already; `gpu` makes room for the drivers of one."""

    def __init__(self, without: Collection[Layer], *, namespaced: bool = False, gpu: bool = False) -> None:
        self._without = frozenset(without)
        self._namespaced = namespaced
        self._gpu = gpu
        self._on_linux = sys.platform == "linux"
        self._guards_files = files_are_protected(self._without)
        self._readable = readable_files(gpu=gpu) if self._guards_files else {}
        self._ruleset = landlock.create_ruleset(self._readable) if self._guards_files else None

    @property
    def descriptors(self) -> set[int]:
        """What has to stay open until the layers are taken on."""
        return set() if self._ruleset is None else {self._ruleset}

    def apply(self, scratch: Path | None) -> list[Protection]:
        """Confine the calling process, which must have one thread. `scratch` is a folder that it may write to.

        Raises OSError if a layer of this machine cannot be taken on, RuntimeError if there are other threads, which
        would stay free.
        """
        if self._on_linux and len(list(Path("/proc/self/task").iterdir())) != 1:
            raise RuntimeError("the process to be confined has other threads")
        return [
            self._drop_privileges(),
            self._restrict_files(scratch),
            self._restrict_calls(),
            self._namespaces(),
            self._limits(),
        ]

    def _drop_privileges(self) -> Protection:
        if not self._on_linux:
            return Protection(Layer.PRIVILEGES, in_force=False, detail="Linux only")
        forbid_new_privileges()
        if Layer.PRIVILEGES in self._without:
            return Protection(Layer.PRIVILEGES, in_force=False, detail="left out")
        drop_capabilities()
        hide_memory()
        return Protection(Layer.PRIVILEGES, in_force=True)

    def _restrict_files(self, scratch: Path | None) -> Protection:
        if self._ruleset is None:
            left_out = Layer.FILES in self._without
            return Protection(Layer.FILES, in_force=False, detail="left out" if left_out else "not in this kernel")
        ruleset = self._ruleset
        if scratch is not None:
            ruleset = landlock.create_ruleset({**self._readable, landlock.KEEP_FILES: [scratch]})
        landlock.restrict_self(ruleset)
        for descriptor in {ruleset, self._ruleset}:
            os.close(descriptor)
        return Protection(Layer.FILES, in_force=True, detail=f"version {landlock.version()}")

    def _restrict_calls(self) -> Protection:
        if Layer.CALLS in self._without:
            return Protection(Layer.CALLS, in_force=False, detail="left out")
        if not self._on_linux or not seccomp.is_available():
            return Protection(Layer.CALLS, in_force=False, detail="not in this kernel, or an unknown processor")
        seccomp.restrict_self(os.getpid(), gpu=self._gpu)
        return Protection(Layer.CALLS, in_force=True)

    def _namespaces(self) -> Protection:
        if self._namespaced:
            return Protection(Layer.NAMESPACES, in_force=True)
        left_out = Layer.NAMESPACES in self._without
        return Protection(Layer.NAMESPACES, in_force=False, detail="left out" if left_out else "not allowed here")

    def _limits(self) -> Protection:
        """What `limits` will do once the learner's file has come; only Linux keeps to a limit of memory."""
        return Protection(Layer.LIMITS, self._on_linux, "" if self._on_linux else "this system limits no memory")
