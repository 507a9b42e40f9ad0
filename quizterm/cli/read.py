"""`quizterm read LESSON [SECTION]`: a lesson as plain text; what was printed counts as read."""

import sys
from argparse import Namespace

from quizterm.cli.markdown import plain
from quizterm.cli.text import one_line
from quizterm.course.model import Section
from quizterm.errors import UsageError
from quizterm.study.reading import LessonView, lesson_view, mark_read
from quizterm.study.session import open_study
from quizterm.study.words import count_text


def run(arguments: Namespace) -> int:
    with open_study(decks=arguments.content) as study:
        view = lesson_view(study, arguments.lesson)
        sections = _wanted(view, arguments.section)
        if arguments.section is None:
            print(f"# {one_line(view.lesson.title)}\n")
            if view.lesson.introduction:
                print(plain(view.lesson.introduction).rstrip("\n"), end="\n\n")
        for section in sections:
            print(_section_text(view, section), end="\n\n")
            sys.stdout.flush()
            mark_read(study, view.lesson, section.slug)
    return 0


def _wanted(view: LessonView, asked: str | None) -> tuple[Section, ...]:
    """All sections, or the one that is asked for by its slug or its title."""
    sections = view.lesson.sections
    if asked is None:
        return sections
    titles = (section for section in sections if section.title.casefold() == asked.casefold())
    found = next((section for section in sections if section.slug == asked), None) or next(titles, None)
    if found is None:
        known = ", ".join(section.slug for section in sections)
        raise UsageError(f"{view.lesson.slug} has no section {asked!r}; it has {known}")
    return (found,)


def _section_text(view: LessonView, section: Section) -> str:
    parts = [f"## {one_line(section.title)}", plain(section.text).strip("\n")]
    cards = len(view.cards_by_section[section.slug])
    if cards:
        parts.append(f"({count_text(cards, 'card')} here: quizterm review --lesson {view.name})")
    return "\n\n".join(parts)
