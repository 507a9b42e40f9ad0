"""A lesson file into a lesson. Total: any bytes give a lesson, faults, or both.

A file is one `#` title, `##` sections, and `## Recall` with a card under each `###`. What cannot be read is left
out with a fault; a broken card or section never hides its neighbours.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from unicodedata import normalize

from quizterm.course.blocks import Block, is_comment, parse_blocks, plain, report_oddities
from quizterm.course.cards import CardSource, Place, read_card
from quizterm.course.chunks import RECALL, Chunk, Level, split
from quizterm.course.encoding import decode
from quizterm.course.model import Fault, Lesson, Section
from quizterm.course.names import slugify
from quizterm.course.report import Report, quoted

_LONGEST_TITLE = 200


@dataclass(frozen=True, slots=True)
class SectionSource:
    """A section with the blocks it was read from."""

    section: Section
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class LessonSource:
    """All that was read from a lesson file; `lesson` is `None` where nothing in it is a lesson."""

    lesson: Lesson | None
    faults: tuple[Fault, ...]
    introduction: tuple[Block, ...] = ()
    sections: tuple[SectionSource, ...] = ()
    cards: tuple[CardSource, ...] = ()


def parse_lesson(
    data: bytes, file: Path, course: str, slug: str, ten_sections: bool
) -> tuple[Lesson | None, tuple[Fault, ...]]:
    """The lesson in a file's bytes, and what is wrong with it; never raises.

    With `ten_sections` every card must name its section; without, one that does not is met in the first section,
    or in section "" where there is none.
    """
    source = read_lesson(data, file, course, slug, ten_sections)
    return source.lesson, source.faults


def read_lesson(data: bytes, file: Path, course: str, slug: str, ten_sections: bool) -> LessonSource:
    """As `parse_lesson`, with the Markdown blocks that `check` looks into."""
    report = Report(file)
    lines = decode(data, report)
    if lines is None:
        return LessonSource(None, report.faults)
    chunks, fenced = split(lines)
    lines = [line if code else normalize("NFC", line) for line, code in zip(lines, fenced, strict=True)]
    chunks = [_titled(chunk, report) for chunk in chunks]
    if len(chunks) == 1:
        report.add(0, "no lesson in this file; write `# Title`, then `## Recall` with cards")
        return LessonSource(None, report.faults)
    title, introduction, blocks = _read_head(lines, chunks, report)
    sections = _read_sections(lines, chunks, report)
    place = Place(course, slug, tuple(source.section.slug for source in sections), ten_sections)
    cards = _read_cards(lines, chunks, place, report)
    lesson = Lesson(
        course=course,
        slug=slug,
        title=title or slug,
        file=file,
        introduction=introduction,
        sections=tuple(source.section for source in sections),
        cards=tuple(source.card for source in cards),
    )
    return LessonSource(lesson, report.faults, blocks, tuple(sections), tuple(cards))


def _titled(chunk: Chunk, report: Report) -> Chunk:
    title = normalize("NFC", chunk.title)
    if len(title) > _LONGEST_TITLE:
        report.add(chunk.start, f"a title of more than {_LONGEST_TITLE} characters; shorten it")
        title = title[: _LONGEST_TITLE - 1] + "…"
    return Chunk(chunk.level, title, chunk.start, chunk.end, chunk.recall)


def _read_head(lines: Sequence[str], chunks: Sequence[Chunk], report: Report) -> tuple[str, str, tuple[Block, ...]]:
    """Title and introduction."""
    for index in range(chunks[0].end):
        if lines[index].strip():
            report.add(index, "text before the title; start the file with `# Title`")
            break
    titles = [chunk for chunk in chunks if chunk.level is Level.TITLE]
    for extra in titles[1:]:
        report.add(extra.start, f"a second title {quoted(extra.title)}; write `##` for a section")
    if not titles or not titles[0].title:
        report.add(titles[0].start if titles else 0, "the file has no title; write `# Title` at its beginning")
    if not titles:
        return "", "", ()
    text, blocks = _read_text(lines, titles[0], report)
    return plain(titles[0].title), text, blocks


def _read_sections(lines: Sequence[str], chunks: Sequence[Chunk], report: Report) -> list[SectionSource]:
    sections: dict[str, SectionSource] = {}
    recall_at = next((chunk.start for chunk in chunks if chunk.recall), len(lines))
    for chunk in chunks:
        if chunk.level is not Level.SECTION or chunk.recall:
            continue
        title = plain(chunk.title)
        slug = slugify(title)
        text, blocks = _read_text(lines, chunk, report)
        if not slug:
            report.add(chunk.start, "a section without a title; write it behind ##")
        elif slug in sections:
            line = sections[slug].section.line
            report.add(chunk.start, f"a second section {quoted(title)}, as in line {line}; give it another title")
        elif chunk.start > recall_at:
            report.add(chunk.start, f"the section {quoted(title)} stands behind `## Recall`; move it before")
        while not slug or slug in sections:
            slug = f"{slug or 'section'}-{len(sections) + 1}"
        sections[slug] = SectionSource(Section(slug, title or slug, text, chunk.start + 1), blocks)
    return list(sections.values())


def _read_cards(lines: Sequence[str], chunks: Sequence[Chunk], place: Place, report: Report) -> list[CardSource]:
    recalls = [chunk for chunk in chunks if chunk.recall and chunk.level is Level.SECTION]
    if not recalls:
        report.add(
            len(lines) - 1, f"no `## {RECALL.title()}`; write it behind the last section, with the cards under it"
        )
    for extra in recalls[1:]:
        report.add(extra.start, "a second `## Recall`; put its cards under the first")
    for recall in recalls:
        for block in parse_blocks(lines, recall.start + 1, recall.end):
            if not is_comment(block):
                report.add(block.start, "text between `## Recall` and the first card; start a card with `### Title`")
                break
    cards: dict[str, CardSource] = {}
    for chunk in chunks:
        if chunk.level is not Level.CARD:
            continue
        source = read_card(lines, chunk, place, report)
        if source is None:
            continue
        if twin := cards.get(source.card.id):
            _report_twins(source, twin, report)
        else:
            cards[source.card.id] = source
    return list(cards.values())


def _report_twins(source: CardSource, twin: CardSource, report: Report) -> None:
    name = quoted(source.card.name)
    for one, other in ((source, twin), (twin, source)):
        report.add(
            one.attributes_line, f"two cards are named {name}, here and in line {other.attributes_line + 1}; rename one"
        )


def _read_text(lines: Sequence[str], chunk: Chunk, report: Report) -> tuple[str, tuple[Block, ...]]:
    """The Markdown under a heading, without comments, and its blocks."""
    blocks = tuple(parse_blocks(lines, chunk.start + 1, chunk.end))
    report_oddities(lines, blocks, report)
    kept = list(lines[chunk.start + 1 : chunk.end])
    for block in blocks:
        if not is_comment(block):
            continue
        if block.tokens[0].content.lstrip("<!- \t").startswith("card "):
            report.add(block.start, "a card outside `## Recall`; move it there, under a `###` title")
        first = block.start - chunk.start - 1
        kept[first : first + block.end - block.start] = [""] * (block.end - block.start)
    return "\n".join(kept).strip("\n").rstrip(), blocks
