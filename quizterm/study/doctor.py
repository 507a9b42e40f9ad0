"""What quizterm stands on, on this machine, and what of it is wrong or missing."""

import os
import platform
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from quizterm import __version__, paths
from quizterm.errors import GradingError, SettingsError, StoreError
from quizterm.grading.examination import Examination
from quizterm.grading.layers import PURPOSES, Layer, Protection
from quizterm.settings import load_settings
from quizterm.store.sqlite import sqlite_version
from quizterm.store.store import Store

OPTIONAL = frozenset({Layer.NAMESPACES})  # what it keeps out, other layers keep out too


class State(StrEnum):
    """How a finding is: as it should be, worth knowing, or wrong."""

    OK = "ok"
    NOTE = "note"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the doctor's report."""

    area: str
    name: str
    state: State
    text: str


class Examines(Protocol):
    """What examines grading: `quizterm.grading.runner.Grader`, or a stand-in for it."""

    def examine(self) -> Examination: ...


def findings(grader: Examines) -> Iterator[Finding]:
    """All that can be found, one after the other; the last ones take as long as torch takes to start."""
    yield from _program()
    yield from _data()
    yield from _grading(grader)


def _program() -> Iterator[Finding]:
    yield Finding("program", "quizterm", State.OK, f"{__version__}, at {Path(__file__).parents[1]}")
    yield Finding("program", "python", State.OK, f"{platform.python_version()}, {sys.executable}")
    yield Finding("program", "system", State.OK, f"{platform.system()} {platform.release()}, {platform.machine()}")
    yield Finding("program", "sqlite", State.OK, sqlite_version())


def _data() -> Iterator[Finding]:
    yield _settings()
    for name, folder in (
        ("data folder", paths.data_folder()),
        ("cache folder", paths.cache_folder()),
        ("workspace", paths.workspace()),
    ):
        yield _folder(name, folder)
    yield _database(paths.database_file())


def _settings() -> Finding:
    file = paths.settings_file()
    try:
        load_settings(file)
    except SettingsError as error:
        return Finding("data", "settings", State.PROBLEM, str(error))
    return Finding(
        "data", "settings", State.OK, str(file) if file.exists() else f"all defaults; {file} would hold others"
    )


def _folder(name: str, folder: Path) -> Finding:
    """Whether a folder can be written to, or made."""
    nearest = next(place for place in (folder, *folder.parents) if place.exists())
    if not nearest.is_dir():
        return Finding("data", name, State.PROBLEM, f"{folder}: {nearest} is no folder; move it away")
    if not os.access(nearest, os.W_OK | os.X_OK):
        return Finding("data", name, State.PROBLEM, f"{folder}: {nearest} cannot be written to; make it writable")
    return Finding("data", name, State.OK, str(folder) if nearest == folder else f"{folder}, not made yet")


def _database(file: Path) -> Finding:
    if not file.exists():
        return Finding("data", "database", State.NOTE, f"{file}: none yet; the first start makes it")
    try:
        with closing(Store.open(file)) as store:
            store.verify()
    except StoreError as error:
        return Finding("data", "database", State.PROBLEM, str(error))
    return Finding("data", "database", State.OK, f"{file}, sound, {file.stat().st_size / 1e6:.1f} MB")


def _grading(grader: Examines) -> Iterator[Finding]:
    try:
        examination = grader.examine()
    except GradingError as error:
        yield Finding("grading", "torch", State.PROBLEM, f"{error}; reviews work without")
        return
    yield Finding("grading", "torch", State.OK, examination.torch)
    if examination.devices:
        yield Finding("grading", "gpu", State.OK, ", ".join(examination.devices))
    else:
        yield Finding("grading", "gpu", State.NOTE, "none that this torch can use; exercises run on the processor")
    yield from map(_layer, examination.protections)
    for attack in examination.attacks:
        yield Finding("attacks", attack.name, State.OK if attack.held else State.PROBLEM, attack.outcome)


def _layer(protection: Protection) -> Finding:
    layer, detail = protection.layer, protection.detail
    if protection.in_force:
        text = f"{PURPOSES[layer]} ({detail})" if detail else PURPOSES[layer]
        return Finding("sandbox", layer, State.OK, text)
    state = State.NOTE if layer in OPTIONAL else State.PROBLEM
    return Finding("sandbox", layer, state, f"missing: {detail}; it would allow {PURPOSES[layer]}")
