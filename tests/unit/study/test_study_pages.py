"""What the sections of a lesson are used for besides reading: glossary, interview, portfolio."""

from random import Random

import pytest

from quizterm import paths
from quizterm.errors import UsageError
from quizterm.study.glossary import glossary, search
from quizterm.study.interview import interview
from quizterm.study.ship import ship

SECTIONS = """## Ship It

Keep `tool.py`:

```python file=tool.py
def one():
    return 1
```

and its second half:

```python file=tool.py
print(one())
```

```python
print("a demonstration, not shipped")
```

## Key Terms

| Term | Loosely | Exactly |
|---|---|---|
| *Leaf* | an input | a tensor `x` that no operation made |
| Node | a number | a result with its rule |

## Interview Framing

### Why so?

Because it is so.

Really.

### And then?

Then this.

## Recall
"""


@pytest.fixture
def course_folder(course_folder):
    file = course_folder / "01-first.md"
    file.write_text(file.read_text().replace("## Recall\n", SECTIONS))
    return course_folder


def test_the_glossary_holds_every_term_in_alphabetical_order(study):
    assert [(entry.term, entry.loosely, entry.lesson) for entry in glossary(study)] == [
        ("Leaf", "an input", "first"),
        ("Node", "a number", "first"),
    ]


def test_a_word_is_found_in_any_case(study):
    assert [entry.term for entry in glossary(study, "LEA")] == ["Leaf"]


@pytest.mark.parametrize(
    ("typed", "terms"),
    [("", ["Leaf", "Node"]), (" lea", ["Leaf"]), ("od", ["Node"]), ("tensor", ["Leaf"]), ("N", ["Node", "Leaf"])],
)
def test_typing_finds_beginnings_then_parts_then_meanings(study, typed, terms):
    assert [entry.term for entry in search(glossary(study), typed)] == terms


def test_a_word_that_is_no_term_is_named_with_close_ones(study):
    with pytest.raises(UsageError, match="did you mean Node"):
        glossary(study, "noed")


def test_an_interview_asks_questions_with_their_spoken_answers(study):
    asked = interview(study, Random(1), "first")
    assert [(question.question, question.answer) for question in asked] == [
        ("Why so?", "Because it is so.\n\nReally."),
        ("And then?", "Then this."),
    ]
    assert sorted(question.question for question in interview(study, Random(1))) == ["And then?", "Why so?"]


def test_shipping_writes_the_artifact_once_and_lists_it(study):
    [shipped] = ship(study, "first")
    assert shipped.written
    assert shipped.file.read_text() == "def one():\n    return 1\n\n\nprint(one())\n"
    shipped.file.write_text("mine")
    [again] = ship(study, "first")
    assert not again.written
    assert shipped.file.read_text() == "mine"
    page = (paths.workspace() / "portfolio" / "README.md").read_text()
    assert page == "# Portfolio\n\n- First: [tool.py](tool.py)\n"


def test_a_solution_ships_once_it_has_passed_and_the_rest_before(study, course_folder, reopen):
    file = course_folder / "01-first.md"
    file.write_text(file.read_text().replace("Keep `tool.py`", "Keep [`mine.py`](exercise:nothing) and `tool.py`"))
    shipped = {entry.file.name: entry for entry in ship(reopen(), "first")}
    assert shipped["tool.py"].written
    assert not shipped["mine.py"].written
    assert shipped["mine.py"].missing


def test_a_lesson_that_ships_nothing_says_so(study):
    with pytest.raises(UsageError, match="second ships no file"):
        ship(study, "second")


@pytest.mark.parametrize("name", ["../engine.py", "/tmp/engine.py", "folder/engine.py", "..\\engine.py", "engine.pyc"])
def test_nothing_is_shipped_outside_the_portfolio(course_folder, reopen, name):
    file = course_folder / "01-first.md"
    text = file.read_text()
    shipped = text[text.index("## Ship It") : text.index("## Key Terms")]
    file.write_text(text.replace(shipped, f"## Ship It\n\nKeep [`{name}`](exercise:engine).\n\n"))
    with pytest.raises(UsageError, match="first ships no file"):
        ship(reopen(), "first")
