"""Links from lesson text to cards, lessons and exercises: `[text](card:leaves.accumulates)`, `lesson:`, `exercise:`."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from quizterm.course.blocks import Block, inline_tokens, line_of
from quizterm.course.model import Lesson
from quizterm.course.report import Report, quoted, suggestion

_SCHEMES = ("card", "lesson", "exercise")


@dataclass(frozen=True, slots=True)
class Link:
    """A link's target without its scheme; `index` of its line counts from 0."""

    scheme: str
    target: str
    index: int


@dataclass(frozen=True, slots=True)
class Targets:
    """Everything that can be linked to: full ids of cards, `course.lesson`s, slugs of exercises."""

    cards: Collection[str]
    lessons: Collection[str]
    exercises: Collection[str]


def links_in(blocks: Sequence[Block]) -> Iterator[Link]:
    """The links of blocks that lead to a card, lesson or exercise."""
    for block in blocks:
        line = block.start
        for token in block.tokens:
            if token.map:
                line = line_of(block, token)
            if token.type == "inline":
                yield from _links_in_text(token.content, line)


def report_unresolved(lesson: Lesson, links: Iterator[Link], targets: Targets, report: Report) -> None:
    """A fault for each link that leads nowhere. Names are relative: to the lesson, then to its course."""
    for link in links:
        known, prefixes = {
            "card": (targets.cards, (f"{lesson.course}.{lesson.slug}.", f"{lesson.course}.", "")),
            "lesson": (targets.lessons, (f"{lesson.course}.", "")),
            "exercise": (targets.exercises, ("",)),
        }[link.scheme]
        if not any(prefix + link.target in known for prefix in prefixes):
            near = [name.removeprefix(prefix) for prefix in prefixes for name in known if name.startswith(prefix)]
            name = quoted(f"{link.scheme}:{link.target}")
            hint = suggestion(link.target, near)
            report.add(link.index, f"the link {name} leads nowhere{hint}; link to what there is, or name it in words")


def _links_in_text(text: str, line: int) -> Iterator[Link]:
    if not any(f"{scheme}:" in text for scheme in _SCHEMES):
        return
    for token in inline_tokens(text):
        if token.type in ("softbreak", "hardbreak"):
            line += 1
        elif token.type == "link_open":
            scheme, colon, target = unquote(str(token.attrGet("href"))).partition(":")
            if colon and scheme in _SCHEMES:
                yield Link(scheme, target, line)
