"""The grammar of the command line, built from the table of commands."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from quizterm import __version__
from quizterm.cli.commands import COMMANDS, HOME, Command
from quizterm.errors import UsageError


class _Parser(argparse.ArgumentParser):
    """Tells a wrong use in one line, like every other error."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; see {self.prog} --help")

    def _check_value(self, action: argparse.Action, value: str) -> None:
        """As argparse does, which would list all forty commands for one that there is not."""
        if action.dest == "command" and action.choices is not None and value not in action.choices:
            from difflib import get_close_matches

            close = get_close_matches(value[:100], list(action.choices), n=2)
            hint = f" (did you mean {' or '.join(close)}?)" if close else ""
            raise argparse.ArgumentError(None, f"there is no command {value[:100]!r}{hint}")
        super()._check_value(action, value)


def parse(words: Sequence[str]) -> argparse.Namespace:
    """The arguments of one command. `module` is the command's own; `content` holds all folders that were named.

    Raises:
        UsageError: the words are no command, or not what it accepts.
        SystemExit: help or the version was asked for, and printed.
    """
    arguments = _grammar(words).parse_args(words)
    arguments.content = [*arguments.content_before, *getattr(arguments, "content_after", ())]
    return arguments


def _grammar(words: Sequence[str]) -> argparse.ArgumentParser:
    """Only commands among the words are given their own arguments: those of all would take 7 ms."""
    parser = _Parser(
        prog="quizterm",
        description=f"PyTorch in your fingers: daily recall and graded exercises. Without a command: {HOME.summary}.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"quizterm {__version__}")
    parser.set_defaults(module=HOME.module)
    _accept_everywhere(parser, "content_before", none=[], debug=False)
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    for command in COMMANDS:
        if command.name in words:
            _add(subparsers, command)
        else:
            subparsers.add_parser(command.name, help=command.summary, add_help=False)
    return parser


def _add(subparsers: "argparse._SubParsersAction[_Parser]", command: Command) -> None:
    description = f"{command.summary[0].upper()}{command.summary[1:]}."
    parser = subparsers.add_parser(command.name, help=command.summary, description=description, allow_abbrev=False)
    parser.set_defaults(module=command.module)
    _accept_everywhere(parser, "content_after", none=argparse.SUPPRESS, debug=argparse.SUPPRESS)
    if command.accept is not None:
        command.accept(parser)


def _folder(text: str) -> Path:
    try:
        folder = Path(text).expanduser()
        if folder.is_dir():
            return folder
    except (RuntimeError, OSError):  # an unknown user after the ~; a path too long, or closed to this user
        pass
    raise argparse.ArgumentTypeError(f"{text!r} is no folder")


def _accept_everywhere(parser: argparse.ArgumentParser, content: str, *, none: object, debug: object) -> None:
    """The options allowed before and after a command. After it they need a name and default of their own: argparse lets
    a command's namespace overwrite the one before it."""
    parser.add_argument(
        "--content",
        metavar="DIR",
        type=_folder,
        action="append",
        default=none,
        dest=content,
        help="a folder of your own lessons, beside the shipped course (may be repeated)",
    )
    parser.add_argument("--debug", action="store_true", default=debug, help="show where an error came from")
