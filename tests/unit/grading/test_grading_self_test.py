import sys

import pytest

from quizterm.grading.examination import Examination
from quizterm.grading.layers import Layer
from quizterm.grading.runner import Grader

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the layers are Linux's")
FILES = {"read a file of yours", "change a file of yours", "delete a file of yours", "read the answers of an exercise"}


def examined(*without: Layer) -> Examination:
    with Grader(without=without) as grader:
        return grader.examine()


def failed(examination: Examination) -> set[str]:
    return {attack.name for attack in examination.attacks if not attack.held}


def in_force(examination: Examination) -> set[Layer]:
    return {protection.layer for protection in examination.protections if protection.in_force}


def test_what_is_in_force_holds(grader: Grader) -> None:
    examination = grader.examine()
    assert [protection.layer for protection in examination.protections] == [
        Layer.PRIVILEGES,
        Layer.FILES,
        Layer.CALLS,
        Layer.NAMESPACES,
        Layer.LIMITS,
    ]
    if in_force(examination) >= {Layer.FILES, Layer.CALLS, Layer.LIMITS}:
        assert failed(examination) == set(), examination.attacks
    assert len(examination.attacks) >= 10
    assert Examination.from_json(examination.to_json()) == examination


def test_a_missing_landlock_is_noticed() -> None:
    examination = examined(Layer.FILES)
    assert Layer.FILES not in in_force(examination)
    assert failed(examination) == FILES


def test_a_missing_filter_of_calls_is_noticed() -> None:
    examination = examined(Layer.CALLS)
    assert Layer.CALLS not in in_force(examination)
    assert "start a process" in failed(examination)


def test_namespaces_are_not_needed_for_the_rest() -> None:
    examination = examined(Layer.NAMESPACES)
    assert Layer.NAMESPACES not in in_force(examination)
    if in_force(examination) >= {Layer.FILES, Layer.CALLS}:
        assert failed(examination) == set()
