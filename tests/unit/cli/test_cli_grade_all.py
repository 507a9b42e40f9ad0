"""What `grade-all` says of a folder of submissions."""

from argparse import Namespace
from dataclasses import replace
from pathlib import Path

import pytest

from quizterm.cli.grade_all import exit_code, run, table
from quizterm.errors import UsageError
from quizterm.study.batch import Row

RIGHT = Row("ada", "engine", "ada/engine.py", True, (), "", "", "", "", 0.05)
WRONG = replace(RIGHT, student="bo", passed=False, failed=("reuse",), sentence="It is \x1b[2J wrong.")
LOST = replace(RIGHT, student="cy", passed=False, problem="torch cannot be imported")


@pytest.mark.parametrize(
    ("rows", "code"), [([], 0), ([RIGHT], 0), ([RIGHT, WRONG], 1), ([RIGHT, LOST], 2), ([WRONG, LOST], 2)]
)
def test_a_submission_that_could_not_be_graded_is_an_error_and_no_failure(rows: list[Row], code: int) -> None:
    assert exit_code(rows) == code


def test_each_submission_has_its_line() -> None:
    right, wrong, lost, sums = table([RIGHT, WRONG, LOST]).split("\n")
    assert right == "✓ passed  ada  engine"
    assert wrong.startswith("✗ not passed  bo  engine  It is ")
    assert wrong.isprintable()
    assert lost == "! not graded  cy  engine  torch cannot be imported"
    assert sums == "1 of 3 submissions passed; 1 could not be graded, which is no fault of theirs"
    assert table([RIGHT]).endswith("1 of 1 submission passed")


def test_neither_what_went_wrong_nor_the_bug_hides_the_other() -> None:
    late = replace(WRONG, error="timeout in 2 checks", sentence="The loop is wrong.")
    assert table([late]).split("\n")[0] == "✗ not passed  bo  engine  timeout in 2 checks; The loop is wrong."
    silent = replace(WRONG, sentence="")
    assert table([silent]).split("\n")[0] == "✗ not passed  bo  engine  reuse"


def grade_nothing(table_file: Path) -> None:
    words = {"seed": None, "trust": True, "content": (), "exercise": None, "device": "auto"}
    run(Namespace(folder=table_file.parent / "none", csv=table_file, **words))


def test_a_table_that_cannot_be_written_is_refused_before_anything_is_looked_at(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"table\.csv: cannot be written \(No such file or directory\)"):
        grade_nothing(tmp_path / "nowhere" / "table.csv")


def test_a_table_stands_as_it_was_until_there_is_another(tmp_path: Path) -> None:
    earlier = tmp_path / "table.csv"
    earlier.write_text("earlier\n")
    for file in (earlier, tmp_path / "new.csv"):
        with pytest.raises(UsageError, match="no such folder"):
            grade_nothing(file)
    assert not (tmp_path / "new.csv").exists()
    assert earlier.read_text() == "earlier\n"
