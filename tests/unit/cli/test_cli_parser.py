"""The grammar of the command line."""

from collections.abc import Callable
from pathlib import Path

import pytest

import quizterm
from quizterm.cli.commands import COMMANDS
from quizterm.cli.parser import parse
from quizterm.errors import UsageError


def test_no_words_mean_the_app() -> None:
    assert parse([]).module == "quizterm.cli.today"


def test_the_version_is_printed_and_ends_the_program(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parse(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"quizterm {quizterm.__version__}\n"


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_command_has_help(command, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parse([command.name, "--help"])
    assert ended.value.code == 0
    assert command.summary in capsys.readouterr().out.replace(command.summary.capitalize(), command.summary)


@pytest.mark.parametrize(
    "words",
    [
        ["--content", "a", "--content", "b", "due"],
        ["due", "--content", "a", "--content", "b"],
        ["--content", "a", "due", "--content", "b"],
    ],
)
def test_own_decks_may_be_named_before_and_after_the_command(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in "ab":
        (tmp_path / name).mkdir()
    assert parse(words).content == [Path("a"), Path("b")]


@pytest.mark.parametrize("words", [["--debug", "due"], ["due", "--debug"]])
def test_debug_may_stand_before_and_after_the_command(words: list[str]) -> None:
    assert parse(words).debug is True


def test_debug_is_off_by_itself() -> None:
    assert parse(["due"]).debug is False


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["dew"], "no command 'dew'"),
        (["revew"], r"no command 'revew' \(did you mean review"),
        (["x" * 5000], "no command 'x"),
        (["read"], "LESSON"),
        (["due", "--json", "--short"], "--json"),
        (["grade", "engine", "--seed", "1000"], "0 to 999"),
        (["grade", "engine", "--seed", "-1"], "--seed"),
        (["grade", "engine", "--seed", "٣"], "0 to 999"),
        (["review", "--limit", "0"], "from 1"),
        (["review", "--limit", "9" * 5000], "from 1"),
        (["review", "--lim", "3"], "--lim"),
        (["bugs", "engine"], "--out"),
        (["due", "--content", "/no/such/folder"], "/no/such/folder"),
    ],
)
def test_a_wrong_use_is_told_in_words(words: list[str], problem: str) -> None:
    with pytest.raises(UsageError, match=problem) as raised:
        parse(words)
    assert "--help" in str(raised.value)


def test_grading_saves_unless_told_otherwise() -> None:
    assert parse(["grade", "engine"]).save is True
    assert parse(["grade", "engine", "--no-save"]).save is False


def test_every_commands_module_can_run(call: Callable[..., object]) -> None:
    import importlib

    for command in COMMANDS:
        assert callable(importlib.import_module(command.module).run)


@pytest.mark.parametrize("folder", ["~nobody-of-that-name/decks", "long" * 2000, "nothing"])
def test_a_folder_that_is_none_is_a_wrong_use(folder: str) -> None:
    with pytest.raises(UsageError, match="is no folder"):
        parse(["due", "--content", folder])
