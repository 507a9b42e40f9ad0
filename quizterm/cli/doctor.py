"""`quizterm doctor`: what this machine offers, and what is wrong with it."""

import contextlib
import json
import os
import shutil
import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from quizterm import paths
from quizterm.cli.terminal import is_interactive
from quizterm.cli.text import one_line
from quizterm.errors import GradingError, SettingsError
from quizterm.settings import load_settings
from quizterm.study.doctor import Finding, State, findings
from quizterm.study.referee import new_referee
from quizterm.study.words import count_text

SCHEMA = 1
EXIT_PROBLEM = 1
MARKS = {State.OK: "ok  ", State.NOTE: "note", State.PROBLEM: "BAD "}
_VARIABLES = ("TERM", "COLORTERM", "TERM_PROGRAM", "TMUX", "SSH_TTY", "NO_COLOR", "LANG", "LC_ALL")


def run(arguments: Namespace) -> int:
    with new_referee() as referee:
        with contextlib.suppress(GradingError):  # it is found once more when grading is examined
            referee.start()  # torch takes its time, and the rest can be looked at meanwhile
        found = [*_terminal(), *_keys(), *findings(referee)]
    problems = [finding for finding in found if finding.state is State.PROBLEM]
    if arguments.json:
        print(json.dumps({"schema": SCHEMA, "ok": not problems, "findings": [asdict(finding) for finding in found]}))
    else:
        for line in _lines(found):
            print(line)
        print(f"\n{len(problems)} wrong or missing" if problems else "\nAll is well")
    return EXIT_PROBLEM if problems else 0


def _terminal() -> Iterator[Finding]:
    columns, rows = shutil.get_terminal_size()
    shown = f"{columns} x {rows}, {sys.stdout.encoding}"
    text = shown if is_interactive() else f"{shown}; not interactive, so commands print plain lines"
    yield Finding("terminal", "screen", State.OK if is_interactive() else State.NOTE, text)
    known = [f"{name}={os.environ[name]}" for name in _VARIABLES if os.environ.get(name)]
    yield Finding("terminal", "says", State.OK, " ".join(known) or "nothing about itself")


def _keys() -> Iterator[Finding]:
    """The learner's own keys, if there are any; settings that cannot be read are told of elsewhere."""
    file = paths.settings_file()
    with contextlib.suppress(SettingsError):
        keys = load_settings(file).keys
        if keys:
            yield _judged_keys(keys, file)


def _judged_keys(keys: Sequence[tuple[str, Sequence[str]]], file: Path) -> Finding:
    from quizterm.tui.remapping import remapped

    try:
        remapped(keys, file)
    except SettingsError as error:
        return Finding("terminal", "keys", State.PROBLEM, str(error))
    return Finding("terminal", "keys", State.OK, f"{count_text(len(keys), 'command')} with keys of your own")


def _lines(found: Iterable[Finding]) -> Iterator[str]:
    """One line for each finding, attacks that were contained in one line together."""
    area = ""
    contained = 0
    for finding in found:
        if finding.area != area:
            area = finding.area
            yield f"{'' if area == 'terminal' else chr(10)}{area.capitalize()}"
        if finding.area == "attacks" and finding.state is State.OK:
            contained += 1
            continue
        yield f"  {MARKS[finding.state]}  {finding.name:<12}  {one_line(finding.text)}"
    if contained:
        yield f"  {MARKS[State.OK]}  {contained} small attacks of our own were contained"
