"""Text on its way to a plain terminal: what could move the cursor or hide something is made visible."""

from collections.abc import Sequence

from quizterm.visible import visible


def one_line(text: str) -> str:
    """The text as one printable line; spaces stay as they are, since file names may hold them."""
    return visible(" ".join(text.splitlines()))


def sentence(text: str) -> str:
    """What is said within a sentence, as one of its own."""
    return f"{one_line(text[:1].upper() + text[1:])}."


def letters_of(count: int) -> str:
    """The letters that stand for so many choices."""
    return "abcdefghijklmnopqrstuvwxyz"[:count]


def lettered(texts: Sequence[str]) -> str:
    """The texts as lines `a. ...`."""
    return "\n".join(
        f"  {letter}. {one_line(text)}" for letter, text in zip(letters_of(len(texts)), texts, strict=True)
    )


def numbered(texts: Sequence[str]) -> str:
    """The texts as lines `1. ...`."""
    return "\n".join(f"  {number}. {one_line(text)}" for number, text in enumerate(texts, 1))
