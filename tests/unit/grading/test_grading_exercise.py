import shutil
from pathlib import Path

import pytest

from quizterm.errors import ExerciseError
from quizterm.grading.exercise import FILES, Exercise, content_hash, split_hints
from quizterm.grading.exercise_check import check_exercise, load_exercise
from quizterm.grading.exercise_folders import exercise_folders


@pytest.fixture
def folder(engine: Exercise, tmp_path: Path) -> Path:
    return Path(shutil.copytree(engine.folder, tmp_path / "engine"))


def faults_after(folder: Path, file: str, old: str, new: str) -> list[tuple[str, int, str]]:
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    exercise, faults = check_exercise(folder)
    assert (exercise is None) == bool(faults)
    return [(fault.file.name, fault.line, fault.message) for fault in faults]


def line_of(folder: Path, file: str, text: str) -> int:
    lines = (folder / file).read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


def test_a_whole_exercise_is_read(engine: Exercise) -> None:
    assert (engine.slug, engine.lesson, engine.names) == ("engine", "engine", ("Value",))
    assert engine.experiments[-1].bonus
    assert len(engine.hints) == 3
    assert engine.bug("seed_zero").cards == ("engine.seed-one",)


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("exercise.toml", 'title = "Scalar', 'titel = "Scalar', "`titel` is not known here"),
        ("exercise.toml", "level = 2", "level = 9", "`level` must be 1 to 4"),
        ("exercise.toml", 'names = ["Value"]', "names = []", "`names` must be a list of names"),
        ("exercise.toml", 'device = "cpu"', 'device = "gpu"', '`device` must be "cpu" or "any"'),
        ("exercise.toml", "load = 3.0", "load = 0", "`load` must be a positive number of seconds, in `[limits]`"),
        ("exercise.toml", "load = 3.0", "", "`load` is missing; write a positive number of seconds, in `[limits]`"),
        ("exercise.toml", 'name = "add_self"', 'name = "add-self"', "small letters, digits and _"),
        ("exercise.toml", 'name = "add_self"', 'name = "reuse"', "`reuse` is there twice"),
        ("exercise.toml", 'name = "add_self"', 'name = "add_other"', "`make_add_self` belongs to no experiment"),
        ("exercise.toml", "bonus = true", "bonus = 1", "`bonus` must be true or false"),
        ("exercise.toml", "bonus = true", "at_most = true", "a bound must be a number"),
        ("exercise.toml", "[limits]", "[limits", "this is no TOML"),
        ("exercise.toml", "[limits]", f"x = {'[' * 3_000}", "this is no TOML"),
        ("hints.md", "## In which order", "# In which order", "there are 2 hints"),
        ("starter.py", "class Value", "class Number", "`Value` of `names` is not defined"),
        ("solution.py", "import math", "import math(", "this is no Python"),
        ("reference.py", "def Value", "def _Value", "`Value` of `names` is not defined"),
        ("experiments.py", "def observe_neuron", "def watch_neuron", "`observe_neuron` is missing"),
        ("bugs.toml", "engine.seed-one", "seed-one", "`cards` must be a list of `lesson.card`"),
        ("bugs.toml", 'old = "self.grad += 1.0"', 'old = "self.grad"', "seed_zero: the old text stands"),
        ("bugs.toml", 'new = "self.grad += 0.0"', 'new = "self.grad += ("', "seed_zero: its edits leave no Python"),
        ("bugs.toml", 'id = "seed_zero"', 'id = "bfs_order"', "`bfs_order` is there twice"),
        ("bugs.toml", 'new = "self.grad += 0.0"', "", "`edit` must be `[[bug.edit]]` tables"),
    ],
)
def test_what_is_wrong_is_told(folder: Path, file: str, old: str, new: str, message: str) -> None:
    faults = faults_after(folder, file, old, new)
    assert any(message in said for _, _, said in faults), faults


def test_an_exercise_without_bugs_is_a_fault(folder: Path) -> None:
    (folder / "bugs.toml").write_text("", encoding="utf-8")
    assert [(fault.file.name, fault.message.partition(";")[0]) for fault in check_exercise(folder)[1]] == [
        ("bugs.toml", "there is no bug")
    ]


def test_an_experiment_that_returns_nothing_is_a_fault(folder: Path) -> None:
    old = "def observe_neuron(impl, case, probe):\n"
    line = line_of(folder, "experiments.py", "def observe_neuron")
    said = faults_after(
        folder, "experiments.py", old, f"{old}    return\n\n\ndef _was_observe_neuron(impl, case, probe):\n"
    )
    message = "`observe_neuron` returns nothing, so that nothing is compared; return what is observed"
    assert said == [("experiments.py", line, message)]


def test_an_exercise_that_every_file_passes_is_a_fault(folder: Path) -> None:
    path = folder / "exercise.toml"
    text = path.read_text(encoding="utf-8").replace("bonus = true\n", "")
    path.write_text(text.replace("[[experiment]]\n", "[[experiment]]\nbonus = true\n"), encoding="utf-8")
    exercise, faults = check_exercise(folder)
    assert exercise is None
    assert [fault.message for fault in faults] == [
        "every experiment is a bonus, so that any file would pass; let one count"
    ]


@pytest.mark.parametrize(
    ("file", "near", "old", "new"),
    [
        ("exercise.toml", "level = 2", "level = 2", "level = 9"),
        ("bugs.toml", '"seed_zero"', "self.grad += 1.0", "no such text"),
        ("solution.py", "import math", "import math", "import math ="),
        ("exercise.toml", "[limits]", "[limits]", "[limits"),
        ("exercise.toml", "[limits]", "load = 3.0", ""),
        ("exercise.toml", '"x + x"', 'title = "x + x"', 'title = 2 # "x + x"'),
    ],
)
def test_faults_name_the_line(folder: Path, file: str, near: str, old: str, new: str) -> None:
    line = line_of(folder, file, near)
    assert [fault[:2] for fault in faults_after(folder, file, old, new)] == [(file, line)]


def test_what_a_table_lacks_is_told_where_it_begins(folder: Path) -> None:
    lines = (folder / "bugs.toml").read_text(encoding="utf-8").splitlines()
    begins = [number for number, line in enumerate(lines, 1) if line == "[[bug]]"]
    sentence = next(line for line in lines[begins[1] :] if line.startswith("sentence"))
    assert faults_after(folder, "bugs.toml", f"{sentence}\n", "") == [
        ("bugs.toml", begins[1], "`sentence` is missing; write a text")
    ]


@pytest.mark.parametrize("file", FILES)
def test_every_file_has_to_be_there_and_text(folder: Path, file: str) -> None:
    (folder / file).write_bytes(b"\xff\xfe")
    exercise, faults = check_exercise(folder)
    assert exercise is None
    assert [fault.file.name for fault in faults] == [file]
    (folder / file).unlink()
    _, (fault,) = check_exercise(folder)
    assert "the file is missing" in fault.message


def test_loading_a_faulty_folder_is_a_one_line_error(folder: Path) -> None:
    (folder / "bugs.toml").unlink()
    (folder / "hints.md").unlink()
    with pytest.raises(ExerciseError) as caught:
        load_exercise(folder)
    assert "\n" not in str(caught.value)
    assert "and 1 more" in str(caught.value)


def test_loading_does_not_look_into_code(folder: Path) -> None:
    (folder / "solution.py").write_text("this is no Python", encoding="utf-8")
    assert load_exercise(folder).solution == "this is no Python"
    assert check_exercise(folder)[0] is None


def test_only_folders_with_an_exercise_are_listed(folder: Path) -> None:
    (folder.parent / "notes").mkdir()
    assert exercise_folders(folder.parent) == [folder]


def test_the_hash_changes_with_what_decides_a_verdict(folder: Path) -> None:
    before = content_hash(folder)
    (folder / "brief.md").write_text("other words", encoding="utf-8")
    assert content_hash(folder) == before
    (folder / "reference.py").write_text("Value = float", encoding="utf-8")
    assert content_hash(folder) != before


def test_hints_keep_their_headings() -> None:
    assert split_hints("intro\n## One\n\ntext\n### Sub\n## Two\n") == ("## One\n\ntext\n### Sub", "## Two")
