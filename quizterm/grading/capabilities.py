"""Give up the powers of root, which a process has as user 0 and inside its own user namespace."""

import struct

from quizterm.grading.libc import capset, prctl

_VERSION_3 = 0x20080522
_PR_SET_NO_NEW_PRIVS = 38
_PR_SET_DUMPABLE = 4


def drop_capabilities() -> None:
    """Drop all of them, for good: there is no exec through which they could come back."""
    capset(struct.pack("=Ii", _VERSION_3, 0), struct.pack("=6I", *[0] * 6))


def forbid_new_privileges() -> None:
    """Let no exec of a setuid program give more than the process has. Landlock and seccomp ask for it."""
    prctl(_PR_SET_NO_NEW_PRIVS, 1)


def hide_memory() -> None:
    """Keep other processes of the same user from reading this one, or tracing it; no core dumps either."""
    prctl(_PR_SET_DUMPABLE, 0)
