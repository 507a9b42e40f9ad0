"""Calls of the C library that Python has no name for. Like their siblings in `os`, they raise OSError."""

import ctypes
import os

_LIBC = ctypes.CDLL(None, use_errno=True)
_LIBC.syscall.restype = ctypes.c_long


def prctl(option: int, *values: int | bytes) -> None:
    """Change how the kernel treats this process."""
    _checked("prctl", _LIBC.prctl(option, *map(_word, (*values, *[0] * (4 - len(values))))))


def syscall(number: int, *values: int | bytes | None) -> int:
    """Any system call. Bytes go as a pointer to them."""
    return _checked(f"system call {number}", _LIBC.syscall(ctypes.c_long(number), *map(_word, values)))


def capset(header: bytes, capabilities: bytes) -> None:
    _checked("capset", _LIBC.capset(header, capabilities))


def unshare(flags: int) -> None:
    _checked("unshare", _LIBC.unshare(flags))


def mount(source: str, target: str, kind: str, flags: int, options: str = "") -> None:
    """Mount a file system."""
    words = (source.encode(), target.encode(), kind.encode(), ctypes.c_ulong(flags), options.encode())
    _checked(f"mount on {target}", _LIBC.mount(*words))


def unmount(target: str) -> None:
    """Unmount a file system now; it disappears once nothing in it is open any more."""
    _checked(f"unmount {target}", _LIBC.umount2(target.encode(), _MNT_DETACH))


_MNT_DETACH = 2


def _word(value: int | bytes | None) -> object:
    return ctypes.c_ulong(value) if isinstance(value, int) else value


def _checked(what: str, result: int) -> int:
    if result == -1:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result
