"""Which torch is installed, found out without importing it."""

from importlib.metadata import PackageNotFoundError, version


def installed_torch() -> str:
    """The version with its build, `2.13.0+cpu`; empty where there is no torch."""
    try:
        return version("torch")
    except PackageNotFoundError:
        return ""
