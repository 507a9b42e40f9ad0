"""Landlock: a process gives up all files but those of an allow-list, TCP, and signals to processes outside.

https://docs.kernel.org/userspace-api/landlock.html
"""

import os
import stat
import struct
from collections.abc import Iterable, Mapping
from enum import IntFlag
from pathlib import Path

from quizterm.grading.libc import syscall

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same on every architecture
_ASK_VERSION = 1
_PATH_BENEATH = 1


class Access(IntFlag):
    """What may be done with a file, or with everything in a folder."""

    EXECUTE = 1 << 0
    WRITE_FILE = 1 << 1
    READ_FILE = 1 << 2
    READ_DIR = 1 << 3
    REMOVE_DIR = 1 << 4
    REMOVE_FILE = 1 << 5
    MAKE_CHAR = 1 << 6
    MAKE_DIR = 1 << 7
    MAKE_REG = 1 << 8
    MAKE_SOCK = 1 << 9
    MAKE_FIFO = 1 << 10
    MAKE_BLOCK = 1 << 11
    MAKE_SYM = 1 << 12
    REFER = 1 << 13
    TRUNCATE = 1 << 14
    IOCTL_DEV = 1 << 15


LIST = Access.READ_DIR
READ = Access.READ_FILE | Access.READ_DIR | Access.EXECUTE  # EXECUTE: to map a library
USE_DEVICE = Access.READ_FILE | Access.WRITE_FILE | Access.IOCTL_DEV
KEEP_FILES = (
    Access.READ_FILE
    | Access.READ_DIR
    | Access.WRITE_FILE
    | Access.TRUNCATE
    | Access.MAKE_REG
    | Access.MAKE_DIR
    | Access.REMOVE_FILE
    | Access.REMOVE_DIR
    | Access.REFER
)
_OF_A_FILE = Access.EXECUTE | Access.WRITE_FILE | Access.READ_FILE | Access.TRUNCATE | Access.IOCTL_DEV

_ALL_TCP = 0b11  # bind, connect
_ALL_SCOPES = 0b11  # abstract Unix sockets, signals


def version() -> int:
    """The version of Landlock's interface, 0 where there is none."""
    try:
        return syscall(_CREATE_RULESET, None, 0, _ASK_VERSION)
    except OSError:
        return 0


def create_ruleset(allowed: Mapping[Access, Iterable[Path]]) -> int:
    """A descriptor of the rules; paths that do not exist are left out."""
    known = version()
    handled = _handled(known)
    ruleset = syscall(_CREATE_RULESET, *_attributes(known, handled), 0)
    for access, paths in allowed.items():
        for path in paths:
            _allow(ruleset, path, access & handled)
    return ruleset


def restrict_self(ruleset: int) -> None:
    """Hold the calling thread, and what it starts, to the rules for good. It must have no_new_privs."""
    syscall(_RESTRICT_SELF, ruleset, 0)


def _handled(known: int) -> Access:
    handled = Access(Access.REFER - 1)
    if known >= 2:
        handled |= Access.REFER
    if known >= 3:
        handled |= Access.TRUNCATE
    if known >= 5:
        handled |= Access.IOCTL_DEV
    return handled


def _attributes(known: int, handled: Access) -> tuple[bytes, int]:
    """The kernel's `struct landlock_ruleset_attr` and its size, which grew with the versions."""
    words = [int(handled)]
    if known >= 4:
        words.append(_ALL_TCP)
    if known >= 6:
        words.append(_ALL_SCOPES)
    attributes = struct.pack(f"={len(words)}Q", *words)
    return attributes, len(attributes)


def _allow(ruleset: int, path: Path, access: Access) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(place).st_mode):
            access &= _OF_A_FILE
        if access:
            syscall(_ADD_RULE, ruleset, _PATH_BENEATH, struct.pack("=Qi", access, place), 0)
    finally:
        os.close(place)
