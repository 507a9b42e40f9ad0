"""What `quizterm check` looks at, and what it says about code that prints something else."""

import shutil
import tomllib
from pathlib import Path

import pytest

from quizterm import paths
from quizterm.errors import GradingError, UsageError
from quizterm.study.check import check

DECK = """# Deck

## Code

{code}

## Recall

### A card
<!-- card a kind=recall section=code -->
What?

---

That.
"""


def deck(folder: Path, code: str, name: str = "lesson.md") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(DECK.format(code=code))
    return folder / name


def test_what_is_shipped_has_no_mistakes():
    report = check([], run=False)
    assert report.faults == ()
    courses = [tomllib.loads(file.read_text()) for file in paths.content_folder().glob("*/course.toml")]
    assert report.lessons == sum(len(course["lesson"]) for course in courses)
    assert report.exercises == len(list(paths.exercises_folder().glob("*/exercise.toml")))


def test_what_is_shipped_prints_what_it_says():
    """The exercises' code is run by tests/course."""
    report = check(list(paths.shipped_courses()), run=True)
    assert report.faults == ()
    assert report.units_run > report.lessons


def test_code_that_prints_something_else_is_named_with_file_and_line(tmp_path):
    code = (
        "```python\nx = 2\nprint(x)\n```\n\n```output\n2\n```\n\n"  # right, and x stays for the next fence
        "```python\nprint(x + 1)\n```\n\n```output\n4\n```\n\n"
        "```python\nx / 0\n```\n\n"
        "```python no-run\nprint('never')\n```\n"
    )
    file = deck(tmp_path / "deck", code)
    lines = file.read_text().split("\n")
    faults = check([file], run=True).faults
    assert [fault.line for fault in faults] == [lines.index("print(x + 1)") + 1, lines.index("x / 0") + 1]
    assert "prints '3', but its output fence says '4'" in faults[0].message
    assert "raises ZeroDivisionError: division by zero; write an output fence" in faults[1].message
    assert check([file], run=False).faults == ()


def test_code_that_never_ends_or_ends_the_process_is_a_fault(tmp_path):
    file = deck(tmp_path / "deck", "```python\nimport os\nos._exit(0)\n```\n")
    [fault] = check([file], run=True).faults
    assert fault.line == file.read_text().split("\n").index("import os") + 1
    assert "could not be run to its end" in fault.message


def test_only_the_named_file_is_told_about(tmp_path):
    good = deck(tmp_path / "deck", "Text.")
    bad = tmp_path / "deck" / "other.md"
    bad.write_text("no title\n")
    assert check([good], run=False).faults == ()
    assert {fault.file for fault in check([bad], run=False).faults} == {bad}
    assert check([good, good], run=False).faults == ()
    assert {fault.file for fault in check([tmp_path / "deck"], run=False).faults} == {bad}
    assert {fault.file for fault in check([good, tmp_path / "deck"], run=False).faults} == {bad}


def copied(slug: str, folder: Path) -> Path:
    """A copy of a shipped exercise's folder."""
    shutil.copytree(paths.exercises_folder() / slug, folder / slug, ignore=shutil.ignore_patterns("__pycache__"))
    return folder / slug


def test_a_card_that_a_bug_brings_back_must_exist(tmp_path):
    copy = copied("engine", tmp_path)
    bugs = copy / "bugs.toml"
    bugs.write_text(bugs.read_text().replace('"engine.seed-one"', '"engine.seed-two"', 1))
    [fault] = check([copy], run=False).faults
    assert fault.file == bugs
    assert "engine.seed-two" in bugs.read_text().split("\n")[fault.line - 1]


def test_an_exercise_is_proved_on_as_many_seeds_as_are_asked_for(tmp_path):
    copy = copied("hand-backprop", tmp_path)
    (copy / "starter.py").write_bytes((copy / "solution.py").read_bytes())
    assert check([copy], run=False).faults == ()
    [fault] = check([copy], run=False, seeds=2).faults
    assert fault.file == copy / "starter.py"
    assert fault.message.startswith("the starter passes, so that there is nothing to do")
    assert fault.message.endswith("(all 2 seeds)")


def test_an_exercise_beside_a_deck_is_still_of_the_shipped_course(tmp_path):
    deck(tmp_path / "deck", "Text.")
    assert check([copied("engine", tmp_path), tmp_path / "deck"], run=False).faults == ()


def test_a_lesson_and_an_exercise_to_build_on_must_exist(tmp_path):
    copy = copied("engine", tmp_path)
    file = copy / "exercise.toml"
    text = file.read_text().replace('lesson = "engine"', 'lesson = "engines"')
    file.write_text(text.replace("requires = []", 'requires = ["hand-backprop", "motor"]'))
    lines = file.read_text().split("\n")
    assert [(lines[fault.line - 1].split()[0], fault.message) for fault in check([copy], run=False).faults] == [
        ("lesson", "there is no lesson 'engines'; `quizterm lessons` lists them"),
        ("requires", "there is no exercise 'motor'; `quizterm exercises` lists them"),
    ]
    shutil.copytree(copy, tmp_path / "motor")
    assert [fault.message.partition(";")[0] for fault in check([copy], run=False).faults] == [
        "there is no lesson 'engines'"
    ]


def test_an_exercise_among_the_shipped_ones_must_be_listed(tmp_path, monkeypatch):
    copy = copied("hand-backprop", tmp_path).rename(tmp_path / "foot-backprop")
    assert check([copy], run=False).faults == ()
    monkeypatch.setattr(paths, "exercises_folder", lambda: tmp_path)
    [fault] = [fault for fault in check([copy], run=False).faults if fault.file.parent == copy]
    assert fault.file == copy / "exercise.toml"
    assert fault.message.startswith("no lesson lists 'foot-backprop'")


@pytest.mark.parametrize("seeds", [0, 1])
def test_a_reference_that_cannot_be_observed_is_a_fault_and_the_rest_is_checked(tmp_path, seeds):
    broken, whole = copied("softmax", tmp_path), copied("hand-backprop", tmp_path)
    (broken / "reference.py").write_text("import nowhere\nrelu = softmax = log_softmax = None\n")
    (whole / "starter.py").write_text("def hand_backprop(w, x, b, t): ...\nopen('nowhere')\n")
    faults = check([broken, whole], run=True, seeds=seeds).faults
    assert [fault.file.parent for fault in faults] == [whole, broken][1 - seeds :]
    assert faults[-1].file == broken / "experiments.py"
    assert "No module named 'nowhere'" in faults[-1].message


def test_notes_beside_exercises_are_no_lessons(tmp_path):
    copied("hand-backprop", tmp_path)
    (tmp_path / "NOTES.md").write_text("Notes.\n")
    report = check([tmp_path], run=False)
    assert (report.faults, report.lessons, report.exercises) == ((), 0, 1)


def test_what_cannot_be_preloaded_is_told_with_the_exercise(tmp_path):
    copy = copied("hand-backprop", tmp_path)
    file = copy / "exercise.toml"
    file.write_text('preload = ["nowhere"]\n' + file.read_text())
    with pytest.raises(GradingError, match=r"^exercise hand-backprop: .*No module named 'nowhere'"):
        check([copy], run=False, seeds=1)


@pytest.mark.parametrize("file", ["bugs.toml", "experiments.py"])
def test_an_exercise_without_its_table_of_contents_is_no_deck(tmp_path, file):
    (tmp_path / "brief.md").write_text("# Brief\n")
    (tmp_path / file).write_text("")
    faults = check([tmp_path], run=False).faults
    assert "exercise.toml" in {fault.file.name for fault in faults}
    assert all(fault.message.startswith("the file is missing") for fault in faults)


@pytest.mark.parametrize(("place", "problem"), [("nowhere", "does not exist"), (".", "holds neither")])
def test_a_place_without_lessons_or_exercises_is_refused(tmp_path, place, problem):
    with pytest.raises(UsageError, match=problem):
        check([tmp_path / place], run=False)


@pytest.mark.parametrize("place", ["~nobody-of-that-name/deck", "nothing"])
def test_a_place_that_does_not_exist_is_a_wrong_use(place):
    with pytest.raises(UsageError, match="does not exist"):
        check([Path(place)], run=False)
