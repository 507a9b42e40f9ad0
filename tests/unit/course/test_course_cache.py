"""Start-up parses nothing that did not change, whatever becomes of the cache."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from course_helpers import DECKS, card_text, deck_text

from quizterm.course import cache as cache_module
from quizterm.course import folder as folder_module
from quizterm.course.catalog import Catalog, load_catalog
from quizterm.course.model import Card, Fault

LONG_AGO = 1_700_000_000 * 10**9


def settle(folder: Path) -> None:
    """Date all files back, as if they had not been touched for long."""
    for path in folder.iterdir():
        os.utime(path, ns=(LONG_AGO, LONG_AGO))


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    """All kinds and traps in one deck."""
    folder = tmp_path / "deck"
    folder.mkdir()
    for path in DECKS.rglob("*.md"):
        (folder / path.name).write_bytes(path.read_bytes())
    settle(folder)
    return folder


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the files that are parsed."""
    names: list[str] = []
    real = folder_module._parse

    def spy(data: bytes, origin: folder_module.LessonOrigin, ten_sections: bool) -> folder_module.ParsedLesson:
        names.append(origin.file.name)
        return real(data, origin, ten_sections)

    monkeypatch.setattr(folder_module, "_parse", spy)
    return names


def everything(catalog: Catalog) -> tuple[str, tuple[Fault, ...], list[Card | None], list[object]]:
    cards = [catalog.card(entry.id) for _, _, entry in catalog.entries()]
    lessons: list[object] = [
        (lesson, catalog.lesson(course.slug, lesson.slug)) for course in catalog.courses for lesson in course.lessons
    ]
    return catalog.fingerprint, catalog.faults, cards, lessons


def test_what_comes_from_the_cache_is_what_parsing_gives(deck: Path, cache: Path, parsed: list[str]) -> None:
    fresh = everything(load_catalog([deck], None))
    assert len(fresh[2]) > 15
    assert fresh[1]
    load_catalog([deck], cache)
    parsed.clear()
    assert everything(load_catalog([deck], cache)) == fresh
    assert parsed == []


def test_only_what_changed_is_parsed(deck: Path, cache: Path, parsed: list[str]) -> None:
    first = load_catalog([deck], cache)
    parsed.clear()
    (deck / "kinds.md").touch()
    assert load_catalog([deck], cache).fingerprint == first.fingerprint
    assert parsed == []
    (deck / "kinds.md").write_text(deck_text(card_text("recall", "New?", "Yes.", name="new")))
    (deck / "added.md").write_text(deck_text(card_text("recall", "Added?", "Yes.")))
    (deck / "nfd.md").unlink()
    catalog = load_catalog([deck], cache)
    assert sorted(parsed) == ["added.md", "kinds.md"]
    assert catalog.fingerprint != first.fingerprint
    assert everything(catalog) == everything(load_catalog([deck], None))
    assert catalog.find_card("kinds.new").question == "New?"


def test_a_change_within_one_tick_of_the_clock_and_of_the_same_size_is_seen(deck: Path, cache: Path) -> None:
    path = deck / "kinds.md"
    path.write_text(deck_text(card_text("recall", "Old?", "Yes.", name="x")))
    stamp = path.stat()
    assert load_catalog([deck], cache).find_card("kinds.x").question == "Old?"
    path.write_text(deck_text(card_text("recall", "New?", "Yes.", name="x")))
    os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert path.stat().st_size == stamp.st_size
    assert load_catalog([deck], cache).find_card("kinds.x").question == "New?"


def test_the_same_file_in_another_course_or_under_other_rules_is_another_lesson(tmp_path: Path, cache: Path) -> None:
    texts = {"a": 'title = "A"\nslug = "a"\n', "b": 'title = "B"\nslug = "b"\nten_sections = true\n'}
    for name, text in texts.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "course.toml").write_text(text + '[[lesson]]\nfile = "l.md"\nslug = "l"\n')
        (tmp_path / name / "l.md").write_text(deck_text(card_text("recall", "Asked?", "Yes.")))
    for _ in range(2):
        catalog = load_catalog([tmp_path / "a", tmp_path / "b"], cache)
        assert [entry.id for _, _, entry in catalog.entries()] == ["a.l.card", "b.l.card"]
        assert [fault.file.parent.name for fault in catalog.faults] == ["b"]


def test_files_no_longer_needed_are_deleted(deck: Path, cache: Path) -> None:
    load_catalog([deck], cache)
    before = {path.name for path in cache.rglob("*.lesson")}
    (deck / "kinds.md").unlink()
    next(cache.iterdir()).joinpath("left-by-a-killed-process").write_text("x")
    load_catalog([deck], cache)
    after = {path.name for path in cache.rglob("*") if path.is_file()} - {"manifest.json"}
    assert len(after) == len(before) - 1
    assert after < before


def test_another_version_of_quizterm_parses_anew(
    deck: Path, cache: Path, parsed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    load_catalog([deck], cache)
    count = len(parsed)
    monkeypatch.setattr(cache_module, "FORMAT", "next")
    monkeypatch.setattr(folder_module, "FORMAT", "next")
    load_catalog([deck], cache)
    assert len(parsed) == 2 * count


def truncate(data: bytes) -> bytes:
    return data[: len(data) // 2]


def flip(data: bytes) -> bytes:
    place = random.Random(len(data)).randrange(len(data))
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


def empty(_: bytes) -> bytes:
    return b""


def overwrite(data: bytes) -> bytes:
    return b"\xff" * len(data)


@pytest.mark.parametrize("damage", [truncate, flip, empty, overwrite])
@pytest.mark.parametrize("pattern", ["manifest.json", "*.lesson", "*"])
def test_a_damaged_cache_is_ignored_and_made_anew(
    deck: Path, cache: Path, parsed: list[str], damage: Callable[[bytes], bytes], pattern: str
) -> None:
    good = everything(load_catalog([deck], cache))
    loaded = load_catalog([deck], cache)
    for path in cache.rglob(pattern):
        if path.is_file():
            path.write_bytes(damage(path.read_bytes()))
    assert everything(loaded) == good
    assert everything(load_catalog([deck], cache)) == good
    parsed.clear()
    assert everything(load_catalog([deck], cache)) == good
    assert parsed == []


def hostile_values(value: object, draw: random.Random) -> object:
    """The same JSON with one place changed for something else."""
    if isinstance(value, list) and value and draw.random() < 0.8:
        place = draw.randrange(len(value))
        return [*value[:place], hostile_values(value[place], draw), *value[place + 1 :]]
    if isinstance(value, dict) and value and draw.random() < 0.8:
        key = draw.choice(sorted(value))
        return {**value, key: hostile_values(value[key], draw)}
    return draw.choice([None, -1, 10**30, "", "../../x", "a/b", [], [[]], {}, True, "recall"])


@pytest.mark.parametrize("seed", range(60))
def test_a_cache_written_by_someone_else_does_no_harm(deck: Path, cache: Path, seed: int) -> None:
    load_catalog([deck], cache)
    draw = random.Random(seed)
    for path in sorted(cache.rglob("*")):
        if path.is_file() and draw.random() < 0.7:
            lines = cache_module._read(path).split("\n")
            place = draw.randrange(len(lines))
            lines[place] = json.dumps(hostile_values(json.loads(lines[place]), draw))
            if draw.random() < 0.1:
                lines[place] = "[" * 100_000
            assert cache_module._write(path, "\n".join(lines))
    catalog = load_catalog([deck], cache)
    for course in catalog.courses:
        for lesson in course.lessons:
            list(lesson.cards)
    for _, _, entry in catalog.entries():
        catalog.card(entry.id)


def test_where_nothing_can_be_written_all_works_from_memory(deck: Path, tmp_path: Path, parsed: list[str]) -> None:
    file = tmp_path / "file"
    file.write_text("not a folder")
    good = everything(load_catalog([deck], None))
    catalog = load_catalog([deck], file / "cache")
    parsed.clear()
    assert everything(catalog) == good
    assert parsed == []


def test_a_file_that_could_not_be_read_is_tried_again(deck: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = folder_module.read_bytes

    def refuse(path: Path) -> bytes:
        if path.name == "kinds.md":
            raise PermissionError(13, "Permission denied")
        return real(path)

    with monkeypatch.context() as patch:
        patch.setattr(folder_module, "read_bytes", refuse)
        catalog = load_catalog([deck], cache)
        assert "Permission denied" in next(fault.message for fault in catalog.faults if fault.file.name == "kinds.md")
        assert "kinds" not in [lesson.slug for lesson in catalog.courses[0].lessons]
    assert load_catalog([deck], cache).find_lesson("kinds").title == "Seven kinds"


def test_processes_may_start_at_once(deck: Path, cache: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from quizterm.course.catalog import load_catalog\n"
        "catalog = load_catalog([Path(sys.argv[1])], Path(sys.argv[2]))\n"
        "print(sum(catalog.card(entry.id) is not None for _, _, entry in catalog.entries()))"
    )
    command = [sys.executable, "-c", code, str(deck), str(cache)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    outputs = [process.communicate(timeout=60)[0] for process in running]
    expected = sum(1 for _ in load_catalog([deck], None).entries())
    assert [int(output) for output in outputs] == [expected] * 4


def test_an_unchanged_start_imports_nothing_that_parsing_takes(deck: Path, cache: Path) -> None:
    load_catalog([deck], cache)
    code = (
        "import sys; from pathlib import Path; from quizterm.course.catalog import load_catalog\n"
        "catalog = load_catalog([Path(sys.argv[1])], Path(sys.argv[2]))\n"
        "assert catalog.find_card('kinds.bug').title and list(catalog.entries())\n"
        "print(*{'markdown_it', 'tomllib', 'tempfile', 'hashlib', 'difflib'} & set(sys.modules))"
    )
    command = [sys.executable, "-c", code, str(deck), str(cache)]
    finished = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert finished.stdout.split() == []


def test_a_write_that_fails_leaves_nothing_behind(deck: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: Path, __: Path) -> Path:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", full)
        load_catalog([deck], cache)
    assert [file for file in cache.rglob("*") if file.is_file()] == []
