"""A fault of quizterm's own: the terminal is restored, the exit code says so, and a file tells what happened."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from quizterm.tui.crash import write_crash_log
from tests.support.pseudo_terminal import PseudoTerminal

PROGRAM = """
import sys
from quizterm.study.session import open_study
from quizterm.tui import app
from quizterm.tui.screens.today import TodayScreen

def fail(screen):
    raise LookupError("[/] \\x1b[31m broken")

TodayScreen.action_lessons = fail
with open_study() as study:
    sys.exit(app.run(study))
"""


def test_a_crash_restores_the_terminal_and_names_its_log(home: Path) -> None:
    environment = {**os.environ, "QUIZTERM_HOME": str(home), "TERM": "xterm-256color"}
    with PseudoTerminal([sys.executable, "-c", PROGRAM], environment, columns=200, rows=24) as terminal:
        terminal.wait_for("All lessons")
        terminal.send("l")
        assert terminal.wait_for_end() == 1
        (log,) = home.glob("crash-*.log")
        assert not terminal.screen.alternate
        assert terminal.modes_now == terminal.modes_before
        said = [line for line in terminal.screen.text.splitlines() if line.strip()]
    assert said == [f"quizterm: a fault of its own, LookupError; what happened is in {log}; your answers are stored"]
    text = log.read_text()
    assert "LookupError: [/] \x1b[31m broken" in text
    assert "action_lessons" not in text.splitlines()[0]
    assert "Traceback" in text


def test_data_that_cannot_be_used_any_more_is_told_in_one_line(home: Path) -> None:
    program = PROGRAM.replace('LookupError("[/] \\x1b[31m broken")', "DatabaseDamagedError(Path('x'), 'is damaged')")
    program = program[: program.index("with open_study")].replace("import sys", "import sys\nfrom pathlib import Path")
    program += "from quizterm.cli import main\nfrom quizterm.errors import DatabaseDamagedError\nsys.exit(main([]))\n"
    environment = {**os.environ, "QUIZTERM_HOME": str(home), "TERM": "xterm-256color"}
    with PseudoTerminal([sys.executable, "-c", program], environment, columns=200, rows=24) as terminal:
        terminal.wait_for("All lessons")
        terminal.send("l")
        assert terminal.wait_for_end() == 2
        assert not terminal.screen.alternate
        said = [line for line in terminal.screen.text.splitlines() if line.strip()]
    assert said == ["quizterm: x: is damaged"]
    assert not list(home.glob("crash-*.log"))


def test_a_log_that_cannot_be_written_is_said(home: Path) -> None:
    home.rmdir()
    home.write_text("a file stands where the folder should be")
    said = write_crash_log(ValueError("x"))
    assert "\n" not in said
    assert "could not be written" in said
    assert str(home) in said


def test_a_usage_error_leaves_before_anything_is_drawn(home: Path) -> None:
    program = PROGRAM.replace("run(study)", "run(study, lambda: app.Review(study, lesson='nowhere'))")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert "UsageError" in done.stderr
    assert "\x1b" not in done.stdout + done.stderr


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=["a shut-down", "an interrupt"])
def test_an_end_from_outside_saves_what_is_typed_and_restores_the_terminal(home: Path, number: signal.Signals) -> None:
    environment = {**os.environ, "QUIZTERM_HOME": str(home), "TERM": "xterm-256color"}
    with PseudoTerminal([sys.executable, "-m", "quizterm"], environment, columns=120, rows=24) as terminal:
        terminal.wait_for("All lessons")
        for keys, seen in (("x", "Exercises"), ("\r", "Brief"), ("i", "leave the editor"), ("zzz", "zzz")):
            terminal.send(keys)
            terminal.wait_for(seen)
        terminal.process.send_signal(number)
        assert terminal.wait_for_end() == 128 + number
        assert not terminal.screen.alternate
        assert terminal.modes_now == terminal.modes_before
    (file,) = (home / "workspace").glob("*.py")
    assert file.read_text().startswith("zzz")


ENDED_EARLY = """
import os
import sys
from quizterm.cli import main
from quizterm.tui.app import QuiztermApp

_, moment, number = sys.argv
ordinary = getattr(QuiztermApp, moment)

def end(self):
    os.kill(os.getpid(), int(number))
    return ordinary(self)

setattr(QuiztermApp, moment, end)
sys.exit(main([]))
"""


@pytest.mark.parametrize(
    ("moment", "number"),
    [
        ("get_default_screen", signal.SIGTERM),
        ("get_default_screen", signal.SIGINT),
        ("_get_default_css", signal.SIGINT),
    ],
    ids=["a shut-down", "an interrupt", "an interrupt before the terminal is taken"],
)
def test_an_end_from_outside_before_the_first_screen_restores_the_terminal_too(
    home: Path, moment: str, number: signal.Signals
) -> None:
    environment = {**os.environ, "QUIZTERM_HOME": str(home), "TERM": "xterm-256color"}
    words = [sys.executable, "-c", ENDED_EARLY, moment, str(int(number))]
    with PseudoTerminal(words, environment, columns=120, rows=24) as terminal:
        assert terminal.wait_for_end() == 128 + number
        assert not terminal.screen.alternate
        assert terminal.modes_now == terminal.modes_before
        assert terminal.screen.text.split() == []
