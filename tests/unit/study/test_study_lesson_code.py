"""Code of a lesson: what of it runs together, and what is told of it."""

from pathlib import Path

from quizterm.course.model import Lesson, Section
from quizterm.grading.snippet import BlockResult, UnitResult
from quizterm.grading.verdict import Failure, FailureKind
from quizterm.study.lesson_code import Ran, code_blocks, outcome, unit_of

TEXT = """
```python
w = 2
```

```python no-run
train(w)
```

- in a list:

  ```python
  print(w)
  ```

  ```output
  2
  ```

```text
no code
```

```python
1 / 0
```

```output
ZeroDivisionError: ...
```
"""
SECTION = Section("concept", "Concept", TEXT, 1)
LESSON = Lesson("course", "loop", "The loop", Path("loop.md"), "", (SECTION,), ())
BLOCKS = code_blocks(SECTION)


def result(*blocks: BlockResult, error: Failure | None = None) -> UnitResult:
    return UnitResult("course.loop#concept", blocks, error)


def test_python_fences_are_blocks_with_what_they_print() -> None:
    assert [(block.code, block.output, block.runs) for block in BLOCKS] == [
        ("w = 2", None, True),
        ("train(w)", None, False),
        ("print(w)", "2", True),
        ("1 / 0", "ZeroDivisionError: ...", True),
    ]


def test_a_block_runs_after_the_earlier_ones_that_run() -> None:
    assert unit_of(LESSON, SECTION, BLOCKS, 2).blocks == ("w = 2", "print(w)")
    assert unit_of(LESSON, SECTION, BLOCKS, 0).blocks == ("w = 2",)


def test_the_last_block_is_told() -> None:
    unit = unit_of(LESSON, SECTION, BLOCKS, 2)
    quiet, two, three = (BlockResult(text, "", (), "") for text in ("", "2\n", "3\n"))
    assert outcome(BLOCKS[2], unit, result(quiet, two)) == Ran("2", is_as_told=True)
    assert outcome(BLOCKS[2], unit, result(quiet, three)) == Ran("3")


def test_the_last_value_is_shown_and_a_told_exception_is_as_told() -> None:
    unit = unit_of(LESSON, SECTION, BLOCKS, 0)
    assert outcome(BLOCKS[0], unit, result(BlockResult("a\n", "7", ("W: w",), ""))) == Ran("a\n7", ("W: w",))
    raised = BlockResult("", "", (), "ZeroDivisionError: division by zero")
    unit = unit_of(LESSON, SECTION, BLOCKS, 3)
    assert outcome(BLOCKS[3], unit, result(raised, raised, raised)).is_as_told


def test_what_was_stopped_says_which_code_and_why() -> None:
    unit = unit_of(LESSON, SECTION, BLOCKS, 2)
    late = Failure(FailureKind.TIMEOUT, "it took too long")
    done = BlockResult("", "", (), "")
    assert outcome(BLOCKS[2], unit, result(error=late)).problem == "the code before it was stopped: it took too long"
    assert outcome(BLOCKS[2], unit, result(done, error=late)).problem == "this code was stopped: it took too long"
