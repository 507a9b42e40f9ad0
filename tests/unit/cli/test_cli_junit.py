"""The JUnit file of a report, as a CI server reads it."""

import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import pytest

from quizterm.cli.junit import write_junit
from quizterm.errors import UsageError
from quizterm.grading.verdict import ExperimentResult, Failure, FailureKind, Report

CRASH = Failure(FailureKind.CRASH, "ValueError: no \x1b[2J")
RESULTS = (
    ExperimentResult("right", "", bonus=False, passed=True),
    ExperimentResult("wrong", "", bonus=False, passed=False, message="should be 3, not 2", expected="3", got="2"),
    ExperimentResult("raises", "", bonus=False, passed=False, message=CRASH.message, error=CRASH),
    ExperimentResult("beyond", "", bonus=True, passed=False, message="should be 1, not 0"),
)


def report(*results: ExperimentResult, error: Failure | None = None) -> Report:
    return Report("engine", False, 1, "cpu", "2.13.0", 0.05, results, error=error, output="printed \x00")


NOT_RUN = tuple(ExperimentResult(one.name, "", one.bonus, passed=False, message="not run") for one in RESULTS)


@pytest.mark.parametrize(
    ("graded", "tags"),
    [
        (report(*RESULTS), {"failure": 1, "error": 1, "skipped": 1}),
        (report(*NOT_RUN, error=Failure(FailureKind.SYNTAX, "line 1")), {"failure": 0, "error": 3, "skipped": 1}),
    ],
)
def test_the_counts_of_the_suite_are_those_of_its_cases(graded: Report, tags: dict[str, int], tmp_path: Path) -> None:
    file = tmp_path / "report.xml"
    write_junit(graded, file)
    (suite,) = ET.parse(file).getroot()
    found = Counter(problem.tag for case in suite.iter("testcase") for problem in case)
    assert {tag: found[tag] for tag in tags} == tags
    counts = [int(suite.get(name, "")) for name in ("failures", "errors", "skipped")]
    assert counts == list(tags.values())
    assert suite.get("tests") == str(len(RESULTS))


def test_a_file_that_cannot_be_written_is_told_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be written"):
        write_junit(report(*RESULTS), tmp_path / "missing" / "report.xml")
