"""From the words of a command line to an exit code."""

import importlib
import io
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from typing import cast

from quizterm.cli.parser import parse
from quizterm.cli.text import one_line
from quizterm.errors import QuiztermError

EXIT_ERROR = 2
EXIT_INTERRUPTED = 130  # 128 + SIGINT, as shells report it
EXIT_BROKEN_PIPE = 141  # 128 + SIGPIPE

Run = Callable[[Namespace], int]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the default words are those of the process.

    Returns:
        0 if all is well, 1 for a fault in what was checked or graded, 2 for an error, which is told in one line
        on standard error.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    _print_anything()
    try:
        arguments = parse(words)
        code = _command(arguments.module)(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return EXIT_BROKEN_PIPE
    except QuiztermError as error:
        if "--debug" in words:
            raise
        return _tell(str(error))
    except Exception as error:
        if "--debug" in words:
            raise
        return _tell(f"a fault in quizterm, {type(error).__name__}: {error}; the same command with --debug shows where")
    return code


def _command(module: str) -> Run:
    """The command's own module, imported now so that no other command pays for its imports."""
    return cast(Run, importlib.import_module(module).run)


def _tell(problem: str) -> int:
    print(f"quizterm: {one_line(problem)}", file=sys.stderr)
    return EXIT_ERROR


def _print_anything() -> None:
    """Let characters that the terminal's encoding lacks come out escaped instead of ending the program."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _drop_output() -> None:
    """Nobody reads any more; keep the interpreter from failing when it flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
