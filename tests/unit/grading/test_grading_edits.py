from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizterm.grading.edits import EditError, apply_edits, broken_solution, own_parts, write_bugs
from quizterm.grading.exercise import Edit, Exercise

SOURCE = """\
import math

def helper(x):
    return x + 1


@staticmethod
def own(x):
    return x + 1


TABLE = {"x + 1": 1}
"""


def test_an_edit_applies_within_its_own_part_only() -> None:
    edited = apply_edits(SOURCE, [Edit("x + 1", "x - 1")], ["own"])
    assert edited == SOURCE.replace("def own(x):\n    return x + 1", "def own(x):\n    return x - 1")


def test_parts_are_definitions_with_their_decorators() -> None:
    parts = [SOURCE[start:end] for start, end in own_parts(SOURCE, ["own", "TABLE"])]
    assert parts == ["@staticmethod\ndef own(x):\n    return x + 1\n", 'TABLE = {"x + 1": 1}\n']


@pytest.mark.parametrize(
    ("edits", "problem"),
    [
        ([Edit("x + 1", "x")], "stands 2 times"),
        ([Edit("import math", "import cmath")], "stands 0 times"),
        ([Edit("return", "return")], "changes nothing"),
        ([Edit("return x", "x"), Edit("x + 1\n", "y")], "overlap"),
        ([Edit("", "x")], "stands 0 times"),
    ],
)
def test_edits_that_do_not_fit(edits: list[Edit], problem: str) -> None:
    names = ["own", "TABLE"] if edits[0].old == "x + 1" else ["own"]
    with pytest.raises(EditError, match=problem):
        apply_edits(SOURCE, edits, names)


def test_overlapping_places_are_counted() -> None:
    with pytest.raises(EditError, match="stands 2 times"):
        apply_edits("x = 'aaa'\n", [Edit("aa", "b")], ["x"])


@given(st.permutations(range(5)))
def test_edits_are_all_of_the_text_as_it_stood(order: list[int]) -> None:
    source = "def f():\n" + "".join(f"    a{number} = {number}\n" for number in range(5))
    # Each new text is the old text of the next edit, so that applying them one after the other would fail.
    edits = [Edit(f"a{number} =", f"a{number + 1} =") for number in order]
    assert apply_edits(source, edits, ["f"]) == "def f():\n" + "".join(
        f"    a{number + 1} = {number}\n" for number in range(5)
    )


def test_bugs_are_written_as_files_named_by_their_id(engine: Exercise, tmp_path: Path) -> None:
    files = write_bugs(engine, tmp_path / "new" / "folder")
    assert [file.stem for file in files] == [bug.id for bug in engine.bugs]
    for file, bug in zip(files, engine.bugs, strict=True):
        assert file.read_text(encoding="utf-8") == broken_solution(engine, bug)


def test_bugs_are_written_again_where_they_stand(engine: Exercise, tmp_path: Path) -> None:
    files = write_bugs(engine, tmp_path / "new" / "folder")
    files[0].unlink()
    assert write_bugs(engine, tmp_path / "new" / "folder") == files
    assert [file.read_text() for file in files] == [broken_solution(engine, bug) for bug in engine.bugs]


@pytest.mark.parametrize("kind", ["another text", "a link to a file", "a link to nowhere", "a folder"])
def test_bugs_are_written_over_nothing(engine: Exercise, tmp_path: Path, kind: str) -> None:
    precious, out = tmp_path / "precious.txt", tmp_path / "out"
    out.mkdir()
    place = out / f"{engine.bugs[-1].id}.py"
    match kind:
        case "another text":
            place.write_text("mine\n")
        case "a folder":
            place.mkdir()
        case _:
            place.symlink_to(precious)
    if kind == "a link to a file":
        precious.write_text(broken_solution(engine, engine.bugs[-1]))
    before = precious.read_text() if precious.exists() else None
    with pytest.raises(FileExistsError, match=place.name):
        write_bugs(engine, out)
    assert [*out.iterdir()] == [place]
    assert (precious.read_text() if precious.exists() else None) == before
