"""Where files are."""

from pathlib import Path

import platformdirs
import pytest

from quizterm import paths
from quizterm.errors import SettingsError


def test_a_home_variable_gathers_everything_of_the_learners(monkeypatch, tmp_path):
    monkeypatch.setenv(paths.HOME_VARIABLE, str(tmp_path))
    assert paths.database_file() == tmp_path / "quizterm.sqlite"
    assert paths.cache_folder() == tmp_path / "cache"
    assert paths.settings_file() == tmp_path / "settings.toml"
    assert paths.workspace() == tmp_path / "workspace"


def test_a_relative_home_is_fixed_at_the_working_directory(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(paths.HOME_VARIABLE, "here")
    assert paths.data_folder() == tmp_path / "here"


def test_without_it_files_go_where_the_platform_keeps_such_files(monkeypatch):
    monkeypatch.delenv(paths.HOME_VARIABLE, raising=False)
    assert paths.data_folder() == platformdirs.user_data_path("quizterm", appauthor=False)
    assert paths.cache_folder() == platformdirs.user_cache_path("quizterm", appauthor=False)
    assert paths.settings_file().parent == platformdirs.user_config_path("quizterm", appauthor=False)
    assert paths.workspace() == Path.home() / "quizterm"


def test_what_is_shipped_is_there():
    assert (paths.content_folder() / "pytorch" / "course.toml").is_file()
    assert (paths.exercises_folder() / "engine" / "exercise.toml").is_file()


def test_a_home_of_nobody_is_one_clear_line(monkeypatch):
    monkeypatch.setenv(paths.HOME_VARIABLE, "~nobody-of-that-name/x")
    with pytest.raises(SettingsError, match="no such user"):
        paths.data_folder()
