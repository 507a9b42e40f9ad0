"""What a course is made of: Course, Lesson, Section, Card. Text fields hold Markdown unless they say otherwise."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple


class CardKind(StrEnum):
    """The seven ways to ask."""

    RECALL = "recall"
    CLOZE = "cloze"
    CHOICE = "choice"
    OUTPUT = "output"
    SHAPE = "shape"
    BUG = "bug"
    ORDER = "order"


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a choice card, with the reason why it is right or wrong."""

    text: str
    right: bool
    why: str


@dataclass(frozen=True, slots=True)
class Recall:
    """Said aloud; the key points that were said are ticked."""

    key_points: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cloze:
    """The question holds `{{blank}}`s; `blanks` are their texts in order (plain text)."""

    blanks: tuple[str, ...]
    code: tuple[bool, ...]  # for each blank whether it is inline code, or part of it: there case matters


@dataclass(frozen=True, slots=True)
class Choice:
    """One or more options are right. Options stand in file order; whoever shows them shuffles."""

    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Printed:
    """An output or shape card: code, and what it prints (or the exception that ends it, with doctest ellipses)."""

    code: str
    output: str


@dataclass(frozen=True, slots=True)
class Bug:
    """Broken code and its repair, each with what it prints. An output may be empty."""

    code: str
    output: str
    repaired: str
    repaired_output: str


@dataclass(frozen=True, slots=True)
class Order:
    """Steps in their right order."""

    steps: tuple[str, ...]


Body = Recall | Cloze | Choice | Printed | Bug | Order


@dataclass(frozen=True, slots=True)
class Card:
    """One recall question.

    `question` is all that is shown before the reveal, code included; for a choice or order card without its
    options or steps. `answer` is all prose after the rule that `body` does not hold; it may be empty.
    """

    id: str  # course.lesson.card, as stored
    kind: CardKind
    title: str  # plain text
    section: str  # slug of the section it is met in
    question: str
    answer: str
    body: Body
    line: int  # of its heading, from 1
    was: str | None = None  # its full id before a rename
    content_hash: str = ""  # of everything shown, so that a card moved without `was` is still known

    @property
    def course(self) -> str:
        return self.id.split(".")[0]

    @property
    def lesson(self) -> str:
        return self.id.split(".")[1]

    @property
    def name(self) -> str:
        return self.id.split(".")[2]


@dataclass(frozen=True, slots=True)
class Section:
    """One `##` part of a lesson; its cards are met at its end."""

    slug: str
    title: str  # plain text
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson file, parsed whole."""

    course: str
    slug: str
    title: str  # plain text
    file: Path
    introduction: str  # what stands between the title and the first section
    sections: tuple[Section, ...]
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CardEntry:
    """What scheduling needs to know of a card, without its text."""

    id: str
    kind: CardKind
    section: str
    content_hash: str
    was: str | None


class CardText(NamedTuple):
    """What lists and searches need to know of a card."""

    kind: CardKind
    title: str  # plain text
    question: str


@dataclass(frozen=True, slots=True)
class LessonEntry:
    """A lesson as the course lists it, without its text."""

    course: str
    slug: str
    title: str  # plain text
    file: Path
    phase: str  # title of the phase; empty for a deck of the learner's own
    requires: tuple[str, ...]  # slugs of lessons of the same course
    minutes: int  # 0: not said
    exercises: tuple[str, ...]
    sections: tuple[tuple[str, str], ...]  # (slug, title)
    cards: Sequence[CardEntry]  # its length is known at once, its entries may be read when first looked at


@dataclass(frozen=True, slots=True)
class Course:
    """A folder of lessons: the shipped course, or a deck of the learner's own."""

    slug: str
    title: str
    folder: Path
    phases: tuple[str, ...]
    lessons: tuple[LessonEntry, ...]
    gated_phases: tuple[str, ...] = ()  # offered once the gate of the phase before is passed


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One thing wrong in a course or exercise file. `message` says what, and what to write instead (plain text)."""

    file: Path
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}"


def line_of(word: str, text: str) -> int:
    """The first line of a text, from 1, on which a word stands in quotation marks; 1 if it does not."""
    return next((number for number, line in enumerate(text.splitlines(), 1) if f'"{word}"' in line), 1)
