"""The learner's settings: one TOML file, one table of defaults, every value checked when it is read."""

import difflib
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from quizterm.errors import SettingsError
from quizterm.files import read_regular

_LARGEST_FILE = 1 << 20
_LONGEST_QUOTE = 60
_MINUTE_MS = 60_000
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_UNITS_MS = {"s": 1_000, "m": _MINUTE_MS, "h": 60 * _MINUTE_MS}


class _InvalidValueError(Exception):
    """The text says what is allowed."""


def _whole(low: int, high: int) -> Callable[[Any], int]:
    def check(value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise _InvalidValueError(f"a whole number from {low} to {high}")
        return value

    return check


def _number(low: float, high: float) -> Callable[[Any], float]:
    def check(value: Any) -> float:
        if type(value) not in (int, float) or not low <= value <= high:
            raise _InvalidValueError(f"a number from {low} to {high}")
        return float(value)

    return check


def _steps(value: Any) -> tuple[int, ...]:
    allowed = 'a list of at most 10 spans under a day, such as ["1m", "10m"]'
    if not isinstance(value, list) or len(value) > 10:
        raise _InvalidValueError(allowed)
    steps = []
    for step in value:
        match = re.fullmatch(r"([1-9][0-9]{0,4})([smh])", step) if isinstance(step, str) else None
        if match is None:
            raise _InvalidValueError(allowed)
        steps.append(int(match[1]) * _UNITS_MS[match[2]])
    if any(step >= 24 * _UNITS_MS["h"] for step in steps):
        raise _InvalidValueError(allowed)
    return tuple(steps)


def _folders(value: Any) -> tuple[Path, ...]:
    allowed = 'a list of folders with their whole paths, such as ["~/decks/rust"]'
    if not isinstance(value, list) or not all(isinstance(folder, str) and "\0" not in folder for folder in value):
        raise _InvalidValueError(allowed)
    try:
        folders = tuple(Path(folder).expanduser() for folder in value)
    except RuntimeError:  # `~name` of a user that this machine does not know
        raise _InvalidValueError(allowed) from None
    if not all(folder.is_absolute() for folder in folders):
        raise _InvalidValueError(allowed)
    return folders


def _truth(value: Any) -> bool:
    if type(value) is not bool:
        raise _InvalidValueError("true or false")
    return value


def _name(value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise _InvalidValueError("a name in quotes")
    return value


def _weekdays(value: Any) -> frozenset[int]:
    allowed = f'a list of days such as ["saturday", "sunday"]; known are {", ".join(_WEEKDAYS)}'
    if not isinstance(value, list) or not all(day in _WEEKDAYS for day in value) or len(set(value)) == len(_WEEKDAYS):
        raise _InvalidValueError(allowed)
    return frozenset(map(_WEEKDAYS.index, value))


def _setting(default: Any, check: Callable[[Any], Any]) -> Any:
    return field(default=default, metadata={"check": check})


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting with its default; a key of the file is the field's name. Steps are in milliseconds."""

    new_cards_a_day: int = _setting(10, _whole(0, 9_999))
    reviews_a_day: int | None = _setting(None, _whole(0, 99_999))  # no cap unless one is set
    desired_retention: float = _setting(0.90, _number(0.70, 0.99))
    maximum_interval: int = _setting(36_500, _whole(1, 36_500))
    load_balancing: bool = _setting(True, _truth)
    easy_days: frozenset[int] = _setting(frozenset(), _weekdays)  # 0 is Monday
    learning_steps: tuple[int, ...] = _setting((_MINUTE_MS, 10 * _MINUTE_MS), _steps)
    relearning_steps: tuple[int, ...] = _setting((10 * _MINUTE_MS,), _steps)
    day_turns_at: int = _setting(4, _whole(0, 12))
    due_exercises_a_day: int = _setting(1, _whole(0, 99))
    new_exercises_a_day: int = _setting(1, _whole(0, 99))
    decks: tuple[Path, ...] = _setting((), _folders)
    theme: str = _setting("textual-dark", _name)
    motion: bool = _setting(True, _truth)


def load_settings(file: Path) -> Settings:
    """Read the settings file; a file that does not exist means all defaults.

    Raises:
        SettingsError: the file cannot be read, is no TOML, or a key or value in it is not allowed.
    """
    try:
        data = read_regular(file, _LARGEST_FILE + 1)
        if len(data) > _LARGEST_FILE:
            raise SettingsError(f"{file}: is larger than {_LARGEST_FILE >> 20} MiB; mend or remove it")
        values = tomllib.loads(data.decode("utf-8-sig"))
    except FileNotFoundError:
        return Settings()
    except OSError as error:
        raise SettingsError(f"{file}: cannot be read ({error.strerror}); mend or remove it") from None
    except UnicodeDecodeError:
        raise SettingsError(f"{file}: is not UTF-8 text; save it as UTF-8 or remove it") from None
    except (ValueError, RecursionError) as error:  # of a number too long, or lists too deep, tomllib says no more
        problem = " ".join(str(error).split())
        raise SettingsError(f"{file}: is no valid TOML: {problem}; mend or remove that line") from None
    checks = {entry.name: entry.metadata["check"] for entry in fields(Settings)}
    checked: dict[str, Any] = {}
    for key, value in values.items():
        if key not in checks:
            close = difflib.get_close_matches(key, checks, n=1)
            advice = f"did you mean {close[0]}?" if close else f"known are {', '.join(checks)}"
            raise SettingsError(f"{file}: unknown setting {_quoted(key)}; {advice}")
        try:
            checked[key] = checks[key](value)
        except _InvalidValueError as allowed:
            raise SettingsError(f"{file}: {key} = {_quoted(value)} is not allowed; write {allowed}") from None
    return Settings(**checked)


def _quoted(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _LONGEST_QUOTE else f"{text[:_LONGEST_QUOTE]}..."
