"""Settings changed one by one: the file keeps all else, and a broken file is never written over."""

import tomllib
from pathlib import Path

import pytest

from quizterm import paths
from quizterm.errors import SettingsError
from quizterm.settings import Settings, descriptions, load_settings
from quizterm.study.preferences import change, literal, preferences, reset, set_keys, shown
from quizterm.study.session import Study

WRITTEN = """\
# my settings

theme = "nord"  # calm
learning_steps = ["1m", "10m"]

new_cards_a_day = 7   # a week later: 10

[keys]
# no @ here
"review.suspend" = ["s"]
"""


@pytest.fixture
def file(study: Study) -> Path:
    """A settings file as somebody wrote it, in force."""
    file = paths.settings_file()
    file.write_text(WRITTEN, encoding="utf-8")
    study.apply(load_settings(file))
    return file


def test_only_the_value_changes(study: Study, file: Path) -> None:
    change(study, "new_cards_a_day", "12")
    change(study, "theme", "dracula")
    expected = WRITTEN.replace("= 7 ", "= 12 ").replace('"nord"', '"dracula"')
    assert file.read_text(encoding="utf-8") == expected
    assert (study.settings.new_cards_a_day, study.settings.theme) == (12, "dracula")


def test_a_setting_that_was_not_there_comes_before_the_tables(study: Study, file: Path) -> None:
    change(study, "desired_retention", "0.85")
    assert tomllib.loads(file.read_text(encoding="utf-8")) == {**tomllib.loads(WRITTEN), "desired_retention": 0.85}
    assert study.settings.desired_retention == 0.85


@pytest.mark.parametrize(
    ("written", "changed"),
    [
        ('retention_by_phase = { "One" = 0.9 } # mine\nmotion = true\n', '{"One" = 0.95} # mine\nmotion = true\n'),
        ("motion = true\n[retention_by_phase]\n# mine\nOne = 0.9 # high\n", "# mine\nOne = 0.95 # high\n"),
        ("[keys]\n", "retention_by_phase = {One = 0.95}\n\n[keys]\n"),
    ],
)
def test_a_table_stays_where_it_is(study: Study, file: Path, written: str, changed: str) -> None:
    file.write_text(written)
    change(study, "retention_by_phase", '{ "One" = 0.95 }')
    assert changed.replace('"', "") in file.read_text().replace('"', "").replace("{ ", "{").replace(" }", "}")


def test_reset_takes_the_line_out(study: Study, file: Path) -> None:
    assert reset(study, "theme").is_default
    assert file.read_text(encoding="utf-8") == WRITTEN.replace('theme = "nord"  # calm\n', "")
    assert reset(study, "theme").is_default


def test_keys_are_changed_one_command_at_a_time(study: Study, file: Path) -> None:
    set_keys(study, "review.bury", ("w", "f5"))
    set_keys(study, "review.suspend", ())
    assert study.settings.keys == (("review.bury", ("w", "f5")),)
    assert "# no @ here" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "typed", "value"),
    [
        ("learning_steps", "30s, 5m", (30_000, 300_000)),
        ("learning_steps", '["30s", "5m"]', (30_000, 300_000)),
        ("relearning_steps", "none", ()),
        ("easy_days", "saturday", frozenset({5})),
        ("reviews_a_day", "200", 200),
        ("reviews_a_day", "none", None),
        ("reviews_a_day", "", None),
        ("motion", "false", False),
        ("theme", "1984", "1984"),
        ("decks", "/decks/a", (Path("/decks/a"),)),
        ("keys", "none", ()),
    ],
)
def test_values_are_typed_as_they_are_shown_or_as_toml(
    study: Study, file: Path, name: str, typed: str, value: object
) -> None:
    preference = change(study, name, typed)
    assert getattr(load_settings(file), name) == getattr(study.settings, name) == value
    change(study, name, preference.value)
    assert getattr(study.settings, name) == value


@pytest.mark.parametrize(("name", "typed"), [("new_cards_a_day", "many"), ("motion", "1"), ("day_turns_at", "13")])
def test_what_is_not_allowed_changes_nothing_and_says_what_is(study: Study, file: Path, name: str, typed: str) -> None:
    allowed = next(one.allowed for one in preferences(study) if one.name == name)
    with pytest.raises(SettingsError) as refused:
        change(study, name, typed)
    assert str(refused.value).endswith(f"write {allowed}")
    assert file.read_text(encoding="utf-8") == WRITTEN


@pytest.mark.parametrize("broken", ["new_cards_a_day = ", "no_such_setting = 1\n", "motion = 3\n"])
def test_a_broken_file_is_named_and_left(study: Study, file: Path, broken: str) -> None:
    file.write_text(broken, encoding="utf-8")
    before = study.settings
    with pytest.raises(SettingsError, match=r"settings\.toml: "):
        change(study, "theme", "nord")
    assert file.read_text(encoding="utf-8") == broken
    assert study.settings is before


def test_a_link_to_the_file_stays_one(study: Study, file: Path, tmp_path: Path) -> None:
    real = tmp_path / "dotfiles.toml"
    file.rename(real)
    file.symlink_to(real)
    change(study, "theme", "dracula")
    assert file.is_symlink()
    assert load_settings(real).theme == "dracula"


def test_the_first_change_makes_the_file(study: Study) -> None:
    paths.settings_file().unlink(missing_ok=True)
    change(study, "motion", "false")
    assert load_settings(paths.settings_file()) == Settings(motion=False)


def test_the_scheduler_follows(study: Study, file: Path) -> None:
    item = study.store.items_by_keys([card.id for _, _, card in study.catalog.entries()])
    state, key = next((one.state, key) for key, one in item.items())
    change(study, "learning_steps", "3m")
    assert study.card_scheduler(key).preview(state, study.now(), key)[0].due_at == study.now().at + 180_000


def test_every_setting_is_listed_with_a_default_that_is_allowed(study: Study) -> None:
    assert [one.name for one in preferences(study)] == list(Settings.__dataclass_fields__)
    for one in descriptions():
        raw = one.allowed.written(one.default)
        if raw is not None:
            assert one.allowed.check(tomllib.loads(f"value = {literal(raw)}")["value"]) == one.default
        assert shown(raw)
