"""The README's table of keys, made from the registry: `python -m tests.support.keys_table` writes it."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from quizterm.tui.commands import COMMANDS, Command, Place

README = Path(__file__).parent.parent.parent / "README.md"
HEAD = "| where | keys |\n|---|---|\n"
SHARED = 4  # places; what means the same in so many is listed once
EVERY_LIST = "lists and pages"


def keys_table() -> str:
    """A row for each place, and one for what means the same nearly everywhere."""
    places = Counter((command.keys, command.words) for commands in COMMANDS.values() for command in commands)
    shared = {command: places[command] >= SHARED for command in places}
    common = {(one.keys, one.words): one for commands in COMMANDS.values() for one in commands}
    rows = [_row(EVERY_LIST, (one for key, one in common.items() if shared[key]))]
    for place in Place:
        own = [one for one in COMMANDS[place] if not shared[one.keys, one.words]]
        if own:
            rows.append(_row(place.value.lower(), own))
    return HEAD + "".join(rows)


def _row(where: str, commands: Iterable[Command]) -> str:
    cells = (f"{' '.join(map(_code, _shown(one)))} {one.words[0].lower()}{one.words[1:]}" for one in commands)
    return f"| {where} | {' · '.join(cells)} |\n"


def _shown(command: Command) -> list[str]:
    return [command.shown_keys] if command.each else command.shown_keys.split(" ")


def _code(key: str) -> str:
    return f"`{key}`"


def main() -> None:
    text = README.read_text(encoding="utf-8")
    before, _, after = text.partition(HEAD)
    README.write_text(before + keys_table() + after[after.index("\n\n") + 1 :], encoding="utf-8")


if __name__ == "__main__":
    main()
