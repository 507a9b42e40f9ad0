"""`quizterm doctor`: what this machine offers, and what is wrong with it."""

import json
import os
import shutil
import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator
from dataclasses import asdict

from quizterm.cli.terminal import is_interactive
from quizterm.cli.text import one_line
from quizterm.study.doctor import Finding, State, findings
from quizterm.study.referee import new_referee

SCHEMA = 1
EXIT_PROBLEM = 1
MARKS = {State.OK: "ok  ", State.NOTE: "note", State.PROBLEM: "BAD "}
_VARIABLES = ("TERM", "COLORTERM", "TERM_PROGRAM", "TMUX", "SSH_TTY", "NO_COLOR", "LANG", "LC_ALL")


def run(arguments: Namespace) -> int:
    with new_referee() as referee:
        referee.start()  # torch takes its time, and the rest can be looked at meanwhile
        found = [*_terminal(), *findings(referee)]
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
