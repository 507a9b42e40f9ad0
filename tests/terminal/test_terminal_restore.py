"""A database that is of no use, in a real terminal: its newest backup is offered, once, and only then."""

import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from quizterm import paths
from quizterm.study.safekeeping import back_up
from quizterm.study.session import open_study
from tests.support.pseudo_terminal import PseudoTerminal

Open = Callable[..., PseudoTerminal]


@pytest.fixture
def backup() -> Path:
    """The only backup; the database itself is no database any more."""
    with open_study() as study:
        made = back_up(study)
    for file in paths.data_folder().glob("quizterm.sqlite*"):
        file.write_bytes(b"no database")
    return made


def test_yes_restores_it_and_runs_the_command(open_terminal: Open, backup: Path) -> None:
    terminal = open_terminal("due", "--short")
    terminal.wait_for("[y/N]")
    terminal.send("y\n")
    assert terminal.wait_for_end() == 0
    assert "Restored" in terminal.transcript
    assert "0 due" in terminal.transcript
    assert "Traceback" not in terminal.transcript


@pytest.mark.parametrize(("keys", "code"), [("n\n", 2), ("\x04", 2), ("\x03", 128 + signal.SIGINT)])
def test_anything_else_leaves_the_file(open_terminal: Open, backup: Path, keys: str, code: int) -> None:
    terminal = open_terminal("due")
    terminal.wait_for("[y/N]")
    terminal.send(keys)
    assert terminal.wait_for_end() == code
    assert paths.database_file().read_bytes() == b"no database"
    assert "Traceback" not in terminal.transcript


def test_a_file_that_is_not_the_learners_database_is_no_reason_to_replace_it(
    open_terminal: Open, tmp_path: Path
) -> None:
    with open_study() as study:
        back_up(study)
    bad = tmp_path / "bad.sqlite"
    bad.write_bytes(b"no database")
    log = tmp_path / "bad.log"
    log.write_bytes(b'{"quizterm-log": 1}\n\xff\n')
    for words in (["restore", str(bad), "--yes"], ["import", "--log", str(log)]):
        terminal = open_terminal(*words)
        assert terminal.wait_for_end() == 2
        assert "[y/N]" not in terminal.transcript


def test_damage_that_is_found_while_the_app_is_open_is_offered_to_be_mended_when_it_is_closed(
    open_terminal: Open, lessons_folder: Path
) -> None:
    with open_study(decks=[lessons_folder]) as study:
        back_up(study)
    with closing(sqlite3.connect(paths.database_file())) as driver:
        ((page,),) = driver.execute("select rootpage from sqlite_schema where name = 'event_item'").fetchall()
    with paths.database_file().open("r+b") as stream:
        stream.seek((page - 1) * 4096)
        stream.write(b"\xa5" * 4096)
    terminal = open_terminal("--content", str(lessons_folder), columns=120)
    terminal.wait_for("is damaged")
    terminal.send("q")
    terminal.wait_for("[y/N]")
    terminal.send("y\n")
    terminal.wait_for("Start the review")
    terminal.send("q")
    assert terminal.wait_for_end() == 0
    assert "Traceback" not in terminal.transcript
    with open_study(decks=[lessons_folder]) as study:
        study.store.verify()
