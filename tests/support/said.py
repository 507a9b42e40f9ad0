"""The outcome of a command."""

from typing import NamedTuple


class Said(NamedTuple):
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str
