"""Which torch is installed, found out without importing it."""

import functools
from importlib.metadata import PackageNotFoundError, version


@functools.cache  # reading what is known of a package takes a millisecond, and a class has thousands of files
def installed_torch() -> str:
    """The version with its build, `2.13.0+cpu`; empty where there is no torch."""
    try:
        return version("torch")
    except PackageNotFoundError:
        return ""
