"""A lesson, one section a page."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content

from quizterm.course.model import Section
from quizterm.study.reading import is_answered, lesson_view, mark_read, resume_section
from quizterm.study.words import count_text
from quizterm.tui.blocks import Block, Paragraph, Rule
from quizterm.tui.commands import Place, bindings
from quizterm.tui.markdown import blocks_of
from quizterm.tui.navigator import Navigator
from quizterm.tui.screens.contents import ContentsScreen
from quizterm.tui.screens.scrolling import Page, ScrollingScreen
from quizterm.tui.text import one_line
from quizterm.tui.widgets.bars import TopBar
from quizterm.tui.widgets.prose import Prose


class LessonScreen(ScrollingScreen):
    """Opens at a section; without one, at the first that is unread."""

    PLACES = (Place.LESSON,)
    BINDINGS: ClassVar = bindings(Place.LESSON)

    def __init__(self, navigator: Navigator, lesson: str, section: str | None = None) -> None:
        super().__init__(navigator)
        self._view = lesson_view(navigator.study, lesson)
        self._read = set(self._view.read)
        slugs = [known.slug for known in self._view.lesson.sections]
        wanted = section if section in slugs else resume_section(self._view)
        self._index = slugs.index(wanted) if wanted is not None else 0
        self._is_end_shown = False  # since the section was opened
        self._is_asking = False  # its cards, above this screen

    def compose_body(self) -> ComposeResult:
        yield TopBar()
        with Page():
            yield Prose()

    def on_mount(self) -> None:
        self.watch(self.page, "scroll_y", self._note_end, init=False)

    def on_screen_resume(self) -> None:
        section = self._section
        if self._is_asking and section is not None:
            self._is_asking = False
            if is_answered(self.navigator.study, self._view.cards_by_section[section.slug]):
                self._mark_read()
        self._draw()

    def _note_end(self) -> None:
        self._is_end_shown |= self.page.is_vertical_scroll_end

    @property
    def _section(self) -> Section | None:
        sections = self._view.lesson.sections
        return sections[self._index] if sections else None

    def action_turn(self, step: str) -> None:
        target = self._index + int(step)
        notice = self._leave_section() if int(step) > 0 else ""
        if 0 <= target < len(self._view.lesson.sections):
            self._index = target
            self._show()
        elif not notice:
            notice = "This is the last section; q goes back" if int(step) > 0 else "This is the first section"
        if notice:
            self.tell(notice)

    def action_contents(self) -> None:
        sections = [(section.slug, section.title, section.slug in self._read) for section in self._view.lesson.sections]
        here = self._section.slug if self._section is not None else None
        self.app.push_screen(ContentsScreen(self.navigator, self._view.lesson.title, sections, here, self._go))

    def _go(self, slug: str) -> None:
        self._index = [section.slug for section in self._view.lesson.sections].index(slug)
        self._show()

    def action_ask_section(self) -> None:
        section = self._section
        if section is None or not self._view.cards_by_section[section.slug]:
            self.tell("This section has no cards")
            return
        self._is_asking = True
        lesson = self._view.lesson
        self.navigator.begin_review(lesson=f"{lesson.course}.{lesson.slug}", section=section.slug)

    def action_copy_code(self) -> None:
        code = self.query_one(Prose).code_at(self.page.scroll_offset.y)
        if code is None:
            self.tell("There is no code on this page")
            return
        self.app.copy_to_clipboard(code)
        self.tell(f"Copied {count_text(len(code.splitlines()), 'line')} to the clipboard")

    def _leave_section(self) -> str:
        """Note that the section was read, if all of it was shown; returns what to say of it."""
        self._note_end()
        if self._is_end_shown:
            self._mark_read()
        if self._section is None or self._section.slug in self._read:
            return ""
        return f"{self._section.title} is not marked as read: its end was not shown"

    def _mark_read(self) -> None:
        if self._section is not None:
            mark_read(self.navigator.study, self._view.lesson, self._section.slug)
            self._read.add(self._section.slug)

    def _show(self) -> None:
        self.page.scroll_home(animate=False, immediate=True)  # at once, so that no end of the page before is noted
        self._is_end_shown = False
        self._draw()

    def _draw(self) -> None:
        lesson = self._view.lesson
        section = self._section
        note = (
            Content.styled(f"{self._index + 1}/{len(lesson.sections)}", "$foreground-muted")
            if lesson.sections
            else Content()
        )
        self.query_one(TopBar).show(one_line(lesson.title, "bold"), note)
        self.query_one(Prose).show(self._blocks(section))

    def _blocks(self, section: Section | None) -> list[Block]:
        introduction = blocks_of(self._view.lesson.introduction) if self._index == 0 else ()
        if section is None:
            return list(introduction) or [Paragraph(Content("This lesson has no text."))]
        tick = Content.styled("  ✓ read", "$text-success") if section.slug in self._read else Content()
        title = one_line(section.title, "bold $text-primary") + tick
        return [*introduction, Rule(title), *blocks_of(section.text), *self._end(section)]

    def _end(self, section: Section) -> list[Block]:
        cards = len(self._view.cards_by_section[section.slug])
        if not cards:
            return [Rule()]
        words = Content.assemble(
            (count_text(cards, "card"), "bold"), " of this section: ", ("c", "bold $text-primary"), " asks them"
        )
        return [Rule(), Paragraph(words)]
