"""Text that breaks programs which trust it: markup, control characters, escapes, wide and combining letters."""

from pathlib import Path

MARKUP = ("[/]", "x[i]", "[bold", "dict[str, int]", "[red]no[/red]", "list[Tensor] = [a]")
UNPRINTABLE = (
    "nul\x00",
    "\x1b[31mred\x1b[0m",
    "\x1b]52;c;ZXZpbA==\x07",
    "\x9b2J",
    "\u202egnp.exe",
    "bell\x07 back\x08space",
    "\x7f",
)
WIDE = ("漢字かな交じり文", "e\u0301a\u0308o\u0302 Zoe\u0308", "👩\u200d🔬")
NASTY = " ".join((*MARKUP, *UNPRINTABLE, *WIDE))
CODE = "\n".join((*MARKUP, *UNPRINTABLE, *WIDE, "f'{x!r:>{w}}' '''unclosed"))

LESSON = f"""\
# Title {NASTY}

Before {NASTY}

## Concept {NASTY}

Text {NASTY} `code {NASTY}` **bold {NASTY}** [link {NASTY}](https://example.com/[x])

> [!NOTE]
> Call-out {NASTY}

| term {NASTY} | exactly |
|---|---|
| {NASTY} | {NASTY} |

- item {NASTY}

```python
{CODE}
```

<b>{NASTY}</b>

## Recall

### Recall {NASTY}
<!-- card recall kind=recall -->
Question {NASTY}

---

Answer {NASTY}

#### Key points
- point {NASTY}

### Cloze {NASTY}
<!-- card cloze kind=cloze -->
Before {{{{[/] x[i]}}}} after {NASTY} `{{{{dict[str, int]}}}}`

---

Answer {NASTY}

### Choice {NASTY}
<!-- card choice kind=choice -->
Question {NASTY}

- [x] right {NASTY} *because {MARKUP[1]}*
- [ ] wrong {NASTY} *because {MARKUP[0]}*

---

Answer {NASTY}

### Output {NASTY}
<!-- card output kind=output -->
Question {NASTY}

```python
{CODE}
```

---

```output
{CODE}
```

Answer {NASTY}

### Shape {NASTY}
<!-- card shape kind=shape -->
Question {NASTY}

```python
{CODE}
```

---

```output
torch.Size([2, 3])
```

Answer {NASTY}

### Bug {NASTY}
<!-- card bug kind=bug -->
Question {NASTY}

```python
{CODE}
```

---

Answer {NASTY}

```output
{CODE}
```

```python repaired
{CODE}
```

```output
{CODE}
```

### Order {NASTY}
<!-- card order kind=order -->
Question {NASTY}

---

1. one {NASTY}
2. two {NASTY}
3. three {NASTY}
"""


def write_nasty_deck(folder: Path) -> None:
    """A deck of one lesson whose every text is nasty."""
    folder.mkdir(parents=True)
    (folder / "nasty.md").write_bytes(LESSON.encode())
