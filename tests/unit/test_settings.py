"""The settings file: defaults, what is allowed, and one clear line for what is not."""

import os
import socket
from pathlib import Path

import pytest

from quizterm.errors import SettingsError
from quizterm.settings import Settings, load_settings


@pytest.fixture
def file(tmp_path):
    return tmp_path / "settings.toml"


def test_no_file_means_all_defaults(file):
    assert load_settings(file) == Settings()


def test_an_empty_file_means_all_defaults(file):
    file.write_text("")
    assert load_settings(file) == Settings()


def test_every_setting_can_be_set(file):
    file.write_text(
        """
        new_cards_a_day = 5
        reviews_a_day = 100
        desired_retention = 0.85
        maximum_interval = 365
        learning_steps = ["30s", "5m", "2h"]
        relearning_steps = []
        bury_siblings = true
        leech_lapses = 5
        leech_action = "mark"
        day_turns_at = 3
        due_exercises_a_day = 2
        new_exercises_a_day = 0
        decks = ["/decks/rust"]
        theme = "nord"
        motion = false
        """,
        encoding="utf-8-sig",  # an editor may add a byte order mark
    )
    assert load_settings(file) == Settings(
        new_cards_a_day=5,
        reviews_a_day=100,
        desired_retention=0.85,
        maximum_interval=365,
        learning_steps=(30_000, 300_000, 7_200_000),
        relearning_steps=(),
        bury_siblings=True,
        leech_lapses=5,
        leech_action="mark",
        day_turns_at=3,
        due_exercises_a_day=2,
        new_exercises_a_day=0,
        decks=(Path("/decks/rust"),),
        theme="nord",
        motion=False,
    )


def test_a_home_folder_is_expanded(file, monkeypatch):
    monkeypatch.setenv("HOME", "/home/ada")
    file.write_text('decks = ["~/decks"]')
    assert load_settings(file).decks == (Path("/home/ada/decks"),)


@pytest.mark.parametrize(
    "line",
    [
        "new_cards_a_day = -1",
        "new_cards_a_day = true",
        "new_cards_a_day = 1.5",
        "reviews_a_day = 'none'",
        "desired_retention = 1",
        "desired_retention = nan",
        "maximum_interval = 0",
        "leech_lapses = -1",
        "leech_action = 'drown'",
        "leech_action = ['mark']",
        "learning_steps = '1m'",
        "learning_steps = ['0m']",
        "learning_steps = ['1d']",
        "learning_steps = ['24h']",
        "learning_steps = ['1m\\n']",
        "relearning_steps = [10]",
        "day_turns_at = 24",
        "decks = ['']",
        "decks = ['relative/to/nothing']",
        "decks = ['~nobody-of-that-name/decks']",
        r'decks = ["/a\u0000b"]',
        "motion = '" + "long " * 1000 + "'",
        "theme = ''",
        "motion = 1",
    ],
)
def test_a_value_that_is_not_allowed_is_named_with_what_is(file, line):
    file.write_text(line)
    key = line.split()[0]
    with pytest.raises(SettingsError, match=rf"settings\.toml: {key} = .* is not allowed; write ") as refused:
        load_settings(file)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 500


@pytest.mark.parametrize("kind", ["device", "pipe", "socket", "file"])
def test_a_deck_that_can_never_be_a_folder_is_named(file, tmp_path, monkeypatch, kind):
    monkeypatch.chdir(tmp_path)  # a socket's path must be short
    deck = tmp_path / "deck"
    match kind:
        case "device":
            deck = Path("/dev/zero")
        case "pipe":
            os.mkfifo(deck)
        case "socket":
            with socket.socket(socket.AF_UNIX) as listening:
                listening.bind("deck")
        case "file":
            deck.touch()
    file.write_text(f'decks = ["/nowhere", "{tmp_path}", "{deck}"]')
    with pytest.raises(SettingsError, match=rf"settings\.toml: decks: '{deck}' is no folder; write a list of folders"):
        load_settings(file)


def test_a_deck_on_a_drive_that_is_away_is_kept(file):
    file.write_text('decks = ["/nowhere/drive", "/dev/null/below"]')
    assert len(load_settings(file).decks) == 2


def test_an_unknown_setting_is_named_with_a_close_match(file):
    file.write_text("new_card_a_day = 3")
    with pytest.raises(SettingsError, match=r"did you mean new_cards_a_day\?"):
        load_settings(file)


def test_an_unknown_setting_like_no_other_gets_the_list(file):
    file.write_text("zzz = 3")
    with pytest.raises(SettingsError, match="known are new_cards_a_day, "):
        load_settings(file)


@pytest.mark.parametrize(
    "data", [b"= 1", b"a = \xff", b"[[[", b"x = 1\nx = 2", b"\x00", b"x = " + b"1" * 5000, b"[" * 9999]
)
def test_a_file_that_is_no_toml_is_one_clear_line(file, data):
    file.write_bytes(data)
    with pytest.raises(SettingsError, match=r"settings\.toml: is n") as refused:
        load_settings(file)
    assert "\n" not in str(refused.value)


def test_a_folder_in_its_place_is_one_clear_line(file):
    file.mkdir()
    with pytest.raises(SettingsError, match="cannot be read"):
        load_settings(file)


def test_a_pipe_in_its_place_is_one_clear_line(file):
    os.mkfifo(file)
    with pytest.raises(SettingsError, match="cannot be read"):
        load_settings(file)


def test_a_huge_file_in_its_place_is_one_clear_line(file):
    with file.open("wb") as stream:
        stream.truncate(1 << 40)
    with pytest.raises(SettingsError, match="larger than 1 MiB"):
        load_settings(file)
