"""What a hostile program is, and what has to come of it."""

from dataclasses import dataclass, field

REFUSED = "PermissionError"


@dataclass(frozen=True, slots=True)
class Attack:
    """A program that passes, or harms, if it gets away with what it tries.

    It begins with a right `double` and with the names of `arena.Arena.prelude`. `kinds` are the kinds of failure that
    may come of it, `differs` among them; `says` is a part of the message that tells that the right thing stopped it.
    """

    source: str
    kinds: frozenset[str] = field(default_factory=frozenset)
    says: str = ""


def attack(source: str, *kinds: str, says: str = "") -> Attack:
    return Attack(source, frozenset(kinds or ("load",)), says)


def refused(source: str) -> Attack:
    """An import that a layer of the sandbox answers with `PermissionError`."""
    return attack(source, "load", says=REFUSED)


def refused_call(name: str, *arguments: object) -> Attack:
    """A system call that has to be refused. Arguments that are strings are expressions of the program."""
    return refused(f"syscall({', '.join([repr(name), *map(str, arguments)])})\n")


def wrong(source: str, *kinds: str) -> Attack:
    """A program that computes three times x and wants it to be taken for double x."""
    return attack(source, *(kinds or ("differs",)))
