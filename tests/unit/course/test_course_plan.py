"""What course.toml may say, and what is said where it says something else."""

from pathlib import Path

import pytest

from quizterm.course.plan import CoursePlan, LessonPlan, plan_course, plan_deck

FOLDER = Path("my course")
FILES = ["01-a.md", "02-b.md", "03-c.md"]


def plan(text: str) -> tuple[CoursePlan | None, list[str]]:
    course, faults = plan_course(text.encode(), FOLDER, FILES)
    assert all(fault.file == FOLDER / "course.toml" for fault in faults)
    return course, [f"{fault.line}: {fault.message}" for fault in faults]


def lesson(slug: str, file: str, more: str = "") -> str:
    return f'[[lesson]]\nfile = "{file}"\nslug = "{slug}"\n{more}\n'


def test_all_that_can_be_said() -> None:
    course, faults = plan(
        'title = "Course"\nslug = "short"\nten_sections = true\nphases = ["One", "Two"]\ngated_phases = ["Two"]\n'
        + lesson("a", "01-a.md", 'phase = "Two"\nminutes = 40\nexercises = ["engine"]')
        + lesson("b", "02-b.md", 'requires = ["a"]')
    )
    assert faults == []
    assert course == CoursePlan(
        "short",
        "Course",
        ("One", "Two"),
        True,
        (
            LessonPlan("01-a.md", "a", (), 40, "Two", ("engine",), line=5),
            LessonPlan("02-b.md", "b", ("a",), line=11),
        ),
        ("Two",),
    )


def test_a_course_without_a_slug_is_called_like_its_folder() -> None:
    course, faults = plan('title = "Course"\n' + lesson("a", "01-a.md"))
    assert (course.slug if course else None, faults) == ("my-course", [])


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ('title = "x', 1, "not TOML"),
        (f"title = {'1' * 5000}", 1, "not TOML"),
        ('title = "x"\n\nslug =\n', 3, "not TOML"),
        ('title = "x"\nslug = "A b"\n', 2, "the slug `A b` cannot be used"),
        ('slug = "x"\n', 1, "the course has no title"),
        ('title = "x"\ntitel = "y"\n', 2, "unknown key `titel` (did you mean `title`?)"),
        ("title = 3\n", 1, "title must be text on one line"),
        ('title = "\\u001b[2J"\n', 1, "title must be text on one line"),
        ('title = "x"\n', 1, "the course lists no lessons"),
        ('title = "x"\nphases = "One"\n', 2, "phases must be a list of texts"),
        ('title = "x"\nphases = ["One", "Two"]\ngated_phases = ["One"]\n', 3, "`One` can have no gate"),
        ('title = "x"\nphases = ["One", "Two"]\ngated_phases = ["Tow"]\n', 3, "(did you mean `Two`?)"),
        ('title = "x"\nten_sections = 1\n', 2, "ten_sections must be true or false"),
        ('title = "x"\nlesson = ["a"]\n', 2, "a lesson must be a table"),
        ('title = "x"\n' + lesson("a", "01-a.md", "minutes = -1"), 5, "minutes must be a whole number"),
        ('title = "x"\n' + lesson("a", "01-a.md", "minutes = true"), 5, "minutes must be a whole number"),
        ('title = "x"\n' + lesson("a", "01-a.md", 'phase = "One"'), 5, "unknown phase `One`"),
        ('title = "x"\n' + lesson("a", "01-a.md", 'require = ["b"]'), 5, "(did you mean `requires`?)"),
        ('title = "x"\n' + lesson("a", "01-a.md", 'requires = ["b"]'), 5, "requires an unknown lesson `b`"),
        ('title = "x"\n' + lesson("a", "01-a.md", 'requires = ["a"]'), 5, "`a` requires `a`"),
        ('title = "x"\n' + lesson("a", "1-a.md"), 3, "no file `1-a.md` (did you mean `01-a.md`?)"),
        ('title = "x"\n' + lesson("a", "../x/01-a.md"), 3, "no file `../x/01-a.md`"),
        ('title = "x"\n[[lesson]]\nfile = "01-a.md"\n', 2, "the lesson has no slug"),
        ('title = "x"\n[[lesson]]\nslug = "a"\n', 2, "the lesson has no file"),
        ('title = "x"\n' + lesson("a", "01-a.md") + lesson("a", "02-b.md"), 8, "a second lesson with the slug `a`"),
        ('title = "x"\n' + lesson("a", "01-a.md") + lesson("b", "01-a.md"), 7, "a second lesson with the file"),
    ],
)
def test_faults_say_where_and_what(text: str, line: int, words: str) -> None:
    _, faults = plan(text)
    assert [fault.partition(":")[0] for fault in faults if words in fault] == [str(line)]


def test_lessons_that_require_each_other_are_set_free() -> None:
    course, faults = plan(
        'title = "x"\n'
        + lesson("a", "01-a.md", 'requires = ["c"]')
        + lesson("b", "02-b.md", 'requires = ["a"]')
        + lesson("c", "03-c.md", 'requires = ["b"]')
    )
    assert course is not None
    assert len(faults) == 1
    assert "lessons that require each other" in faults[0]
    requires = {lesson.slug: lesson.requires for lesson in course.lessons}
    assert sorted(map(len, requires.values())) == [0, 1, 1]
    for slug in requires:
        seen = [slug]
        while requires[seen[-1]]:
            seen += requires[seen[-1]]
            assert len(seen) <= len(requires)


def test_a_lesson_that_is_wrong_never_hides_the_others() -> None:
    course, faults = plan('title = "x"\n' + lesson("A", "01-a.md") + "[[lesson]]\n" + lesson("b", "02-b.md"))
    assert course is not None
    assert [lesson.slug for lesson in course.lessons] == ["b"]
    assert len(faults) == 3


def test_a_deck_lists_its_files_by_name() -> None:
    course, faults = plan_deck(Path("Über uns"), ["b.md", "A 1.md", "c.d.MD"])
    assert faults == ()
    assert course is not None
    assert (course.slug, course.title) == ("über-uns", "Über uns")
    assert [(lesson.file, lesson.slug) for lesson in course.lessons] == [
        ("A 1.md", "a-1"),
        ("b.md", "b"),
        ("c.d.MD", "c-d"),
    ]


def test_names_that_give_no_slug_or_the_same_are_faults() -> None:
    course, faults = plan_deck(Path("deck"), ["a-b.md", "a b.md", "!.md"])
    assert course is not None
    assert [lesson.file for lesson in course.lessons] == ["a b.md"]
    assert {fault.file.name for fault in faults} == {"a-b.md", "!.md"}
    assert plan_deck(Path("!"), ["a.md"])[0] is None
