from collections.abc import Callable
from pathlib import Path

import pytest

from quizterm import paths
from quizterm.errors import GradingError
from quizterm.grading.examination import AttackResult, Examination
from quizterm.grading.layers import Layer, Protection
from quizterm.store.store import Store
from quizterm.study.doctor import Finding, State, findings

SOUND = Examination(
    torch="2.13.0",
    devices=(),
    protections=tuple(Protection(layer, in_force=True) for layer in Layer),
    attacks=(AttackResult("read a file of yours", held=True, outcome="PermissionError"),),
)


class Examiner:
    """Finds what it was given, or fails with it."""

    def __init__(self, result: Examination | GradingError) -> None:
        self._result = result

    def examine(self) -> Examination:
        if isinstance(self._result, GradingError):
            raise self._result
        return self._result


def found(result: Examination | GradingError = SOUND) -> dict[str, Finding]:
    return {finding.name: finding for finding in findings(Examiner(result))}


def problems(result: Examination | GradingError = SOUND) -> set[str]:
    return {finding.name for finding in found(result).values() if finding.state is State.PROBLEM}


def test_a_new_home_is_well_and_stays_untouched(home: Path) -> None:
    assert problems() == set()
    assert found()["database"].state is State.NOTE
    assert list(home.iterdir()) == []


def test_a_sound_database_is_read_whole() -> None:
    Store.open(paths.database_file()).close()
    assert found()["database"].state is State.OK
    assert "sound" in found()["database"].text


def cut_short(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:5000])


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def foreign(file: Path) -> None:
    file.write_bytes(b"something else entirely\n" * 100)


@pytest.mark.parametrize("harm", [cut_short, emptied, foreign])
def test_a_database_that_cannot_be_used_is_a_problem(harm: Callable[[Path], None]) -> None:
    Store.open(paths.database_file()).close()
    harm(paths.database_file())
    before = paths.database_file().read_bytes()
    assert problems() == {"database"}
    assert str(paths.database_file()) in found()["database"].text
    assert paths.database_file().read_bytes() == before


def test_settings_that_cannot_be_used_are_a_problem() -> None:
    paths.settings_file().write_text("new_cards_a_day = 'many'\n", encoding="utf-8")
    assert problems() == {"settings"}


def test_a_file_in_the_place_of_a_folder_is_a_problem(home: Path) -> None:
    (home / "workspace").write_text("", encoding="utf-8")
    assert problems() == {"workspace"}


def test_a_machine_that_cannot_grade_says_why_and_what_still_works() -> None:
    assert problems(GradingError("torch cannot be imported")) == {"torch"}
    text = found(GradingError("torch cannot be imported"))["torch"].text
    assert text == "torch cannot be imported; reviews work without"


@pytest.mark.parametrize("missing", Layer)
def test_a_missing_layer_is_a_problem_unless_others_stand_for_it(missing: Layer) -> None:
    protections = tuple(Protection(layer, layer is not missing, "why") for layer in Layer)
    lacking = Examination("2.13.0", ("cuda:0 (one)",), protections, ())
    assert problems(lacking) == (set() if missing is Layer.NAMESPACES else {missing})
    assert "why" in found(lacking)[missing].text
    assert found(lacking)["gpu"].text == "cuda:0 (one)"


def test_an_attack_that_got_through_is_a_problem() -> None:
    attacks = (AttackResult("read a file of yours", held=False, outcome="nothing stopped it"),)
    assert problems(Examination("2.13.0", (), SOUND.protections, attacks)) == {"read a file of yours"}
