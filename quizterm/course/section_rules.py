"""What `check` asks of the ten sections of a lesson."""

from collections.abc import Sequence

from quizterm.course.blocks import plain, table_rows
from quizterm.course.chunks import TEN_SECTIONS
from quizterm.course.names import slugify
from quizterm.course.parse import LessonSource, SectionSource
from quizterm.course.report import Report, quoted, suggestion

_KEY_TERMS, _INTERVIEW = "key-terms", "interview-framing"
_TERM_COLUMNS = ("term", "loosely", "exactly")
_QUESTIONS = 2


def check_ten_sections(source: LessonSource, report: Report) -> None:
    """Report sections that are missing, strange, empty or out of order, and what is wrong in two of them."""
    _check_order(source.sections, report)
    for section in source.sections:
        if not section.section.text:
            report.add(section.section.line - 1, f"the section {quoted(section.section.title)} is empty; write it")
        elif section.section.slug == _KEY_TERMS:
            _check_key_terms(section, report)
        elif section.section.slug == _INTERVIEW:
            _check_interview(section, report)


def _check_order(sections: Sequence[SectionSource], report: Report) -> None:
    wanted = {slugify(title): title for title in TEN_SECTIONS}
    places = {slug: place for place, slug in enumerate(wanted)}
    last = -1
    for source in sections:
        section = source.section
        index = section.line - 1
        if section.slug not in wanted:
            hint = suggestion(section.title, TEN_SECTIONS)
            report.add(index, f"{quoted(section.title)} is none of the ten sections{hint}; make it ### in one of them")
            continue
        if section.title != wanted[section.slug]:
            report.add(index, f"{quoted(section.title)} is written {quoted(wanted[section.slug])} everywhere else")
        if places[section.slug] < last:
            order = ", ".join(TEN_SECTIONS)
            report.add(index, f"the section {quoted(section.title)} is out of order; the order is {order}")
        last = max(last, places[section.slug])
    there = {source.section.slug for source in sections}
    missing = [title for slug, title in wanted.items() if slug not in there]
    if missing:
        report.add(
            0, f"without the {'section' if len(missing) == 1 else 'sections'} {', '.join(missing)}; write ## and text"
        )


def _check_key_terms(source: SectionSource, report: Report) -> None:
    heading = source.section.line - 1
    tables = [block for block in source.blocks if block.kind == "table_open"]
    if len(tables) != 1:
        report.add(heading, "Key Terms must hold one table; write | Term | Loosely | Exactly |")
        return
    header, *rows = table_rows(tables[0])
    if tuple(plain(cell).casefold() for cell in header[0]) != _TERM_COLUMNS:
        report.add(header[1], "the columns of Key Terms must be | Term | Loosely | Exactly |")
        return
    if not rows:
        report.add(heading, "Key Terms holds no term; write a row for each")
    for cells, index in rows:
        if not all(cell.strip() for cell in cells):
            report.add(index, "a row of Key Terms must fill its three columns")


def _check_interview(source: SectionSource, report: Report) -> None:
    heading = source.section.line - 1
    questions = [
        place
        for place, block in enumerate(source.blocks)
        if block.kind == "heading_open" and block.tokens[0].tag == "h3"
    ]
    if len(questions) != _QUESTIONS:
        report.add(heading, f"{len(questions)} interview questions; write two, each as ### and an answer under it")
    for place in questions:
        following = source.blocks[place + 1 : place + 2]
        if not following or following[0].kind != "paragraph_open":
            report.add(
                source.blocks[place].start, "an interview question without an answer; write a paragraph under it"
            )
