"""What `check` says of a course that demands the ten sections, of a deck, and of links and renames."""

from pathlib import Path

import pytest
from course_helpers import DECKS, card_text, deck_text

from quizterm.course.lint import check

COURSE = """title = "Course"
ten_sections = true
phases = ["One"]

[[lesson]]
file = "l.md"
slug = "l"
phase = "One"
minutes = 10
exercises = ["engine"]
"""

LESSON = """# Lesson

## Problem

It fails: see [the card](card:one), [all](card:l.one), [of it](card:course.l.one).

## Concept

An idea, as in [this lesson](lesson:l) or [by its full name](lesson:course.l).

## Build It

Do the [exercise](exercise:engine).

## Use It

```python
print(1)
```

```output
1
```

## Ship It

Ship.

## Evaluation

A number.

## Exercises

One.

## Key Terms

| Term | Loosely | Exactly |
|------|---------|---------|
| Leaf | an end  | no past |

## Common Pitfalls

- one

## Interview Framing

### Why?

Because.

### How?

Thus.

## Recall

### One
<!-- card one kind=recall section=concept -->
Asked?

---

Yes.

#### Key points
- one
- two
- three
"""


def faults(folder: Path, lesson: str = LESSON, course: str = COURSE) -> list[str]:
    target = folder / "course"
    target.mkdir()
    (target / "course.toml").write_text(course)
    (target / "l.md").write_text(lesson)
    found = check([target], {"engine"})
    assert found == sorted(found)
    return [f"{fault.file.name}:{fault.line}: {fault.message}" for fault in found]


def test_a_good_course_has_no_faults(tmp_path: Path) -> None:
    assert faults(tmp_path) == []


def test_a_good_deck_has_no_faults() -> None:
    assert check([DECKS / "kinds"], set()) == []


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("## Ship It\n\nShip.\n\n", "", 1, "without the section Ship It"),
        ("## Concept\n\nAn idea, as in", "As in", 1, "without the section Concept"),
        ("Ship.\n", "", 25, "the section `Ship It` is empty"),
        ("Ship.\n", "<!-- later -->\n", 25, "the section `Ship It` is empty"),
        ("## Evaluation", "## Summary", 29, "`Summary` is none of the ten sections"),
        ("## Use It", "## Use it", 15, "`Use it` is written `Use It`"),
        ("## Problem", "## Evaluation 2", 3, "(did you mean `Evaluation`?)"),
        ("| Term | Loosely | Exactly |", "| Term | Exactly | Loosely |", 39, "the columns of Key Terms"),
        ("| Leaf | an end  | no past |", "| Leaf | | no past |", 41, "must fill its three columns"),
        ("| Leaf | an end  | no past |\n", "", 37, "Key Terms holds no term"),
        ("|------|---------|---------|\n", "", 37, "Key Terms must hold one table"),
        ("### How?\n\nThus.\n", "", 47, "1 interview questions; write two"),
        ("Because.\n\n", "", 49, "an interview question without an answer"),
        ("- three\n", "", 59, "the card has 2 key points"),
        ("- three\n", "- three\n- four\n- five\n- six\n", 59, "the card has 6 key points"),
        (" section=concept", "", 60, "the card names no section"),
        ("(card:one)", "(card:on)", 5, "the link `card:on` leads nowhere (did you mean `one`?)"),
        ("(lesson:l)", "(lesson:ll)", 9, "the link `lesson:ll` leads nowhere (did you mean `l`?)"),
        ("(exercise:engine)", "(exercise:engines)", 13, "the link `exercise:engines` leads nowhere"),
        ("print(1)", "print(1", 18, "this is not Python"),
        ("```python\n", "```python repaired\n", 17, "`python repaired` outside a bug card"),
    ],
)
def test_what_is_wrong_in_a_lesson_of_the_course(tmp_path: Path, old: str, new: str, line: int, words: str) -> None:
    assert LESSON.count(old) == 1
    found = faults(tmp_path, LESSON.replace(old, new))
    assert [fault.split(":")[1] for fault in found if words in fault] == [str(line)]


def test_sections_out_of_order(tmp_path: Path) -> None:
    ship = "## Ship It\n\nShip.\n\n"
    found = faults(tmp_path, LESSON.replace(ship, "").replace("## Problem", f"{ship}## Problem"))
    assert len(found) == 4
    assert all("is out of order; the order is Problem, Concept" in fault for fault in found)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('["engine"]', '["engin"]', "unknown exercise `engin` (did you mean `engine`?)"),
        ("minutes = 10\n", "", "does not say how long it takes"),
        ('phase = "One"\n', "", "is in no phase"),
    ],
)
def test_what_is_wrong_in_the_course_file(tmp_path: Path, old: str, new: str, words: str) -> None:
    (fault,) = faults(tmp_path, course=COURSE.replace(old, new))
    assert fault.startswith("course.toml:5: ")
    assert words in fault


def deck_faults(folder: Path, *cards: str) -> list[str]:
    target = folder / "deck"
    target.mkdir()
    (target / "l.md").write_text(deck_text(*cards))
    return [f"{fault.line}: {fault.message}" for fault in check([target], set())]


BUG = "```python\nprint(1)\n```"
REPAIRED = "Why.\n\n```python repaired\nprint(2)\n```"
OUTPUT = "```output\n1\n```"


@pytest.mark.parametrize(
    ("kind", "question", "answer", "words"),
    [
        ("choice", "Which?\n\n- [x] a. *Yes.*\n- [ ] b.", None, "the option `b.` is not explained"),
        ("choice", "Which?\n\n- [x] a. *Yes.*\n- [ ] a. *No.*", None, "the option `a.` stands there twice"),
        ("order", "Sort.", "1. a\n2. b\n3. a", "the step `a` stands there twice"),
        ("bug", BUG, f"{REPAIRED}\n\n{OUTPUT}", "no `output` fence for the broken code"),
        ("bug", BUG, f"{OUTPUT}\n\n{REPAIRED}", "no `output` fence for the repaired code"),
        ("shape", "```python\nx = 1\n```", OUTPUT, "the code of a shape card ends in no expression"),
        ("output", "```python\nprint(\n```", OUTPUT, "this is not Python"),
        ("recall", "Asked?", "```python repaired\n1\n```", "`python repaired` outside a bug card"),
        ("recall", "[a](card:x)", "Yes.", "the link `card:x` leads nowhere"),
        ("recall", "Asked?", "Some [text\nand more](lesson:x)\nhere.", "the link `lesson:x` leads nowhere"),
        ("recall", "Asked?", "| a |\n|---|\n| [a](exercise:x) |", "the link `exercise:x` leads nowhere"),
    ],
)
def test_what_is_wrong_in_a_card(tmp_path: Path, kind: str, question: str, answer: str | None, words: str) -> None:
    (fault,) = deck_faults(tmp_path, card_text(kind, question, answer))
    assert words in fault


@pytest.mark.parametrize(
    ("kind", "question", "answer"),
    [
        ("output", "```python\nprint(\n```", "```output\nSyntaxError: ... never closed\n```"),
        ("output", "```python no-run\nprint(\n```", OUTPUT),
        ("shape", "```python\nprint((1,))\n```", OUTPUT),
        ("recall", "`[a](card:x)` and ![x](y) and [z](https://example.org/card:x)", "```text\n[a](card:x)\n```"),
    ],
)
def test_what_is_not_wrong(tmp_path: Path, kind: str, question: str, answer: str) -> None:
    assert deck_faults(tmp_path, card_text(kind, question, answer)) == []


def test_an_old_name_must_be_free_and_belong_to_one_card(tmp_path: Path) -> None:
    cards = [
        card_text("recall", "One?", "Yes.", name="a", more=" was=gone"),
        card_text("recall", "Two?", "Yes.", name="b", more=" was=l.gone"),
        card_text("recall", "Three?", "Yes.", name="c", more=" was=deck.l.a"),
    ]
    still, twice = sorted(fault.partition(": ")[2] for fault in deck_faults(tmp_path, *cards))
    assert still.startswith("was=`deck.l.a` is still a card")
    assert twice.startswith("was=`deck.l.gone` is said by `deck.l.a` as well")


def test_faults_of_reading_and_of_folders_are_there_too(tmp_path: Path) -> None:
    twins = [tmp_path / "a" / "deck", tmp_path / "b" / "deck"]
    for folder in twins:
        folder.mkdir(parents=True)
        (folder / "l.md").write_text("# Title\n")
    found = check([*twins, tmp_path / "missing"], set())
    assert [(fault.file, fault.line) for fault in found] == [
        (twins[0] / "l.md", 2),
        (twins[1], 1),
        (twins[1] / "l.md", 2),
        (tmp_path / "missing", 1),
    ]


def test_links_lead_to_other_courses_that_are_checked_along(tmp_path: Path) -> None:
    deck = tmp_path / "deck"
    deck.mkdir()
    (deck / "l.md").write_text(
        deck_text(card_text("recall", "[a](card:kinds.kinds.bug), [b](lesson:kinds.kinds)", "Yes."))
    )
    assert check([deck, DECKS / "kinds"], set()) == []
    assert len(check([deck], set())) == 2


def test_an_exercise_that_two_lessons_list_is_told_at_the_second(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "l.md").write_text("# Title\n")
        (tmp_path / name / "course.toml").write_text(
            'title = "T"\n[[lesson]]\nfile = "l.md"\nslug = "l"\nexercises = ["engine"]\n'
        )
    found = check([tmp_path / "a", tmp_path / "b"], {"engine"})
    twins = [fault for fault in found if "listed by `a.l` as well" in fault.message]
    assert [(fault.file, fault.line) for fault in twins] == [(tmp_path / "b" / "course.toml", 2)]
