"""The learner's settings as they are shown and changed one by one; all else in the file stays as it is."""

import json
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quizterm import paths
from quizterm.errors import SettingsError, UsageError
from quizterm.settings import Description, descriptions, read_settings, settings_text
from quizterm.study.retention import retention_by_key
from quizterm.study.session import Study
from quizterm.study.workspace import write_text

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

NOTHING = "none"
BY_HAND = "change it by hand"


@dataclass(frozen=True, slots=True)
class Preference:
    """One setting; `value` and `default` are as one would type them."""

    name: str
    does: str
    allowed: str
    value: str
    default: str
    choices: tuple[str, ...]  # all values there are, where they can be listed
    needs_restart: bool

    @property
    def is_default(self) -> bool:
        return self.value == self.default


def preferences(study: Study) -> tuple[Preference, ...]:
    """Every setting that is in force, in the order of the table."""
    return tuple(_preference(study, one) for one in descriptions())


def change(study: Study, name: str, text: str) -> Preference:
    """Set one setting to what was typed, in the file and in this study; nothing typed means the default.

    Raises:
        SettingsError: the value is not allowed, or the file is broken; it is left as it is.
        UsageError: the file cannot be written.
    """
    description = _described(name)
    default = description.allowed.written(description.default)
    raw = _typed(text, default)
    if raw is None:
        return reset(study, name)
    return _write(study, description, lambda document: _put(document, name, raw), {name: raw})


def reset(study: Study, name: str) -> Preference:
    """Take one setting out of the file, so that its default is in force.

    Raises: as `change` does.
    """
    return _write(study, _described(name), lambda document: document.pop(name, None), {name: None})


def set_keys(study: Study, command: str, keys: tuple[str, ...]) -> None:
    """Give a command other keys; none means its own.

    Raises: as `change` does.
    """
    now = dict(study.settings.keys)
    now.pop(command, None)
    if keys:
        now[command] = keys
    raw = {name: [*of_name] for name, of_name in now.items()}

    def edit(document: "TOMLDocument") -> None:
        if "keys" not in document:
            document["keys"] = {}
        table: Any = document["keys"]
        if keys:
            table[command] = [*keys]
        else:
            table.pop(command, None)

    _write(study, _described("keys"), edit, {"keys": raw})


def literal(raw: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(raw, Mapping):
        members = ", ".join(f"{json.dumps(key)} = {literal(value)}" for key, value in raw.items())
        return f"{{ {members} }}" if members else "{}"
    return json.dumps(raw, ensure_ascii=False)


def shown(raw: Any) -> str:
    """A value as one would type it."""
    if raw is None or raw in ([], {}):
        return NOTHING
    if isinstance(raw, str):
        return raw
    if isinstance(raw, list) and not any("," in str(part) for part in raw):
        return ", ".join(map(str, raw))
    return literal(raw)


def _preference(study: Study, description: Description) -> Preference:
    allowed = description.allowed
    return Preference(
        name=description.name,
        does=description.does,
        allowed=allowed.words,
        value=shown(allowed.written(getattr(study.settings, description.name))),
        default=shown(allowed.written(description.default)),
        choices=allowed.choices or (("true", "false") if isinstance(description.default, bool) else ()),
        needs_restart=description.needs_restart,
    )


def _described(name: str) -> Description:
    found = next((one for one in descriptions() if one.name == name), None)
    if found is None:
        raise UsageError(f"there is no setting {name!r}")
    return found


def _typed(text: str, default: Any) -> Any:
    """What was typed, as the file would hold it; None where that is the default."""
    text = text.strip()
    if isinstance(default, list | dict) and text.lower() in ("", NOTHING):
        return type(default)()
    if text == "" or (default is None and text.lower() == NOTHING):
        return None
    raw = _value_of(text)
    if isinstance(default, list) and not isinstance(raw, list):
        return [part.strip() for part in text.split(",") if part.strip()]
    return text if isinstance(default, str) and not isinstance(raw, str) else raw


def _value_of(text: str) -> Any:
    """The text as a TOML value, else as it stands."""
    try:
        values = tomllib.loads(f"value = {text}")
    except ValueError:
        return text
    return values["value"] if len(values) == 1 else text


def _write(
    study: Study, description: Description, edit: Callable[["TOMLDocument"], object], wanted: Mapping[str, Any]
) -> Preference:
    file = paths.settings_file()
    before = settings_text(file)
    read_settings(before, file)  # a broken file is named, and left as it is
    after = _edited(before, file, edit)
    settings = read_settings(after, Path(file.name))  # at fault is what was typed, not the file as it stands
    retention_by_key(study.catalog, settings)
    expected = {name: value for name, value in {**tomllib.loads(before), **wanted}.items() if value is not None}
    if tomllib.loads(after) != expected:
        raise SettingsError(f"{file}: {description.name} cannot be changed without touching more; {BY_HAND}")
    write_text(_target(file), after)
    study.apply(settings)
    return _preference(study, description)


def _put(document: "TOMLDocument", name: str, raw: Any) -> None:
    """Set a value; a table under a heading stays under it, any other is written on one line."""
    import tomlkit
    from tomlkit.items import Table

    present = document.get(name)
    if not isinstance(raw, dict):
        document[name] = raw
    elif isinstance(present, Table):
        for key in [key for key in present if key not in raw]:
            del present[key]
        present.update(raw)
    else:
        table = tomlkit.inline_table()
        table.update(raw)
        document[name] = table


def _edited(text: str, file: Path, edit: Callable[["TOMLDocument"], object]) -> str:
    # Imported late: only who changes a setting pays for it.
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        document = tomlkit.parse(text)
        edit(document)
        return tomlkit.dumps(document)
    except TOMLKitError as error:
        raise SettingsError(f"{file}: cannot be changed here ({error}); {BY_HAND}") from None


def _target(file: Path) -> Path:
    """Where the file really is: a link stays one."""
    return file.resolve()
