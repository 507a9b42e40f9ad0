"""From the words of a command line to an exit code."""

import errno
import io
import os
import sys
from collections.abc import Sequence
from typing import TextIO, TypeGuard

from quizterm.cli.loading import load
from quizterm.cli.parser import parse
from quizterm.cli.text import one_line
from quizterm.errors import DatabaseDamagedError, DatabaseForeignError, QuiztermError, StoreError

EXIT_ERROR = 2
EXIT_INTERRUPTED = 130  # 128 + SIGINT, as shells report it
EXIT_BROKEN_PIPE = 141  # 128 + SIGPIPE
_NO_STREAMS = (errno.ENOENT, errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE)  # what no open stream fails with


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the default words are those of the process.

    Returns:
        0 if all is well, 1 for a fault in what was checked or graded, 2 for an error, which is told in one line
        on standard error.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    _mend_streams()
    code = _run(words)
    while isinstance(code, StoreError):
        try:
            code = _run(words) if _restored(code) else EXIT_ERROR
        except KeyboardInterrupt:
            return EXIT_INTERRUPTED
        except (QuiztermError, OSError) as error:
            return _tell(str(error))
    return code


def _run(words: list[str]) -> int | StoreError:
    """The exit code; or what was told to be wrong with the learner's own database, where a backup might help."""
    try:
        arguments = parse(words)
        run = load(arguments.module)  # only now: no other command pays for its imports
        code = run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        _drop(sys.stdout)
        return EXIT_BROKEN_PIPE
    except QuiztermError as error:
        if "--debug" in words:
            raise
        _tell(str(error))
        return error if _is_of_no_use(error) else EXIT_ERROR
    except OSError as error:
        if "--debug" in words:
            raise
        if error.filename is None:
            _drop(sys.stdout)
        return _tell(f"{_refused(error)} ({error.strerror or error}); mend that and try again")
    except Exception as error:
        if isinstance(error.__cause__, KeyboardInterrupt):  # Python 3.11 wraps what comes while a class is made
            return EXIT_INTERRUPTED
        if "--debug" in words:
            raise
        return _tell(f"a fault in quizterm, {type(error).__name__}: {error}; the same command with --debug shows where")
    return code


def _refused(error: OSError) -> str:
    if error.filename is None and error.errno in _NO_STREAMS:
        return "the system refuses a file or a process that is needed"
    return f"{error.filename or 'standard input or output'}: cannot be used"


def _is_of_no_use(error: QuiztermError) -> TypeGuard[StoreError]:
    """Whether the learner's database is damaged or another program's."""
    from quizterm.paths import database_file  # only where something failed: `--version` asks for no paths

    return isinstance(error, DatabaseDamagedError | DatabaseForeignError) and error.path == database_file()


def _restored(error: StoreError) -> bool:
    """Where somebody can answer, offer the newest sound backup in place of a database that is of no use."""
    from quizterm.cli.terminal import ask, is_interactive

    if not is_interactive():
        return False
    from quizterm.cli.restore import tell_restored
    from quizterm.study.safekeeping import newest_sound_backup

    newest = newest_sound_backup()
    if newest is None or not ask(f"Put the newest backup, {newest.file}, in place of {error.path}, which is kept?"):
        return False
    tell_restored(newest.file)
    return True


def _tell(problem: str) -> int:
    try:
        print(f"quizterm: {one_line(problem)}", file=sys.stderr, flush=True)
    except OSError:  # nobody can be told, but the exit code stands
        _drop(sys.stderr)
    return EXIT_ERROR


def _mend_streams() -> None:
    """Put an empty stream where one is closed; let characters that the terminal's encoding lacks come out escaped, and
    bytes that are no text come in so."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _drop(stream: TextIO) -> None:
    """What was written last can go nowhere; keep the interpreter from failing when it flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
