"""Courses and decks at hand, and finding lessons and cards by name."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from course_helpers import DECKS, card_text, deck_text

from quizterm.course.catalog import Catalog, load_catalog
from quizterm.course.source import read_course
from quizterm.errors import CourseError, UsageError


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A course of two lessons."""
    course = tmp_path / "course"
    course.mkdir()
    (course / "course.toml").write_text(
        'title = "Course"\nphases = ["One"]\n'
        '[[lesson]]\nfile = "z.md"\nslug = "first"\nphase = "One"\nminutes = 5\nexercises = ["engine"]\n'
        '[[lesson]]\nfile = "a.md"\nslug = "second"\nrequires = ["first"]\n'
    )
    (course / "z.md").write_text(
        deck_text(card_text("recall", "One?", "1", name="a"), card_text("recall", "Two?", "2", name="b"))
    )
    (course / "a.md").write_text(deck_text(card_text("cloze", "{{three}}", name="c", more=" was=first.old")))
    (course / "notes.md").write_text("No lesson, and not listed.")
    return course


def deck(path: Path, **lessons: str) -> Path:
    path.mkdir()
    for slug, text in lessons.items():
        (path / f"{slug}.md").write_text(text)
    return path


def test_a_course_lists_its_lessons_in_its_own_order(folder: Path) -> None:
    catalog = load_catalog([folder], None)
    assert catalog.faults == ()
    (course,) = catalog.courses
    assert (course.slug, course.title, course.folder, course.phases) == ("course", "Course", folder, ("One",))
    first, second = course.lessons
    assert (first.course, first.slug, first.title, first.file) == ("course", "first", "Lesson", folder / "z.md")
    assert (first.phase, first.minutes, first.exercises, first.requires) == ("One", 5, ("engine",), ())
    assert first.sections == (("ideas", "Ideas"), ("practice", "Practice"))
    assert (second.slug, second.requires) == ("second", ("first",))
    assert [len(first.cards), len(second.cards)] == [2, 1]
    assert [card.id for _, _, card in catalog.entries()] == ["course.first.a", "course.first.b", "course.second.c"]


def test_entries_lessons_and_cards_tell_the_same(folder: Path) -> None:
    catalog = load_catalog([folder, DECKS / "kinds"], None)
    for course, lesson, entry in catalog.entries():
        card = catalog.card(entry.id)
        assert card is not None
        assert card in catalog.lesson(course.slug, lesson.slug).cards
        assert (entry.kind, entry.section, entry.content_hash, entry.was) == (
            card.kind,
            card.section,
            card.content_hash,
            card.was,
        )
    assert catalog.lesson_entry("course", "first") is catalog.courses[0].lessons[0]


@pytest.mark.parametrize("card_id", ["", "a", "course.first", "course.first.x", "x.first.a", "course.first.a.b"])
def test_an_id_of_no_card_gives_none(folder: Path, card_id: str) -> None:
    assert load_catalog([folder], None).card(card_id) is None


def test_lessons_and_cards_are_found_by_short_and_full_names(folder: Path) -> None:
    catalog = load_catalog([folder], None)
    for name in ("first", "course.first", " first "):
        assert catalog.find_lesson(name).slug == "first"
    for name in ("first.a", "course.first.a"):
        assert catalog.find_card(name).id == "course.first.a"
    assert catalog.display_id("course.first.a") == "first.a"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("frist", "no lesson is called `frist`; did you mean `first`"),
        ("\x1b[2J", "`quizterm lessons` lists what there is"),
        ("", "`quizterm lessons` lists"),
    ],
)
def test_an_unknown_lesson_is_answered_with_close_names(folder: Path, name: str, words: str) -> None:
    with pytest.raises(UsageError) as error:
        load_catalog([folder], None).find_lesson(name)
    assert words in str(error.value)
    assert str(error.value).isprintable()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("first.aa", "did you mean `first.a`"),
        ("a", "did you mean `first.a`"),
        ("nowhere.a", "did you mean `first.a`"),
        ("x.y.z.w", "no card is called"),
    ],
)
def test_an_unknown_card_is_answered_with_close_names(folder: Path, name: str, words: str) -> None:
    with pytest.raises(UsageError, match="no card is called") as error:
        load_catalog([folder], None).find_card(name)
    assert words in str(error.value)


def test_where_two_courses_share_a_name_the_full_one_is_needed(tmp_path: Path, folder: Path) -> None:
    own = deck(tmp_path / "own", first=deck_text(card_text("recall", "Mine?", "Yes.", name="a")))
    catalog = load_catalog([folder, own], None)
    with pytest.raises(UsageError, match=r"write `course\.first` or `own\.first`"):
        catalog.find_lesson("first")
    assert catalog.lesson_name("own", "first") == "own.first"
    assert catalog.lesson_name("course", "second") == "second"
    with pytest.raises(UsageError, match=r"write `course\.first\.a` or `own\.first\.a`"):
        catalog.find_card("first.a")
    assert catalog.find_card("own.first.a").question == "Mine?"
    assert [catalog.display_id(f"course.first.{name}") for name in "ab"] == ["course.first.a", "first.b"]
    assert catalog.find_card("first.b").id == "course.first.b"


def test_a_bad_file_or_folder_never_hides_the_good_ones(tmp_path: Path, folder: Path) -> None:
    (folder / "z.md").write_bytes(b"\xff\xfe\x00")
    missing = tmp_path / "missing"
    empty = deck(tmp_path / "empty")
    broken = deck(tmp_path / "broken")
    (broken / "course.toml").write_text("[")
    catalog = load_catalog([missing, empty, broken, folder, DECKS / "kinds"], None)
    assert {fault.file for fault in catalog.faults} == {missing, empty, broken / "course.toml", folder / "z.md"}
    assert [course.slug for course in catalog.courses] == ["course", "kinds"]
    (lesson,) = catalog.courses[0].lessons
    assert (lesson.slug, lesson.requires) == ("second", ())


def test_of_two_courses_with_one_slug_the_first_counts(tmp_path: Path, folder: Path) -> None:
    twin = deck(tmp_path / "Course", x=deck_text(card_text("recall", "Asked?", "Yes.")))
    catalog = load_catalog([folder, twin, folder], None)
    assert [course.folder for course in catalog.courses] == [folder]
    assert [(fault.file, fault.line) for fault in catalog.faults] == [(twin, 1)]
    assert str(folder) in catalog.faults[0].message


def test_only_markdown_files_right_in_the_folder_are_lessons(tmp_path: Path) -> None:
    own = deck(tmp_path / "own", one=deck_text(card_text("recall", "Asked?", "Yes.")))
    (own / "sub.md").mkdir()
    (own / ".hidden.md").write_text("x")
    (own / "notes.txt").write_text("x")
    catalog = load_catalog([own], None)
    assert catalog.faults == ()
    assert [lesson.slug for lesson in catalog.courses[0].lessons] == ["one"]


def test_the_fingerprint_follows_the_content_not_the_place_or_time(tmp_path: Path, folder: Path) -> None:
    def fingerprint() -> str:
        return load_catalog([folder], None).fingerprint

    first = fingerprint()
    (folder / "z.md").touch()
    assert fingerprint() == first
    moved = folder.rename(tmp_path / "elsewhere")
    assert load_catalog([moved], None).fingerprint != first  # the folder's name is the course's slug
    moved.rename(folder)
    seen = {first}
    for name in ("z.md", "course.toml"):
        with (folder / name).open("a") as file:
            file.write("\n\n")
        seen.add(fingerprint())
    assert len(seen) == 3


def test_a_lesson_whose_file_vanished_is_an_error_of_one_line(tmp_path: Path, folder: Path) -> None:
    catalog = load_catalog([folder], tmp_path / "cache")
    for file in [*(tmp_path / "cache").rglob("*.lesson"), folder / "z.md"]:
        file.unlink()
    with pytest.raises(CourseError, match="cannot be read any more"):
        catalog.lesson("course", "first")
    assert catalog.card("course.first.a") is None
    with pytest.raises(UsageError, match="no lesson is called"):
        catalog.lesson("course", "third")


def entries_of(catalog: Catalog) -> list[str]:
    return [entry.id for _, _, entry in catalog.entries()]


def test_many_more_lessons_than_are_kept_in_memory(tmp_path: Path) -> None:
    lessons = {f"l{number:02}": deck_text(card_text("recall", f"{number}?", "Yes.")) for number in range(40)}
    own = deck(tmp_path / "own", **lessons)
    for cache in (None, tmp_path / "cache"):
        catalog = load_catalog([own], cache)
        assert entries_of(catalog) == [f"own.{slug}.card" for slug in lessons]
        cards = [catalog.card(card_id) for card_id in entries_of(catalog)]
        assert [card.question for card in cards if card] == [f"{number}?" for number in range(40)]


def test_an_exercise_belongs_to_the_first_lesson_that_lists_it(folder: Path, tmp_path: Path) -> None:
    other = deck(tmp_path / "other", only=deck_text(card_text("recall", "One?", "1")))
    (other / "course.toml").write_text(
        'title = "Other"\n[[lesson]]\nfile = "only.md"\nslug = "only"\nexercises = ["engine", "adam"]\n'
    )
    catalog = load_catalog([folder, other], None)
    assert [lesson.exercises for course in catalog.courses for lesson in course.lessons] == [("engine",), (), ("adam",)]
    assert load_catalog([folder], None, ["engine"]).courses[0].lessons[0].exercises == ("engine",)


@pytest.mark.parametrize("name", ["nosuch", "../engine", "/etc"])
def test_an_exercise_that_does_not_exist_is_left_out(name: str, folder: Path) -> None:
    plan = folder / "course.toml"
    plan.write_text(plan.read_text().replace('["engine"]', f'["{name}", "engine"]'))
    assert load_catalog([folder], None, ["engine"]).courses[0].lessons[0].exercises == ("engine",)


def test_the_fingerprint_changes_with_the_exercises_that_exist(folder: Path) -> None:
    assert load_catalog([folder], None, []).fingerprint != load_catalog([folder], None, ["engine"]).fingerprint


def _link_to_itself(file: Path) -> None:
    file.symlink_to(file.name)


def _link_to_nothing(file: Path) -> None:
    file.symlink_to("nothing")


def _huge(file: Path) -> None:
    with file.open("wb") as stream:
        stream.truncate(1 << 40)


@pytest.mark.parametrize("make", [_link_to_itself, _link_to_nothing, os.mkfifo, _huge])
def test_a_file_that_cannot_be_read_hides_no_other(make: Callable[[Path], None], tmp_path: Path) -> None:
    good = deck(tmp_path / "deck", good=deck_text(card_text("recall", "One?", "1")))
    make(good / "bad.md")
    for _ in range(2):  # the second time from the cache
        catalog = load_catalog([good], tmp_path / "cache")
        assert [lesson.slug for lesson in catalog.courses[0].lessons] == ["good"]
        assert [fault.file for fault in catalog.faults] == [good / "bad.md"]
    assert [fault.file for fault in read_course(good).faults] == [good / "bad.md"]


@pytest.mark.parametrize("make", [_link_to_itself, os.mkfifo, _huge])
def test_a_course_file_that_cannot_be_read_is_told(make: Callable[[Path], None], tmp_path: Path) -> None:
    folder = deck(tmp_path / "deck", good=deck_text(card_text("recall", "One?", "1")))
    make(folder / "course.toml")
    assert [fault.file for fault in load_catalog([folder], None).faults] == [folder / "course.toml"]
    assert [fault.file for fault in read_course(folder).faults] == [folder / "course.toml"]
