"""The learner's own editor, as the environment names it, on a line of a file."""

import shlex
from collections.abc import Mapping
from pathlib import Path

from quizterm.errors import UsageError

FALLBACK = "vi"
# How editors are told the line, by their names; all others are given the file alone.
_PLUS = frozenset({"vi", "vim", "nvim", "nano", "emacs", "emacsclient", "kak", "joe", "micro", "ne", "pico", "mg"})
_COLON = frozenset({"hx", "helix", "subl", "zed"})
_GOTO = frozenset({"code", "codium", "cursor", "code-insiders"})


def editor_words(environment: Mapping[str, str], file: Path, line: int | None = None) -> list[str]:
    """The command that opens a file, at a line counted from 1: `$VISUAL`, else `$EDITOR`, else vi.

    Raises:
        UsageError: the variable's quotes do not match.
    """
    name = next((name for name in ("VISUAL", "EDITOR") if environment.get(name, "").strip()), None)
    try:
        words = shlex.split(environment[name]) if name is not None else [FALLBACK]
    except ValueError as error:
        raise UsageError(f"${name} cannot be read ({error}); write for example EDITOR='code --wait'") from None
    return [*words, *_place(Path(words[0]).name, str(file), line)]


def _place(editor: str, file: str, line: int | None) -> list[str]:
    if line is None:
        return [file]
    if editor in _PLUS:
        return [f"+{line}", file]
    if editor in _COLON:
        return [f"{file}:{line}"]
    return ["--goto", f"{file}:{line}"] if editor in _GOTO else [file]
