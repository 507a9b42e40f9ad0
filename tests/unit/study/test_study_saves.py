"""Saves are noticed, also after the folder was taken away and came back."""

import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import watchfiles

from quizterm.study import saves as module
from quizterm.study.saves import saves


@pytest.fixture
def stop() -> Iterator[threading.Event]:
    event = threading.Event()
    yield event
    event.set()


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> list[Callable[[], object]]:
    """What is done one after another, each when the folder is watched and nothing happens in it."""
    waiting: list[Callable[[], object]] = []
    watch = watchfiles.watch

    def watch_and_act(*paths: Path, **options: Any) -> Iterator[Any]:
        for changed in watch(*paths, **options):
            if not changed and waiting:
                waiting.pop(0)()
            yield changed

    monkeypatch.setattr(watchfiles, "watch", watch_and_act)
    monkeypatch.setattr(module, "LOOK_AGAIN_MS", 50)
    monkeypatch.setattr(module, "SETTLED_MS", 20)
    return waiting


def test_a_folder_that_is_taken_away_is_told_and_watched_again(
    tmp_path: Path, stop: threading.Event, meanwhile: list[Callable[[], object]]
) -> None:
    folder = tmp_path / "workspace"
    noticed = saves(folder, stop)
    meanwhile.append(lambda: (folder / "engine.py").write_text("x"))
    assert next(noticed) == ""
    meanwhile.append(lambda: shutil.rmtree(folder))
    told = next(one for one in noticed if one)
    assert told == f"{folder} is gone; its files are watched again when it is back"
    folder.mkdir()
    assert next(noticed) == "", "what is there now may be new"
    meanwhile.append(lambda: (folder / "engine.py").write_text("y"))
    assert next(noticed) == ""
    stop.set()
    assert list(noticed) == []


def test_a_folder_that_another_replaces_is_watched_in_its_place(
    tmp_path: Path, stop: threading.Event, meanwhile: list[Callable[[], object]]
) -> None:
    folder = tmp_path / "workspace"
    noticed = saves(folder, stop)
    meanwhile.append(lambda: (folder.rename(tmp_path / "old"), folder.mkdir()))
    assert next(noticed) == ""
    meanwhile.append(lambda: (folder / "engine.py").write_text("x"))
    assert next(noticed) == ""
    assert meanwhile == []


def test_waiting_for_a_folder_ends_when_it_is_stopped(
    tmp_path: Path, stop: threading.Event, meanwhile: list[Callable[[], object]]
) -> None:
    folder = tmp_path / "workspace"
    noticed = saves(folder, stop)
    meanwhile.append(folder.rmdir)
    assert "is gone" in next(one for one in noticed if one)
    stop.set()
    assert list(noticed) == []


def test_what_is_no_folder_is_told(tmp_path: Path, stop: threading.Event) -> None:
    file = tmp_path / "workspace"
    file.write_text("in the way")
    assert list(saves(file, stop)) == [
        f"{file}: is no folder and cannot be made one (File exists); run your file by hand"
    ]


def test_a_system_that_watches_no_more_folders_is_told(
    tmp_path: Path, stop: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> object:
        raise OSError("OS file watch limit reached")

    monkeypatch.setattr(watchfiles, "watch", refuse)
    assert list(saves(tmp_path, stop)) == [
        f"{tmp_path}: cannot be watched (OS file watch limit reached); run your file by hand"
    ]
