"""One card from its chunk of a lesson file."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from quizterm.course.attributes import FORM, Attributes, read_attributes
from quizterm.course.blocks import Block, parse_blocks, plain, report_oddities
from quizterm.course.bodies import Content, Half, read_content
from quizterm.course.chunks import Chunk
from quizterm.course.model import Card, CardKind
from quizterm.course.report import Report, quoted, suggestion

_RULE_OPTIONAL = (CardKind.CLOZE, CardKind.CHOICE)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a lesson's cards belong. Unless `section_required`, a card that names no section is in the first."""

    course: str
    lesson: str
    sections: tuple[str, ...]
    section_required: bool


@dataclass(frozen=True, slots=True)
class CardSource:
    """A card with the blocks it was read from; `attributes_line` is the index of its comment."""

    card: Card
    blocks: tuple[Block, ...]
    attributes_line: int


def read_card(lines: Sequence[str], chunk: Chunk, place: Place, report: Report) -> CardSource | None:
    """The card in a chunk; `None`, with a fault, where it could not be asked."""
    blocks = parse_blocks(lines, chunk.start + 1, chunk.end)
    if not blocks or blocks[0].kind != "html_block":
        line = blocks[0].start if blocks else chunk.start
        report.add(line, f"the card {quoted(chunk.title)} has no comment under its title; write {FORM}")
        return None
    comment, *content = blocks
    attributes = read_attributes(comment.tokens[0].content, comment.start, report)
    title = plain(chunk.title)
    if not title:
        report.add(chunk.start, "the card has no title; write a short one behind ###")
    question, answer = _halves(lines, comment.end, chunk.end, content)
    shown = [*question.blocks, *(answer.blocks if answer else ())]
    report_oddities(lines, shown, report)
    if attributes is None:
        return None
    if answer is None and attributes.kind not in _RULE_OPTIONAL:
        report.add(
            chunk.start, "no rule between question and answer; write --- on a line of its own, with an empty line above"
        )
        return None
    if not question.text():
        report.add(chunk.start, "the card has no question; write it between the comment and the rule")
        return None
    read = read_content(attributes.kind, question, answer or _nothing(lines, chunk.end), chunk.start, report)
    if read is None:
        return None
    if not read.question:
        report.add(chunk.start, "the card asks nothing; write a question before its options")
        return None
    card = Card(
        id=f"{place.course}.{place.lesson}.{attributes.name}",
        kind=attributes.kind,
        title=title or attributes.name,
        section=_section(attributes, place, comment.start, report),
        question=read.question,
        answer=read.answer,
        body=read.body,
        line=chunk.start + 1,
        was=_full_id(attributes.was, place),
        content_hash=_content_hash(attributes.kind, title, read),
    )
    return CardSource(card, tuple(shown), comment.start)


def _halves(lines: Sequence[str], start: int, end: int, blocks: Sequence[Block]) -> tuple[Half, Half | None]:
    """Question and answer: what stands before and behind the first rule.

    Text right above `---` makes it the underline of a heading in Markdown; in a card it is the rule all the same.
    """
    for place, block in enumerate(blocks):
        if block.kind == "hr":
            asked, rule = blocks[:place], block.start
        elif block.kind == "heading_open" and block.tokens[0].markup == "-":
            asked, rule = parse_blocks([*lines[: block.end - 1]], start, block.end - 1), block.end - 1
        else:
            continue
        return Half(lines, start, rule, tuple(asked)), Half(lines, rule + 1, end, tuple(blocks[place + 1 :]))
    return Half(lines, start, end, tuple(blocks)), None


def _nothing(lines: Sequence[str], end: int) -> Half:
    return Half(lines, end, end, ())


def _section(attributes: Attributes, place: Place, index: int, report: Report) -> str:
    first = place.sections[0] if place.sections else ""
    if attributes.section is None:
        if place.section_required:
            report.add(index, f"the card names no section; write section= and one of {', '.join(place.sections)}")
        return first
    if attributes.section not in place.sections:
        known = f"write one of {', '.join(place.sections)}" if place.sections else "the lesson has none: leave it out"
        hint = suggestion(attributes.section, place.sections)
        report.add(index, f"unknown section {quoted(attributes.section)}{hint}; {known}")
        return first
    return attributes.section


def _full_id(was: str | None, place: Place) -> str | None:
    if was is None:
        return None
    parts = was.split(".")
    return ".".join([place.course, place.lesson][: 3 - len(parts)] + parts)


def _content_hash(kind: CardKind, title: str, content: Content) -> str:
    shown = json.dumps([kind, title, content.question, content.answer, asdict(content.body)])
    return hashlib.blake2b(shown.encode(), digest_size=12).hexdigest()
