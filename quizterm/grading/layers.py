"""The layers that contain code under grading, and which of them are in force. Light enough for any process."""

import sys
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Layer(StrEnum):
    """One means of containment. Each but the limits can be left out, to test the others."""

    FILES = "landlock"
    CALLS = "seccomp"
    NAMESPACES = "namespaces"
    PRIVILEGES = "privileges"
    LIMITS = "limits"


PURPOSES = {
    Layer.FILES: "no files but Python's, torch's and NumPy's; no TCP; no signals to other programs",
    Layer.CALLS: "no new processes, no sockets, no changed modes, owners or times of files",
    Layer.NAMESPACES: "no network, no sight of other processes, a scratch folder of limited size",
    Layer.PRIVILEGES: "no more rights than yours, none of root's, memory closed to other programs",
    Layer.LIMITS: "limited memory, computing time, open files and file size",
}


@dataclass(frozen=True, slots=True)
class Protection:
    """Whether a layer holds code under grading. `detail` says which version, or why not; it may be empty."""

    layer: Layer
    in_force: bool
    detail: str = ""

    def to_json(self) -> dict[str, Any]:
        return {"layer": self.layer.value, "in_force": self.in_force, "detail": self.detail}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Protection":
        return cls(Layer(data["layer"]), data["in_force"], data["detail"])


def files_are_protected(without: Collection[Layer] = ()) -> bool:
    """Whether code under grading is kept from the files of this machine; a worker that cannot keep to it ends."""
    if sys.platform != "linux" or Layer.FILES in without:
        return False
    from quizterm.grading import landlock  # late: it takes ctypes, which most sessions of the app never need

    return landlock.version() > 0
