"""Run a program as the user nobody, who may not have been meant to reach this Python.

python ordinary_user.py WORD... as root. In a mount namespace of its own, folders that are closed to other users are
opened as far as the way to this Python and its packages goes.
"""

import os
import stat
import sys
import tempfile
from pathlib import Path

from quizterm.grading.libc import mount, unmount, unshare

NOBODY = 65534
_NEWNS = 0x20000
_BIND, _RECURSIVE, _PRIVATE = 0x1000, 0x4000, 0x40000


def main() -> None:
    unshare(_NEWNS)
    mount("none", "/", "none", _RECURSIVE | _PRIVATE)
    for place in {Path(sys.base_prefix).resolve(), Path(sys.prefix).resolve()}:
        _open_way(place)
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)
    os.execv(sys.argv[1], sys.argv[1:])


def _open_way(place: Path) -> None:
    """Let everybody reach `place`: put an open folder that holds nothing else over the first one that is closed."""
    closed = next((folder for folder in reversed(place.parents) if not _is_open(folder)), None)
    if closed is None:
        return
    aside = Path(tempfile.mkdtemp())
    mount(str(place), str(aside), "none", _BIND | _RECURSIVE)
    mount("tmpfs", str(closed), "tmpfs", 0, "mode=755")
    place.mkdir(parents=True)
    mount(str(aside), str(place), "none", _BIND | _RECURSIVE)
    unmount(str(aside))
    aside.rmdir()


def _is_open(folder: Path) -> bool:
    return bool(folder.stat().st_mode & stat.S_IXOTH)


if __name__ == "__main__":
    main()
