"""A report as JUnit XML, which every CI server shows."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path

from quizterm.errors import UsageError
from quizterm.grading.verdict import ExperimentResult, Report

# What XML 1.0 cannot hold, not even escaped.
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write_junit(report: Report, file: Path) -> None:
    """One test case for each experiment; a bonus experiment that fails counts as skipped.

    Raises:
        UsageError: the file cannot be written.
    """
    cases = [_case(report, result) for result in report.experiments]
    suite = ET.Element(
        "testsuite",
        name=f"quizterm.{report.exercise}",
        tests=str(len(cases)),
        failures=_count(cases, "failure"),
        errors=_count(cases, "error"),
        skipped=_count(cases, "skipped"),
        time=f"{report.seconds:.4f}",
    )
    suite.extend(cases)
    if report.output:
        ET.SubElement(suite, "system-out").text = _clean(report.output)
    root = ET.Element("testsuites")
    root.append(suite)
    try:
        ET.ElementTree(root).write(file, encoding="utf-8", xml_declaration=True)
    except OSError as error:
        raise UsageError(f"{file}: cannot be written ({error.strerror}); name another file") from None


def _count(cases: Sequence[ET.Element], tag: str) -> str:
    return str(sum(case.find(tag) is not None for case in cases))


def _case(report: Report, result: ExperimentResult) -> ET.Element:
    case = ET.Element("testcase", classname=f"quizterm.{report.exercise}", name=result.name)
    if result.passed:
        return case
    error = result.error or report.error
    message = _clean(error.message if error is not None else result.message)
    tag = "skipped" if result.bonus else "error" if error is not None else "failure"
    problem = ET.SubElement(case, tag, message=message)
    if not result.bonus:
        problem.set("type", error.kind if error is not None else "difference")
        problem.text = _clean(_details(report, result))
    return case


def _details(report: Report, result: ExperimentResult) -> str:
    lines = [f"expected {result.expected}", f"got {result.got}"] if result.expected or result.got else []
    if report.diagnosis is not None:
        lines.append(report.diagnosis.sentence)
    if result.error is not None and result.error.traceback:
        lines.append(result.error.traceback)
    return "\n".join(lines)


def _clean(text: str) -> str:
    return _NO_XML.sub("\N{REPLACEMENT CHARACTER}", text)
