"""From the words of a command line to an exit code."""

import io
import os
import sys
from collections.abc import Sequence

from quizterm.cli.loading import load
from quizterm.cli.parser import parse
from quizterm.cli.text import one_line
from quizterm.errors import QuiztermError

EXIT_ERROR = 2
EXIT_INTERRUPTED = 130  # 128 + SIGINT, as shells report it
EXIT_BROKEN_PIPE = 141  # 128 + SIGPIPE


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the default words are those of the process.

    Returns:
        0 if all is well, 1 for a fault in what was checked or graded, 2 for an error, which is told in one line
        on standard error.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    _accept_any_text()
    try:
        arguments = parse(words)
        run = load(arguments.module)  # only now: no other command pays for its imports
        code = run(arguments)
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


def _tell(problem: str) -> int:
    print(f"quizterm: {one_line(problem)}", file=sys.stderr)
    return EXIT_ERROR


def _accept_any_text() -> None:
    """Let characters that the terminal's encoding lacks come out escaped, and bytes that are no text come in so."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _drop_output() -> None:
    """Nobody reads any more; keep the interpreter from failing when it flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
