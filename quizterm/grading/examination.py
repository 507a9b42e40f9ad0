"""What grading finds out about the machine it runs on: torch, devices, layers of the sandbox, and whether they hold."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from quizterm.grading.layers import Protection


@dataclass(frozen=True, slots=True)
class AttackResult:
    """One thing that code under grading tried. `outcome` is what came of it, in one line."""

    name: str
    held: bool
    outcome: str

    def to_json(self) -> dict[str, Any]:
        return {"name": self.name, "held": self.held, "outcome": self.outcome}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "AttackResult":
        return cls(data["name"], data["held"], data["outcome"])


@dataclass(frozen=True, slots=True)
class Examination:
    """`torch` is its version; `devices` are those besides the CPU, `cuda:0 (its name)`."""

    torch: str
    devices: tuple[str, ...]
    protections: tuple[Protection, ...]
    attacks: tuple[AttackResult, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "torch": self.torch,
            "devices": list(self.devices),
            "protections": [protection.to_json() for protection in self.protections],
            "attacks": [attack.to_json() for attack in self.attacks],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Examination":
        return cls(
            data["torch"],
            tuple(data["devices"]),
            tuple(map(Protection.from_json, data["protections"])),
            tuple(map(AttackResult.from_json, data["attacks"])),
        )
