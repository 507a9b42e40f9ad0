"""The learner's own editor, which has the terminal until it is left."""

import os
import shlex
import subprocess
from collections.abc import Mapping
from pathlib import Path

from textual.app import App, SuspendNotSupported

_GOTO = ("code", "code-insiders", "codium", "cursor", "windsurf")
_COLON = ("hx", "helix", "subl", "zed")
_NO_LINE = ("ed", "gedit", "notepad", "open", "xdg-open")


def editor_command(environment: Mapping[str, str], file: Path, line: int) -> list[str]:
    """The words that open a file at a line: those of `$VISUAL` or `$EDITOR`, else vi.

    Raises:
        ValueError: the variable has a quote without an end.
    """
    words = shlex.split(environment.get("VISUAL") or environment.get("EDITOR") or "vi")
    name = Path(words[0]).stem.lower() if words else "vi"
    if name in _GOTO:
        place = ["--goto", f"{file}:{line}"]
    elif name in _COLON:
        place = [f"{file}:{line}"]
    elif name in _NO_LINE:
        place = [str(file)]
    else:
        place = [f"+{line}", str(file)]
    return [*(words or ["vi"]), *place]


def edit_outside(app: App[None], file: Path, line: int) -> str:
    """Open a file in the learner's editor and wait until it is left; returns why not, in one plain line."""
    try:
        command = editor_command(os.environ, file, line)
        with app.suspend():
            subprocess.run(command, check=False)
    except ValueError as error:
        return f"$EDITOR cannot be read ({error}); mend it, or edit {file} yourself"
    except SuspendNotSupported:
        return f"no editor can be opened from this terminal; edit {file}, line {line}"
    except OSError as error:
        return f"the editor does not start ({error.strerror}: {command[0]}); set $EDITOR, or edit {file} yourself"
    return ""
