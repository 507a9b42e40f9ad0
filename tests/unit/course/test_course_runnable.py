"""Which code of a lesson is run, and what counts as having printed what the lesson says."""

import pytest
from course_helpers import DECKS, card_text, deck_text, read

from quizterm.course.runnable import CodeStep, expected_matches, runnable


def test_a_section_runs_as_one_and_a_card_alone() -> None:
    data = (DECKS / "kinds" / "kinds.md").read_bytes()
    units = {unit.name: unit for unit in runnable(read(data))}
    assert list(units) == [
        "deck.lesson#ideas",
        "deck.lesson.output",
        "deck.lesson.shape",
        "deck.lesson.bug",
        "deck.lesson.bug (repaired)",
    ]
    assert units["deck.lesson#ideas"].steps == (CodeStep("x = 3.0\nprint(x * x + x)", "12.0", 13),)
    assert [unit.name for unit in units.values() if unit.shows_value] == ["deck.lesson.shape"]
    assert [units[name].steps[0].output for name in list(units)[3:]] == ["4", "7"]
    lines = data.decode().split("\n")
    for unit in units.values():
        for step in unit.steps:
            assert lines[step.line - 1] == step.code.split("\n")[0]


def test_steps_keep_their_order_and_only_the_output_right_behind_counts() -> None:
    section = """
```python
a = 1
```

Words.

- in a list

  ```python
  b = a
  ```

```output
2
```

```python no-run
never
```

```output
of no-run
```

```text
```

```python
c
```

```bash
ls
```

```output
not of c
```
"""
    source = read(deck_text(sections=f"## Ideas\n{section}\n## Empty\n\nText.\n\n"))
    (unit,) = runnable(source)
    assert [(step.code, step.output) for step in unit.steps] == [("a = 1", None), ("b = a", "2"), ("c", None)]


def test_code_marked_no_run_is_not_run() -> None:
    card = card_text("output", "```python no-run\nforever()\n```", "```output\n1\n```")
    assert runnable(read(deck_text(card))) == []


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        ("1\n2", "1\n2\n"),
        ("1\n2", "1  \n2\n\n"),
        ("", "\n"),
        ("a ... c\n", "a b\nb c"),
        ("RuntimeError: ... in-place ...", "RuntimeError: in-place"),
        ("RuntimeError: ... in-place ...", "RuntimeError: a leaf is used in-place.\nHint: do not"),
        ("1\nRuntimeError: ...", "1\ntorch.cuda.RuntimeError: anything"),
        ("1\nValueError: one two", "1\nValueError: one\n  two"),
        ("AssertionError", "AssertionError"),
        ("...\nValueError: x", "1\n2\nValueError: x"),
    ],
)
def test_expected_output(expected: str, got: str) -> None:
    assert expected_matches(expected, got)


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        ("1\n2", "1 2"),
        ("1", "1\n2"),
        ("1", "1\nValueError: x"),
        ("1\nValueError: x", "1"),
        ("...", "1\nValueError: x"),
        ("RuntimeError: ... in-place ...", "RuntimeError: out of place"),
        ("RuntimeError: ...", "ValueError: ..."),
        ("AssertionError", "AssertionError: message"),
    ],
)
def test_other_output(expected: str, got: str) -> None:
    assert not expected_matches(expected, got)
