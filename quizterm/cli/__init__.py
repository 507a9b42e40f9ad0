"""The command line: every command, and the plain line-mode review."""

from quizterm.cli.program import main

__all__ = ["main"]
