"""Short lessons for tests, and the decks under tests/decks."""

from pathlib import Path

from quizterm.course.model import Card, Lesson
from quizterm.course.parse import LessonSource, read_lesson

DECKS = Path(__file__).parents[2] / "decks"
FILE = Path("deck/lesson.md")


def read(text: str | bytes, *, ten_sections: bool = False) -> LessonSource:
    data = text.encode() if isinstance(text, str) else text
    return read_lesson(data, FILE, "deck", "lesson", ten_sections)


def lesson_of(text: str | bytes) -> Lesson:
    """The lesson in a text that has no fault."""
    source = read(text)
    assert source.faults == ()
    assert source.lesson is not None
    return source.lesson


def card_text(kind: str, question: str, answer: str | None = None, *, name: str = "card", more: str = "") -> str:
    rule = "" if answer is None else f"\n---\n\n{answer}\n"
    return f"### Title\n<!-- card {name} kind={kind}{more} -->\n{question}\n{rule}"


def deck_text(*cards: str, sections: str = "## Ideas\n\nText.\n\n## Practice\n\nText.\n\n") -> str:
    return f"# Lesson\n\n{sections}## Recall\n\n" + "\n".join(cards)


def card_of(kind: str, question: str, answer: str | None = None) -> Card:
    """The card of a lesson without a fault."""
    return lesson_of(deck_text(card_text(kind, question, answer))).cards[0]


def messages(source: LessonSource) -> list[str]:
    """The faults of a lesson as `line: message`."""
    return [f"{fault.line}: {fault.message}" for fault in source.faults]


def fault_of(kind: str, question: str, answer: str | None = None, *, more: str = "") -> str:
    """The one fault of a lesson with one card that is left out for it."""
    source = read(deck_text(card_text(kind, question, answer, more=more)))
    assert source.lesson is not None
    assert source.lesson.cards == ()
    (fault,) = source.faults
    return fault.message
