"""Which cards say something: the titles and questions of a whole folder as lines of text, to be looked through at once.

A line is `card id <tab> text`; texts are compared in one form of each character, without case, runs of spaces as one.
"""

from collections.abc import Iterable, Mapping, Sequence
from unicodedata import normalize

from quizterm.course.model import CardText


def folded(text: str) -> str:
    """As texts are compared."""
    return " ".join(normalize("NFC", text).casefold().split())


def searchable(texts: Iterable[Mapping[str, CardText]]) -> bytes:
    """Lines for cards by their ids, lesson by lesson."""
    cards = (card for lesson in texts for card in lesson.items())
    lines = ("\t".join((card_id, folded(f"{text.title}\n{text.question}"))) for card_id, text in cards)
    return "\n".join(lines).encode()


def cards_that_say(lines: bytes, phrases: Sequence[str]) -> list[str]:
    """The ids of the cards whose title and question hold all phrases, in the order of the lines."""
    wanted = [folded(phrase).encode() for phrase in phrases]
    found = lines.split(b"\n")
    for phrase in wanted:
        found = [line for line in found if phrase in line]
    pairs = (line.split(b"\t", 1) for line in found if line)
    return [card_id.decode() for card_id, text in pairs if all(phrase in text for phrase in wanted)]
