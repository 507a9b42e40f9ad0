"""The learner's settings: one TOML file, one table of defaults, every value checked when it is read."""

import difflib
import re
import stat
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, NamedTuple

from quizterm.errors import SettingsError
from quizterm.files import read_regular

_LARGEST_FILE = 1 << 20
_LONGEST_QUOTE = 60
_MINUTE_MS = 60_000
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_UNITS_MS = {"s": 1_000, "m": _MINUTE_MS, "h": 60 * _MINUTE_MS}


class _NotAllowedError(Exception):
    """A value that a check does not let pass; why, where the words for what is allowed do not tell it."""


class Allowed(NamedTuple):
    """What a setting may be: in words, as a check of what the file holds, and back to what the file holds."""

    words: str
    check: Callable[[Any], Any]
    written: Callable[[Any], Any] = lambda value: value
    choices: tuple[str, ...] = ()  # all there are, where they can be listed


class Description(NamedTuple):
    """One setting, for whoever shows all of them."""

    name: str
    does: str
    allowed: Allowed
    default: Any
    needs_restart: bool  # an open quizterm goes on with the value it was opened with


def _require(is_allowed: bool) -> None:
    if not is_allowed:
        raise _NotAllowedError


def _whole(low: int, high: int) -> Allowed:
    def check(value: Any) -> int:
        _require(type(value) is int and low <= value <= high)
        return int(value)

    return Allowed(f"a whole number from {low} to {high}", check)


def _number(low: float, high: float) -> Allowed:
    def check(value: Any) -> float:
        _require(type(value) in (int, float) and low <= value <= high)
        return float(value)

    return Allowed(f"a number from {low} to {high}", check)


def _truth(value: Any) -> bool:
    _require(type(value) is bool)
    return bool(value)


def _name(value: Any) -> str:
    _require(isinstance(value, str) and value != "")
    return str(value)


def _steps(value: Any) -> tuple[int, ...]:
    _require(isinstance(value, list) and len(value) <= 10)
    steps = [_step(step) for step in value]
    _require(all(step < 24 * _UNITS_MS["h"] for step in steps))
    return tuple(steps)


def _step(text: Any) -> int:
    match = re.fullmatch(r"([1-9][0-9]{0,4})([smh])", text) if isinstance(text, str) else None
    if match is None:
        raise _NotAllowedError
    return int(match[1]) * _UNITS_MS[match[2]]


def _written_step(step: int) -> str:
    unit = next(unit for unit in ("h", "m", "s") if step % _UNITS_MS[unit] == 0)
    return f"{step // _UNITS_MS[unit]}{unit}"


def _folders(value: Any) -> tuple[Path, ...]:
    _require(isinstance(value, list) and all(isinstance(folder, str) and "\0" not in folder for folder in value))
    try:
        folders = tuple(Path(folder).expanduser() for folder in value)
    except RuntimeError:  # `~name` of a user that this machine does not know
        raise _NotAllowedError from None
    _require(all(folder.is_absolute() for folder in folders))
    for folder in folders:
        if _is_something_else(folder):
            raise _NotAllowedError(f"{str(folder)!r} is no folder")
    return folders


def _is_something_else(folder: Path) -> bool:
    """Whether a file, pipe or device stands there. What is missing may come back, as a drive does."""
    try:
        return not stat.S_ISDIR(folder.stat().st_mode)
    except OSError:
        return False


def _weekdays(value: Any) -> frozenset[int]:
    _require(isinstance(value, list) and all(day in _WEEKDAYS for day in value) and len(set(value)) < len(_WEEKDAYS))
    return frozenset(map(_WEEKDAYS.index, value))


def _keys(value: Any) -> tuple[tuple[str, tuple[str, ...]], ...]:
    _require(isinstance(value, dict))
    _require(all(isinstance(keys, list) and keys for keys in value.values()))
    _require(all(isinstance(key, str) and key for keys in value.values() for key in keys))
    return tuple((command, tuple(keys)) for command, keys in value.items())


def _retentions(value: Any) -> tuple[tuple[str, float], ...]:
    _require(isinstance(value, dict))
    return tuple((phase, _RETENTION.check(retention)) for phase, retention in value.items())


def _one_of(*choices: str) -> Allowed:
    def check(value: Any) -> str:
        _require(value in choices)
        return str(value)

    return Allowed(" or ".join(f'"{choice}"' for choice in choices), check, choices=choices)


_TRUTH = Allowed("true or false", _truth)
_NAME = Allowed("a name in quotes", _name)
_STEPS = Allowed(
    'a list of at most 10 spans under a day, such as ["1m", "10m"]',
    _steps,
    written=lambda steps: [*map(_written_step, steps)],
)
_FOLDERS = Allowed(
    'a list of folders with their whole paths, such as ["~/decks/rust"]',
    _folders,
    written=lambda folders: [*map(str, folders)],
)
_DAYS = Allowed(
    f'a list of days such as ["saturday", "sunday"], not of all seven; known are {", ".join(_WEEKDAYS)}',
    _weekdays,
    written=lambda days: [_WEEKDAYS[day] for day in sorted(days)],
)
_RETENTION = _number(0.70, 0.99)
_RETENTIONS = Allowed(
    'a table of phases, by title or number, with a number from 0.7 to 0.99 each, such as { "Autograd" = 0.95 }',
    _retentions,
    written=dict,
)
_KEYS = Allowed(
    'a table of commands with a list of keys each, such as { "review.suspend" = ["s"] }',
    _keys,
    written=lambda keys: {command: [*of_command] for command, of_command in keys},
)


def _setting(default: Any, allowed: Allowed, does: str, *, needs_restart: bool = False) -> Any:
    return field(default=default, metadata={"allowed": allowed, "does": does, "needs_restart": needs_restart})


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting with its default; a key of the file is the field's name. Steps are in milliseconds.

    What a setting does is said once, here: the app's settings, the README's table and the errors take it from here.
    """

    new_cards_a_day: int = _setting(10, _whole(0, 9_999), "new cards a day, at most")
    reviews_a_day: int | None = _setting(None, _whole(0, 99_999), "due cards a day, at most; no cap unless one is set")
    review_order: str = _setting(
        "due",
        _one_of("due", "recall", "random", "lesson"),
        "which due cards come first: the longest overdue, the least likely recalled, any, or in the course's order",
    )
    come_back_reviews: int = _setting(
        50, _whole(0, 9_999), "due cards a day after a long break, until the backlog is worked off; 0 for all at once"
    )
    desired_retention: float = _setting(0.90, _RETENTION, "the share of due cards you want to know")
    retention_by_phase: tuple[tuple[str, float], ...] = _setting(
        (), _RETENTIONS, "the share of due cards you want to know in one phase of a course"
    )
    maximum_interval: int = _setting(36_500, _whole(1, 36_500), "days that a card may stay away, at most")
    load_balancing: bool = _setting(True, _TRUTH, "among the days that fit a card, take one with less to do")
    easy_days: frozenset[int] = _setting(frozenset(), _DAYS, "days on which less comes due")  # 0 is Monday
    learning_steps: tuple[int, ...] = _setting(
        (_MINUTE_MS, 10 * _MINUTE_MS), _STEPS, "waits between the first answers to a new card"
    )
    relearning_steps: tuple[int, ...] = _setting((10 * _MINUTE_MS,), _STEPS, "waits after a card was forgotten")
    bury_siblings: bool = _setting(False, _TRUTH, "after an answer, hide the other cards of its section until tomorrow")
    leech_lapses: int = _setting(8, _whole(0, 99), "a card forgotten so often is a leech; 0 for never")
    leech_action: str = _setting("suspend", _one_of("mark", "suspend"), "what becomes of a leech")
    day_turns_at: int = _setting(4, _whole(0, 12), "the hour at which the study day turns", needs_restart=True)
    due_exercises_a_day: int = _setting(1, _whole(0, 99), "exercises that are due again, a day, at most")
    new_exercises_a_day: int = _setting(1, _whole(0, 99), "new exercises a day, at most")
    decks: tuple[Path, ...] = _setting((), _FOLDERS, "folders of your own lessons", needs_restart=True)
    theme: str = _setting("textual-dark", _NAME, "the colours of the app")
    motion: bool = _setting(True, _TRUTH, "whether the app may move things smoothly")
    keys: tuple[tuple[str, tuple[str, ...]], ...] = _setting((), _KEYS, "other keys for commands of the app")


def descriptions() -> tuple[Description, ...]:
    """Every setting, in the order of `Settings`."""
    return tuple(
        Description(one.name, one.metadata["does"], one.metadata["allowed"], one.default, one.metadata["needs_restart"])
        for one in fields(Settings)
    )


def load_settings(file: Path) -> Settings:
    """Read the settings file; a file that does not exist means all defaults.

    Raises:
        SettingsError: the file cannot be read, is no TOML, or a key or value in it is not allowed.
    """
    return read_settings(settings_text(file), file)


def settings_text(file: Path) -> str:
    """What the settings file holds; a file that does not exist holds nothing.

    Raises:
        SettingsError: it cannot be read, or is no text.
    """
    try:
        data = read_regular(file, _LARGEST_FILE + 1)
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise SettingsError(f"{file}: cannot be read ({error.strerror}); mend or remove it") from None
    if len(data) > _LARGEST_FILE:
        raise SettingsError(f"{file}: is larger than {_LARGEST_FILE >> 20} MiB; mend or remove it")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise SettingsError(f"{file}: is not UTF-8 text; save it as UTF-8 or remove it") from None


def read_settings(text: str, file: Path) -> Settings:
    """The settings that a text of TOML holds.

    Args:
        file: where it comes from, for the error.

    Raises:
        SettingsError: it is no TOML, or a key or value in it is not allowed.
    """
    try:
        values = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # of a number too long, or lists too deep, tomllib says no more
        problem = " ".join(str(error).split())
        raise SettingsError(f"{file}: is no valid TOML: {problem}; mend or remove that line") from None
    return Settings(**_checked(values, file))


def _checked(values: Mapping[str, Any], file: Path) -> dict[str, Any]:
    allowed: dict[str, Allowed] = {one.name: one.metadata["allowed"] for one in fields(Settings)}
    checked = {}
    for key, value in values.items():
        if key not in allowed:
            close = difflib.get_close_matches(key, allowed, n=1)
            advice = f"did you mean {close[0]}?" if close else f"known are {', '.join(allowed)}"
            raise SettingsError(f"{file}: unknown setting {_quoted(key)}; {advice}")
        try:
            checked[key] = allowed[key].check(value)
        except _NotAllowedError as error:
            problem = f"{key}: {error}" if str(error) else f"{key} = {_quoted(value)} is not allowed"
            raise SettingsError(f"{file}: {problem}; write {allowed[key].words}") from None
    return checked


def _quoted(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _LONGEST_QUOTE else f"{text[:_LONGEST_QUOTE]}..."
