"""The learner's own keys, from the settings: checked, and put into the table of commands."""

import difflib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from textual.binding import Binding
from textual.keys import Keys

from quizterm.errors import SettingsError
from quizterm.tui.commands import COMMANDS, Command, Place, Table, command_id, shown_key

_MODIFIERS = frozenset({"ctrl", "shift", "alt", "super", "hyper", "meta"})
_NAMED = frozenset(key.value for key in Keys) | {"space"}
_EXAMPLES = "s, S, f5, ctrl+s or left_square_bracket"


def remapped(keys: Sequence[tuple[str, Sequence[str]]], file: Path) -> Table:
    """The table of commands with other keys for some.

    Args:
        keys: command and keys, as `review.suspend` and `s`.
        file: where they come from, for the error.

    Raises:
        SettingsError: there is no such command or key, or a key would mean two things.
    """
    if not keys:
        return COMMANDS
    known = {command_id(place, command): command for place, command in _all(COMMANDS)}
    changed: dict[str, Command] = {}
    for name, wanted in keys:
        if name not in known:
            raise SettingsError(f"{file}: [keys] {name!r} is no command; {_advice(name, known)}")
        changed[name] = _with_keys(name, known[name], wanted, file)
    table = {
        place: tuple(changed.get(command_id(place, command), command) for command in commands)
        for place, commands in COMMANDS.items()
    }
    _refuse_conflicts(table, changed, file)
    return table


def key_name(key: str) -> str | None:
    """What the app calls a key that a learner wrote, a character or a name; None if there is no such key."""
    if len(key) == 1:
        return next(iter(Binding.make_bindings([Binding("comma" if key == "," else key, "")]))).key
    *modifiers, last = key.split("+")
    is_known = (len(last) == 1 and last.isprintable()) or last in _NAMED or _is_character(last)
    return key if is_known and _MODIFIERS.issuperset(modifiers) else None


def conflict(table: Table, name: str) -> tuple[str, str] | None:
    """A key of this command that means something else where the command works, and the name of the other command."""
    place, command = next((place, one) for place, one in _all(table) if command_id(place, one) == name)
    usual = {command_id(where, one): frozenset(one.keys) for where, one in _all(COMMANDS)}
    for where, other in _all(table):
        other_name = command_id(where, other)
        if other_name == name or not _are_together(place, where):
            continue
        shared = set(command.keys) & set(other.keys) - (usual[name] & usual[other_name])
        if shared:
            return min(shared), other_name
    return None


def _all(table: Table) -> Iterator[tuple[Place, Command]]:
    return ((place, command) for place, commands in table.items() for command in commands)


def _with_keys(name: str, command: Command, wanted: Sequence[str], file: Path) -> Command:
    keys = []
    for key in wanted:
        known = key_name(key)
        if known is None:
            raise SettingsError(f"{file}: [keys] {name}: there is no key {key!r}; write for example {_EXAMPLES}")
        keys.append(known)
    if command.each and len(keys) != len(command.keys):
        raise SettingsError(f"{file}: [keys] {name} needs {len(command.keys)} keys, not {len(keys)}")
    return command._replace(keys=tuple(keys), values=command.keys if command.each else ())


def _refuse_conflicts(table: Table, changed: Mapping[str, Command], file: Path) -> None:
    for name in changed:
        found = conflict(table, name)
        if found is not None:
            key, other = found
            raise SettingsError(
                f"{file}: [keys] {shown_key(key)} is {name} and {other} at once; give one of them another key"
            )


def _are_together(first: Place, second: Place) -> bool:
    """Whether keys of both places may be in force at once: a part of a screen with all of it, all with everywhere."""
    if first is second or Place.EVERYWHERE in (first, second):
        return True
    shorter, longer = sorted((first.value, second.value), key=len)
    return longer.startswith(f"{shorter},")


def _is_character(name: str) -> bool:
    """Whether a name such as `left_square_bracket` is that of a character."""
    try:
        unicodedata.lookup(name.replace("_", " "))
    except KeyError:
        return shown_key(name) != name
    return True


def _advice(name: str, known: Mapping[str, Command]) -> str:
    close = difflib.get_close_matches(name, known, n=1)
    if close:
        return f"did you mean {close[0]}?"
    places = dict.fromkeys(one.partition(".")[0] for one in known)
    return f"a command is named by its place and itself, as review.suspend; places are {', '.join(places)}"
