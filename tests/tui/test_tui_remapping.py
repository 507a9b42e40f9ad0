"""Keys of the learner's own: obeyed, shown, and refused in one line where they mean nothing or two things."""

import json
import re
from pathlib import Path

import pytest

from quizterm.errors import SettingsError
from quizterm.memory.item import Rating
from quizterm.settings import load_settings
from quizterm.study.review import Review
from quizterm.study.session import Study
from quizterm.tui.app import QuiztermApp
from quizterm.tui.commands import COMMANDS, Table, command_id
from quizterm.tui.remapping import key_name, remapped
from tests.tui.driving import press, screen_text

FILE = Path("settings.toml")
IDS = [command_id(place, command) for place, commands in COMMANDS.items() for command in commands]


def keys_by_name(table: Table) -> dict[str, tuple[str, ...]]:
    return {command_id(place, one): one.keys for place, commands in table.items() for one in commands}


def test_every_command_has_a_name_of_its_own() -> None:
    assert len(set(IDS)) == len(IDS)
    assert [name for name in IDS if not re.fullmatch(r"[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*", name)] == []


def test_without_keys_of_ones_own_the_table_is_the_table() -> None:
    assert remapped((), FILE) is COMMANDS


def test_every_command_can_be_given_other_keys() -> None:
    usual = keys_by_name(COMMANDS)
    for name in IDS[::7]:
        other = tuple(f"ctrl+shift+f{number}" for number in range(1, 1 + len(usual[name])))
        assert keys_by_name(remapped([(name, other)], FILE)) == {**usual, name: other}


@pytest.mark.parametrize(
    ("written", "known"),
    [("s", "s"), ("S", "S"), ("[", "left_square_bracket"), ("@", "at"), (",", "comma"), ("?", "question_mark"),
     ("ctrl+s", "ctrl+s"), ("f5", "f5"), ("left_square_bracket", "left_square_bracket"), ("minus", "minus"),
     ("ä", "ä"), ("space", "space"), ("pagedown", "pagedown"), ("at", "at"),
     ("no_key", None), ("hyper-s", None), ("ctrl+", None), ("banana+s", None), ("ss", None)],
)  # fmt: skip
def test_keys_are_written_as_characters_or_names(written: str, known: str | None) -> None:
    assert key_name(written) == known


@pytest.mark.parametrize(
    ("keys", "complaint"),
    [
        ([("review.suspnd", ["s"])], "'review.suspnd' is no command; did you mean review.suspend?"),
        ([("x", ["s"])], "places are everywhere, today, "),
        ([("review.suspend", ["bananas"])], "review.suspend: there is no key 'bananas'; write for example s, "),
        ([("review.suspend", ["minus"])], "- is review.suspend and review.bury at once"),
        ([("review.suspend", ["r"])], "r is review.suspend and answer.ask_again at once"),
        ([("review.suspend", ["?"])], "? is review.suspend and everywhere.help at once"),
        ([("everywhere.next_theme", ["@"])], "@ is everywhere.next_theme and review.suspend at once"),
        ([("review.suspend", ["s"]), ("review.bury", ["s"])], "s is review.suspend and review.bury at once"),
        ([("answer.grade", ["h", "g"])], "answer.grade needs 4 keys, not 2"),
    ],
)
def test_what_cannot_be_is_one_clear_line(keys, complaint: str) -> None:
    with pytest.raises(SettingsError) as refused:
        remapped(keys, FILE)
    assert str(refused.value).startswith("settings.toml: [keys] ")
    assert complaint in str(refused.value)
    assert "\n" not in str(refused.value)


def test_keys_may_be_exchanged_and_used_again_elsewhere() -> None:
    remapped([("review.suspend", ["-"]), ("review.bury", ["@"]), ("lesson.copy_code", ["-"])], FILE)


async def test_keys_are_obeyed_and_shown_everywhere(study: Study, seconds, home: Path) -> None:
    file = home / "settings.toml"
    keys = {
        "review.suspend": ["["],
        "review.undo": ["f6"],
        "review.open_lesson": ["f7"],
        "answer.grade": ["f2", "f3", "f4", "f5"],
        "answer.tick": ["v", "w", "x", "y", "z"],
    }
    file.write_text("\n".join(["[keys]", *(f'"{name}" = {json.dumps(own)}' for name, own in keys.items())]))
    study.apply(load_settings(file))
    app = QuiztermApp(study, Review(study), monotonic=seconds)
    async with app.run_test(size=(80, 40)) as player:
        first = await press(player, "at")
        assert "[ suspend" in first
        assert "[ ] w  " in await press(player, "space")
        assert "[x] w  " in await press(player, "w")
        help_shown = await press(player, "question_mark")
        assert re.search(r"^ *\[ +Suspend", help_shown, re.MULTILINE)
        assert re.search(r"^ *f2 f3 f4 f5 +Grade", help_shown, re.MULTILINE)
        assert "Suspended" in await press(player, "q left_square_bracket")
        await press(player, "escape space")
        assert "▸f4 Good" in screen_text(app)
        await press(player, "f4")
    items = study.store.items_by_keys([card.id for _, _, card in study.catalog.entries()]).values()
    given = [event.rating for item in items for event in study.store.history(item.id) if event.rating is not None]
    assert given == [Rating.GOOD]
