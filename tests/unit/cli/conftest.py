"""A shipped course with one card of each kind, a clock that stands, and the command line to call."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from quizterm import paths
from quizterm.cli import main
from quizterm.study.session import Study, open_study
from tests.support.said import Said

NOW = "2026-03-10T09:00:00+00:00"

COURSE = """
title = "Small course"
slug = "small"
phases = ["First phase"]

[[lesson]]
file = "01-kinds.md"
slug = "kinds"
phase = "First phase"
requires = []
minutes = 5
exercises = []

[[lesson]]
file = "02-after.md"
slug = "after"
phase = "First phase"
requires = ["kinds"]
minutes = 7
exercises = []
"""

KINDS = """\
# All kinds

An introduction.

## Basics

See [the first card](card:kinds.said).

> [!NOTE]
> Mind this.

```python
print("[[text]](card:kinds.said)")
```

```output
[[text]](card:kinds.said)
```

## Practice

Do it.

## Recall

### Said
<!-- card said kind=recall section=basics -->
Say it.

---

It is said.

#### Key points
- point one
- point two
- point three
- point four

### Filled
<!-- card filled kind=cloze section=basics -->
The {{first}} and the {{second}}.

---

A note on blanks.

### Chosen
<!-- card chosen kind=choice section=basics -->
Which are even?

- [x] two *twice one*
- [ ] three *not twice anything*
- [x] four *twice two*

---

### Printed
<!-- card printed kind=output section=basics -->
What is printed?

```python
print(1)
print(2)
```

---

```output
1
2
```

One after the other.

### Shaped
<!-- card shaped kind=shape section=practice -->
Which shape?

```python
import torch

torch.ones(2, 3).shape
```

---

```output
torch.Size([2, 3])
```

As asked for.

### Wrong
<!-- card wrong kind=bug section=practice -->
Which line is wrong?

```python
total = 1
total = 2
print(total)
```

---

Line 2 should add.

```output
2
```

```python repaired
total = 1
total += 2
print(total)
```

```output
3
```

### Ordered
<!-- card ordered kind=order section=practice -->
Put them in order.

---

1. one
2. two
3. three
"""

AFTER = """\
# What comes after

## Only

Text.

## Recall

### Later
<!-- card later kind=recall section=only -->
What is later?

---

This.

#### Key points
- this
"""


@pytest.fixture(autouse=True)
def course_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The small course is all that is shipped."""
    folder = tmp_path / "shipped" / "content" / "small"
    folder.mkdir(parents=True)
    exercises = tmp_path / "shipped" / "exercises"
    exercises.mkdir()
    (folder / "course.toml").write_text(COURSE)
    (folder / "01-kinds.md").write_text(KINDS)
    (folder / "02-after.md").write_text(AFTER)
    monkeypatch.setattr(paths, "content_folder", lambda: folder.parent)
    monkeypatch.setattr(paths, "exercises_folder", lambda: exercises)
    monkeypatch.setenv("QUIZTERM_NOW", NOW)
    return folder


@pytest.fixture
def study(course_folder: Path) -> Iterator[Study]:
    with open_study() as opened:
        yield opened


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Callable[..., Said]:
    """Run a command as `quizterm WORDS...` would."""

    def run(*words: str) -> Said:
        capsys.readouterr()
        code = main(words)
        captured = capsys.readouterr()
        return Said(code, captured.out, captured.err)

    return run
