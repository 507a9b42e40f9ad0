"""Which cards say something: the titles and questions of a whole folder as lines of text, to be looked through at once.

A line is `card id <tab> text`; texts are compared in one form of each character, without case, runs of spaces as one.
"""

from collections.abc import Iterable, Mapping, Sequence
from unicodedata import normalize

from quizterm.course.model import CardText

_MANY = 5_000  # occurrences; lines that are looked up one by one take longer then than all lines do


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
    encoded = {folded(phrase).encode(errors="surrogatepass") for phrase in phrases}  # a command line may hold any bytes
    wanted = sorted(encoded - {b""}, key=len, reverse=True)
    found = _lines_with(lines, wanted[0]) if wanted else lines.split(b"\n")
    for phrase in wanted[1:]:
        found = [line for line in found if phrase in line]
    pairs = (line.split(b"\t", 1) for line in found if line)
    return [card_id.decode() for card_id, text in pairs if all(phrase in text for phrase in wanted)]


def _lines_with(lines: bytes, phrase: bytes) -> list[bytes]:
    if lines.count(phrase) > _MANY:
        return [line for line in lines.split(b"\n") if phrase in line]
    found = []
    place = lines.find(phrase)
    while place >= 0:
        start, end = lines.rfind(b"\n", 0, place) + 1, lines.find(b"\n", place)
        end = len(lines) if end < 0 else end
        found.append(lines[start:end])
        place = lines.find(phrase, end)
    return found
