"""Which libraries a running quizterm has loaded: what a command does not use, it does not pay for."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

REPORTER = """
import atexit, json, sys
target = sys.argv.pop(1)
def report():
    with open(target, "w") as file:
        json.dump(sorted(sys.modules), file)
atexit.register(report)
from quizterm.cli import main
sys.exit(main(sys.argv[1:]))
"""
DRAWING = ("textual", "rich")
NUMERICS = ("torch", "numpy")
EVERYTHING_HEAVY = (*DRAWING, *NUMERICS, "sqlalchemy", "alembic", "markdown_it", "watchfiles", "tree_sitter")


def loaded_by(*words: str, folder: Path, typed: str = "") -> set[str]:
    """The modules that are loaded when a command ends."""
    target = folder / "modules.json"
    done = subprocess.run(
        [sys.executable, "-c", REPORTER, str(target), *words],
        input=typed,
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "QUIZTERM_HOME": str(folder / "home")},
    )
    assert done.returncode == 0, done.stderr
    return set(json.loads(target.read_text()))


def of_libraries(modules: set[str], *libraries: str) -> set[str]:
    return {module for module in modules if module.split(".")[0] in libraries}


def test_the_version_costs_almost_nothing(tmp_path: Path) -> None:
    modules = loaded_by("--version", folder=tmp_path)
    assert of_libraries(modules, *EVERYTHING_HEAVY) == set()
    assert {module for module in modules if module.startswith("quizterm")} == {
        "quizterm",
        "quizterm.errors",
        "quizterm.cli",
        "quizterm.cli.commands",
        "quizterm.cli.loading",
        "quizterm.cli.parser",
        "quizterm.cli.program",
        "quizterm.cli.text",
        "quizterm.visible",
    }


@pytest.mark.parametrize(
    ("words", "typed"),
    [(["due"], ""), ([], ""), (["review", "--plain"], "\n\n" * 3), (["lessons"], ""), (["stats"], "")],
    ids=["due", "today", "plain review", "lessons", "stats"],
)
def test_what_draws_nothing_loads_no_drawing_library(words: list[str], typed: str, tmp_path: Path) -> None:
    modules = loaded_by(*words, folder=tmp_path, typed=typed)
    assert of_libraries(modules, *DRAWING, *NUMERICS) == set()
    assert not [module for module in modules if module.startswith("quizterm.tui")]


def test_cards_are_asked_without_the_days_plan_and_without_exercises(tmp_path: Path) -> None:
    modules = loaded_by("review", "--plain", folder=tmp_path, typed="\n\n" * 3)
    assert "quizterm.study.review" in modules
    assert not modules & {"quizterm.study.today", "quizterm.study.reading", "quizterm.grading.exercise"}


def test_migrations_are_loaded_only_when_a_database_needs_one(tmp_path: Path) -> None:
    loaded_by("due", folder=tmp_path)
    assert of_libraries(loaded_by("due", folder=tmp_path), "alembic") == set()


def test_lessons_that_did_not_change_are_not_parsed_again(tmp_path: Path) -> None:
    assert of_libraries(loaded_by("due", folder=tmp_path), "markdown_it")
    assert of_libraries(loaded_by("due", folder=tmp_path), "markdown_it") == set()


def test_grading_keeps_torch_in_its_own_process(tmp_path: Path) -> None:
    loaded_by("start", "engine", folder=tmp_path)
    loaded_by("bugs", "engine", "--out", str(tmp_path / "bugs"), folder=tmp_path)
    solution = Path(__file__).parent.parent / "exercises" / "engine" / "solution.py"
    modules = loaded_by("grade", "engine", str(solution), folder=tmp_path)
    assert of_libraries(modules, *NUMERICS, *DRAWING) == set()
