"""Exit codes and errors: one line, no traceback, unless --debug asks for it."""

import errno
import importlib
import os
import signal
import subprocess
import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from quizterm.cli import main
from quizterm.errors import UsageError
from tests.support.said import Said


@pytest.fixture
def command_that(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Namespace], int]], None]:
    """Put a function in the place of whatever command is called."""

    def replace(run: Callable[[Namespace], int]) -> None:
        monkeypatch.setattr(importlib, "import_module", lambda _: SimpleNamespace(run=run))

    return replace


def raising(error: BaseException) -> Callable[[Namespace], int]:
    def run(_: Namespace) -> int:
        raise error

    return run


@pytest.mark.parametrize("code", [0, 1])
def test_a_commands_exit_code_is_the_programs(code: int, command_that, call: Callable[..., Said]) -> None:
    command_that(lambda _: code)
    assert call("due") == (code, "", "")


def test_an_error_is_one_line(command_that, call: Callable[..., Said]) -> None:
    command_that(raising(UsageError("no such lesson\x1b[31m\nhere")))
    assert call("due") == (2, "", "quizterm: no such lesson␛[31m here\n")


def test_a_fault_of_quizterm_is_one_line_that_says_how_to_see_more(command_that, call: Callable[..., Said]) -> None:
    command_that(raising(ValueError("bad\nvalue")))
    said = call("due")
    assert said.code == 2
    assert said.err.count("\n") == 1
    assert "ValueError: bad value" in said.err
    assert "--debug" in said.err


@pytest.mark.parametrize("error", [UsageError("no such lesson"), ValueError("bad value")])
@pytest.mark.parametrize("words", [["--debug", "due"], ["due", "--debug"]])
def test_debug_lets_the_error_through(error: Exception, words: list[str], command_that) -> None:
    command_that(raising(error))
    with pytest.raises(type(error)):
        main(words)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (OSError(errno.ENOSPC, "No space"), "standard input or output: cannot be used (No space)"),
        (OSError(errno.EAGAIN, "No process"), "the system refuses a file or a process that is needed (No process)"),
        (FileNotFoundError(errno.ENOENT, "No such file", "notes.md"), "notes.md: cannot be used (No such file)"),
    ],
)
def test_what_the_system_refuses_is_told_of_where_it_was_met(
    error: OSError, told: str, command_that, call: Callable[..., Said], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quizterm.cli.program._drop", lambda stream: None)  # noqa: ARG005  # a test's stream is no file
    command_that(raising(error))
    assert call("due") == (2, "", f"quizterm: {told}; mend that and try again\n")


def test_an_interrupt_ends_quietly(command_that, call: Callable[..., Said]) -> None:
    command_that(raising(KeyboardInterrupt()))
    assert call("due") == (128 + signal.SIGINT, "", "")


def test_an_interrupt_while_a_module_makes_a_class_ends_as_quietly(command_that, call: Callable[..., Said]) -> None:
    class Interrupted:
        def __set_name__(self, owner: type, name: str) -> None:
            raise KeyboardInterrupt

    def make_a_class(_: object) -> int:
        return len(type("Made", (), {"name": Interrupted()}).__name__)

    command_that(make_a_class)
    assert call("due") == (128 + signal.SIGINT, "", "")


@pytest.mark.parametrize("words", [["dew"], ["read"], ["grade", "engine", "--seed", "x"]])
def test_a_wrong_use_is_one_line_too(words: list[str], call: Callable[..., Said]) -> None:
    said = call(*words)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("quizterm: ")
    assert said.err.count("\n") == 1


def test_a_reader_that_leaves_early_is_no_error() -> None:
    reader, writer = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-m", "quizterm", "lessons"], stdout=writer, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL
    )
    os.close(reader)
    os.close(writer)
    _, complaints = process.communicate(timeout=60)
    assert complaints == b""
    assert process.returncode == 128 + signal.SIGPIPE


def test_what_the_terminals_encoding_lacks_is_escaped() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "quizterm", "read", "engine"],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.isascii()
    assert b"\\u" in done.stdout


needs_full_disk = pytest.mark.skipif(
    not Path("/dev/full").exists(), reason="Linux alone has a disk that is always full"
)


def run_with(redirections: str, words: str) -> subprocess.CompletedProcess[bytes]:
    """A command in a process whose streams the shell redirects."""
    return subprocess.run(
        ["sh", "-c", f"{sys.executable} -m quizterm {words} {redirections}"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
    )


@pytest.mark.parametrize("words", ["due", "review --plain"])
@pytest.mark.parametrize("redirections", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_closed_stream_is_an_empty_one(redirections: str, words: str) -> None:
    done = run_with(redirections, words)
    assert (done.returncode, done.stderr) == (0, b"")


@needs_full_disk
def test_a_full_disk_behind_the_output_is_one_line() -> None:
    done = run_with("> /dev/full", "due")
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"No space left on device" in done.stderr
    assert b"fault in quizterm" not in done.stderr


@needs_full_disk
@pytest.mark.parametrize("redirections", ["2> /dev/full", "2>&-", "> /dev/full 2> /dev/full"])
def test_an_error_that_cannot_be_told_keeps_its_exit_code_and_its_stream(redirections: str) -> None:
    done = run_with(redirections, "dew")
    assert (done.returncode, done.stdout) == (2, b"")


def test_an_error_of_the_system_names_the_file(command_that, call: Callable[..., Said]) -> None:
    command_that(raising(PermissionError(13, "Permission denied", "/some/file")))
    assert call("due") == (
        2,
        "",
        "quizterm: /some/file: cannot be used (Permission denied); mend that and try again\n",
    )
