import json
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest

from quizterm.cli import doctor, grade
from quizterm.cli.program import main
from quizterm.errors import GradingError
from quizterm.grading.examination import AttackResult, Examination
from quizterm.grading.layers import Layer, Protection
from quizterm.study import trust


class Referee:
    """Stands for the process that examines grading."""

    def __init__(self, result: Examination | GradingError) -> None:
        self._result = result

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    def start(self) -> None:
        if isinstance(self._result, GradingError):
            raise self._result

    def examine(self) -> Examination:
        if isinstance(self._result, GradingError):
            raise self._result
        return self._result


def examination(*, held: bool = True) -> Examination:
    attacks = (AttackResult("start a process", held, "PermissionError" if held else "nothing stopped it"),)
    return Examination("2.13.0", (), tuple(Protection(layer, in_force=True) for layer in Layer), attacks)


Be = Callable[[Examination | GradingError], None]


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Be:
    def be(result: Examination | GradingError) -> None:
        monkeypatch.setattr(doctor, "new_referee", lambda: Referee(result))

    return be


def test_a_sound_machine(machine: Be, capsys: pytest.CaptureFixture[str]) -> None:
    machine(examination())
    assert main(["doctor"]) == 0
    out = capsys.readouterr().out
    assert out.endswith("All is well\n")
    assert "1 small attacks of our own were contained" in out
    assert "\x1b" not in out


def test_what_is_wrong_is_marked_and_decides_the_exit_code(machine: Be, capsys: pytest.CaptureFixture[str]) -> None:
    machine(examination(held=False))
    assert main(["doctor"]) == 1
    out = capsys.readouterr().out
    (bad,) = (line for line in out.splitlines() if line.strip().startswith("BAD"))
    assert bad.split(maxsplit=1)[1].split() == "start a process nothing stopped it".split()
    assert out.endswith("1 wrong or missing\n")


def test_a_machine_without_torch(machine: Be, capsys: pytest.CaptureFixture[str]) -> None:
    machine(GradingError("torch cannot be imported"))
    assert main(["doctor", "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["schema"] == 1
    assert not report["ok"]
    wrong = [finding for finding in report["findings"] if finding["state"] == "problem"]
    assert wrong == [
        {
            "area": "grading",
            "name": "torch",
            "state": "problem",
            "text": "torch cannot be imported; reviews work without",
        }
    ]


@pytest.mark.parametrize("words", [["grade", "engine", "{file}"], ["grade-all", "{folder}"]])
def test_code_from_elsewhere_is_not_run_unasked_where_nothing_protects_files(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(trust, "files_are_protected", lambda: False)
    file = tmp_path / "engine.py"
    file.write_text("raise SystemExit\n", encoding="utf-8")
    assert main([word.format(file=file, folder=tmp_path) for word in words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert "--trust" in captured.err


def test_the_one_at_the_terminal_is_asked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(trust, "files_are_protected", lambda: False)
    monkeypatch.setattr(grade, "is_interactive", lambda: True)
    asked: list[str] = []
    monkeypatch.setattr(grade, "ask", lambda question: bool(asked.append(question)))
    file = tmp_path / "engine.py"
    file.write_text("raise SystemExit\n", encoding="utf-8")
    assert main(["grade", "engine", str(file)]) == 2
    assert "not run" in capsys.readouterr().err
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("written", "state", "text"),
    [
        ('"review.suspend" = ["s"]', doctor.State.OK, "1 command with keys of your own"),
        ('"review.suspnd" = ["s"]', doctor.State.PROBLEM, "did you mean review.suspend?"),
    ],
)
def test_keys_of_ones_own_are_looked_at(home: Path, written: str, state: doctor.State, text: str) -> None:
    (home / "settings.toml").write_text(f"[keys]\n{written}\n")
    (finding,) = doctor._keys()
    assert finding.state is state
    assert finding.text.endswith(text)


def test_without_keys_of_ones_own_or_with_broken_settings_there_is_nothing_to_say_of_them(home: Path) -> None:
    assert list(doctor._keys()) == []
    (home / "settings.toml").write_text("keys = 3\n")
    assert list(doctor._keys()) == []
