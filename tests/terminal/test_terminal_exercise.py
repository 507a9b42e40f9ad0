"""An exercise from its start to its pass in a real terminal: typed, edited outside, run, diagnosed, mended."""

from collections.abc import Callable
from pathlib import Path

from quizterm import paths
from quizterm.grading.edits import broken_solution
from quizterm.grading.exercise_check import load_exercise
from tests.support.processes import descendants, still_running, wait_for
from tests.support.pseudo_terminal import PseudoTerminal

SLUG = "hand-backprop"  # the first of the course


def test_an_exercise_is_worked_on_until_it_passes(
    open_terminal: Callable[..., PseudoTerminal], home: Path, tmp_path: Path
) -> None:
    exercise = load_exercise(paths.exercises_folder() / SLUG)
    bug = exercise.bugs[0]
    (tmp_path / "1").write_text(broken_solution(exercise, bug))
    (tmp_path / "2").write_text(exercise.solution)
    editor = tmp_path / "editor"
    editor.write_text(
        f'#!/bin/sh\ncd {tmp_path}\nprintf "the editor has the terminal"; read answer\n'
        'for one in 1 2; do [ -f $one ] && mv $one "$1" && exit; done\n'
    )
    editor.chmod(0o755)
    terminal = open_terminal(columns=120, rows=40, EDITOR=str(editor))
    terminal.wait_for("Start the review")
    terminal.send("x")
    terminal.wait_for("0 of 43 passed")
    terminal.send("\r")
    terminal.wait_for("The starter is written")
    terminal.send("i")
    terminal.wait_for("leave the editor")
    terminal.send("# typed here")
    terminal.wait_for("# typed here")
    terminal.send("\x1b")
    terminal.wait_for("i type")
    file = home / "workspace" / f"{SLUG}.py"
    assert wait_for(lambda: file.read_text().startswith("# typed here"))
    terminal.send("e")
    terminal.wait_for("the editor has the terminal")
    terminal.send("\r")
    terminal.wait_until(lambda screen: "# typed here" not in screen.text and "def " in screen.text, "the bug's code")
    terminal.send("r")
    terminal.wait_for("✗ Not passed")
    terminal.wait_for(bug.sentence.split()[0])
    terminal.send("e")
    terminal.wait_for("the editor has the terminal")
    terminal.send("\r")
    terminal.wait_until(lambda screen: "the editor has" not in screen.text and "def " in screen.text, "the solution")
    terminal.send("r")
    terminal.wait_for("✓ Passed")
    workers = descendants(terminal.process.pid)
    assert workers
    terminal.send("q")
    terminal.wait_for("1 of 43 passed")
    terminal.send("qq")
    assert terminal.wait_for_end() == 0
    assert terminal.modes_now == terminal.modes_before
    assert not terminal.screen.alternate
    assert wait_for(lambda: not still_running(workers))
    assert file.read_text() == exercise.solution
