"""Where copied text goes where no clipboard may be in reach."""

import os
from collections.abc import Mapping
from pathlib import Path

from quizterm import paths
from quizterm.errors import UsageError
from quizterm.study.workspace import write_text

_BETWEEN = ("SSH_CONNECTION", "SSH_TTY", "TMUX", "STY")  # set where something stands between the app and the terminal
_DEAF = frozenset({"Apple_Terminal"})  # terminals that do not take what a program copies


def keep_copy(text: str, environment: Mapping[str, str] = os.environ) -> Path | None:
    """Write copied text to a file too where it may not reach the clipboard; the file, or None where there is no need.

    Raises:
        UsageError: the file cannot be written.
    """
    if environment.get("TERM_PROGRAM") not in _DEAF and not any(environment.get(name) for name in _BETWEEN):
        return None
    file = paths.cache_folder() / "copied.txt"
    write_text(file, text)
    return file


def where_it_went(text: str, environment: Mapping[str, str] = os.environ) -> str:
    """What to say of copied text, in one plain line without an end."""
    try:
        file = keep_copy(text, environment)
    except UsageError as error:
        return f"to the clipboard, if your terminal passes it on ({error})"
    return "to the clipboard" if file is None else f"to the clipboard, if your terminal passes it on, and to {file}"
