"""Reading files that others wrote: pipes and devices, which may never end, are refused."""

import errno
import os
import stat
from pathlib import Path


def read_regular(file: Path, most: int) -> bytes:
    """The first `most` bytes of a regular file.

    Raises:
        OSError: it cannot be read, or is a folder, pipe or device.
    """
    # Without O_NONBLOCK, opening a pipe would wait for its writer.
    descriptor = os.open(file, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "it is no regular file", str(file))
        parts = []
        while most > 0 and (part := os.read(descriptor, most)):
            parts.append(part)
            most -= len(part)
    finally:
        os.close(descriptor)
    return b"".join(parts)
