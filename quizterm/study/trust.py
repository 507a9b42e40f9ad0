"""Code that the learner has not written: run without a question only where it cannot reach the learner's files."""

from collections.abc import Callable
from pathlib import Path

from quizterm import paths
from quizterm.errors import UsageError
from quizterm.grading.layers import files_are_protected

Ask = Callable[[str], bool]  # whether the one at the terminal says yes


def require_trust(place: Path, *, trusted: bool, ask: Ask | None) -> None:
    """Let a file or folder pass if it lies in the workspace, if the sandbox protects files, or if it is trusted.

    Args:
        trusted: the answer was given with the command.
        ask: puts a question to the one at the terminal; None where there is none.

    Raises:
        UsageError: the answer is no, or there is nobody to ask.
    """
    if trusted or place.resolve().is_relative_to(paths.workspace().resolve()) or files_are_protected():
        return
    danger = "comes from outside the workspace, and the sandbox of this system cannot keep it from your files"
    if ask is None:
        raise UsageError(f"{place}: {danger}; read it, then say --trust")
    if not ask(f"{place} {danger}. Run it all the same?"):
        raise UsageError(f"{place}: not run")
