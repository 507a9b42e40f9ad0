"""The registry of commands: the table with its keys, as screens, key bar, palette and help ask for it."""

from collections.abc import Collection, Iterable, Iterator

from textual.binding import Binding, BindingsMap, BindingType

from quizterm.tui.command import Command, Place, Table, shown_key
from quizterm.tui.command_table import COMMANDS

__all__ = [
    "COMMANDS",
    "Command",
    "Place",
    "Table",
    "bindings",
    "command_id",
    "commands_in",
    "is_available",
    "keys_by_name",
    "rebound",
    "shown_key",
]


def bindings(*places: Place, table: Table = COMMANDS) -> list[BindingType]:
    """The Textual bindings of these places' commands; each tells by its id from which place it is."""
    return [
        Binding(key, action, words, show=False, id=place.name)
        for place in places
        for key, action, words in _actions(table[place])
    ]


def rebound(bound: BindingsMap, declared: Iterable[BindingType], table: Table) -> BindingsMap:
    """What is bound, with the keys that the table has for the places of the declared bindings."""
    places = [Place[name] for name in dict.fromkeys(one.id for one in declared if isinstance(one, Binding)) if name]
    ours = {place.name for place in places}
    others = BindingsMap()
    for _, binding in bound:
        if binding.id not in ours:
            others.key_to_bindings.setdefault(binding.key, []).append(binding)
    return BindingsMap.from_keys(
        {**others.key_to_bindings, **BindingsMap(bindings(*places, table=table)).key_to_bindings}
    )


def is_available(action: str, places: Collection[Place]) -> bool | None:
    """Whether an action works in these places; None for actions that are not in the table."""
    known = [place for place, commands in COMMANDS.items() if any(_method(one) == action for one in commands)]
    return any(place in places for place in known) if known else None


def commands_in(places: Iterable[Place], table: Table = COMMANDS) -> Iterator[Command]:
    """The commands of several places, one after another."""
    for place in places:
        yield from table[place]


def keys_by_name(commands: Iterable[Command]) -> dict[str, str]:
    """The first key of each command, as the learner's keyboard has it."""
    return {command.name: command.first_key for command in commands}


def command_id(place: Place, command: Command) -> str:
    """What the command is called in the settings: `review.suspend`."""
    return f"{place.name.lower()}.{command.called or command.name}"


def _actions(commands: Iterable[Command]) -> Iterator[tuple[str, str, str]]:
    for command in commands:
        for key, value in zip(command.keys, command.values or command.keys, strict=command.each):
            yield key, f"{command.name}('{value}')" if command.each else command.name, command.words


def _method(command: Command) -> str:
    return command.name.partition("(")[0]
