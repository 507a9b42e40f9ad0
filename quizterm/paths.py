"""Where quizterm's own files and the learner's are. Nothing is created here.

`$QUIZTERM_HOME` puts everything of the learner's into one folder; otherwise each kind of file goes where the
platform keeps such files, and exercises go to `~/quizterm`, where any editor finds them.
"""

import os
from pathlib import Path

from quizterm.errors import SettingsError

HOME_VARIABLE = "QUIZTERM_HOME"
_PACKAGE = Path(__file__).resolve().parent


def content_folder() -> Path:
    """The shipped courses, one folder each."""
    return _shipped() / "content"


def shipped_courses() -> list[Path]:
    """The folders of the shipped courses, by name."""
    return sorted(folder for folder in content_folder().iterdir() if folder.is_dir())


def exercises_folder() -> Path:
    """The shipped exercises, one folder each."""
    return _shipped() / "exercises"


def data_folder() -> Path:
    """The learner's database, its backups and the app's log."""
    home = _home()
    if home is not None:
        return home
    import platformdirs

    return platformdirs.user_data_path("quizterm", appauthor=False)


def cache_folder() -> Path:
    """What can be made anew at any time."""
    home = _home()
    if home is not None:
        return home / "cache"
    import platformdirs

    return platformdirs.user_cache_path("quizterm", appauthor=False)


def settings_file() -> Path:
    home = _home()
    if home is not None:
        return home / "settings.toml"
    import platformdirs

    return platformdirs.user_config_path("quizterm", appauthor=False) / "settings.toml"


def workspace() -> Path:
    """The learner's exercise files."""
    home = _home()
    return home / "workspace" if home is not None else Path.home() / "quizterm"


def database_file() -> Path:
    return data_folder() / "quizterm.sqlite"


def _shipped() -> Path:
    installed = _PACKAGE / "_data"
    return installed if installed.is_dir() else _PACKAGE.parent


def _home() -> Path | None:
    value = os.environ.get(HOME_VARIABLE)
    if not value:
        return None
    try:
        return Path(value).expanduser().absolute()
    except RuntimeError:
        raise SettingsError(f"{HOME_VARIABLE}={value!r}: no such user; write the whole path of a folder") from None
