"""A lesson, one section a page."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content

from quizterm.course.model import Section
from quizterm.errors import QuiztermError
from quizterm.study.exercises import exercises
from quizterm.study.quiz import QuizKind
from quizterm.study.reading import is_answered, lesson_view, mark_read, resume_section
from quizterm.study.words import count_text
from quizterm.tui.blocks import EMPTY, Block, Blocks, Paragraph, Rule
from quizterm.tui.commands import Place, bindings
from quizterm.tui.layout import joined
from quizterm.tui.markdown import blocks_of
from quizterm.tui.navigator import Navigator
from quizterm.tui.screens.code_screen import CodeScreen
from quizterm.tui.screens.contents import ContentsScreen
from quizterm.tui.screens.scrolling import Page
from quizterm.tui.text import one_line
from quizterm.tui.widgets.bars import TopBar
from quizterm.tui.widgets.prose import Prose

MOST_TICKS = 12  # sections
STEPPED = "loop"  # the lesson that the stepper belongs to
EXERCISES = "exercises"  # the section that tells of them
INTERVIEW = "interview-framing"  # the section with what an interview asks
NARROWEST_TICKS = 60  # cells


class LessonScreen(CodeScreen):
    """Opens at a section; without one, at the first that is unread."""

    PLACES = (Place.LESSON,)
    BINDINGS: ClassVar = bindings(Place.LESSON)

    def __init__(self, navigator: Navigator, lesson: str, section: str | None = None) -> None:
        view = lesson_view(navigator.study, lesson)
        super().__init__(navigator, view.lesson)
        self._view = view
        self._read = set(self._view.read)
        slugs = [known.slug for known in self._view.lesson.sections]
        wanted = section if section in slugs else resume_section(self._view)
        self._index = slugs.index(wanted) if wanted is not None else 0
        self._is_end_shown = False  # since the section was opened
        self._is_asking = False  # its cards, above this screen
        self._take_section()

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
            is_done = is_answered(self.navigator.study, self._view.cards_by_section[section.slug])
            if is_done and (problem := self._mark_read()):
                self.tell(problem)
        self.draw()

    def _note_end(self) -> None:
        self._is_end_shown |= self.page.is_vertical_scroll_end
        self.follow_view()

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
            last = f"This is the last section; {self.key_of('back')} goes back"
            notice = last if int(step) > 0 else "This is the first section"
        if notice:
            self.tell(notice)

    def action_contents(self) -> None:
        sections = [(section.slug, section.title, section.slug in self._read) for section in self._view.lesson.sections]
        here = self._section.slug if self._section is not None else None
        self.app.push_screen(ContentsScreen(self.navigator, self._view.lesson.title, sections, here, self._go))

    def _go(self, slug: str) -> None:
        self._index = [section.slug for section in self._view.lesson.sections].index(slug)
        self._show()

    def action_cram(self) -> None:
        lesson = self._view.lesson
        self.navigator.begin_cram(f"{lesson.course}.{lesson.slug}")

    def action_ask_section(self) -> None:
        section = self._section
        if section is None or not self._view.cards_by_section[section.slug]:
            self.tell("This section has no cards")
            return
        self._is_asking = True
        lesson = self._view.lesson
        self.navigator.begin_review(lesson=f"{lesson.course}.{lesson.slug}", section=section.slug)

    def action_exercise(self) -> None:
        """Open the lesson's exercise, or show those there are."""
        slugs = self._view.line.exercises
        if not slugs:
            self.tell("This lesson has no exercise")
        elif len(slugs) == 1:
            self.navigator.open_exercise(slugs[0])
        else:
            self._show_exercises()

    def _show_exercises(self) -> None:
        lesson = self._view.lesson
        try:
            lines = exercises(self.navigator.study)
        except QuiztermError as error:
            self.tell(str(error))
            return
        ours = [(line.slug, line.title, line.is_passed) for line in lines if line.slug in self._view.line.exercises]
        go = self.navigator.open_exercise
        self.app.push_screen(
            ContentsScreen(self.navigator, lesson.title, ours, None, go, what="exercises", done="passed")
        )

    def action_quiz(self) -> None:
        """Three questions before anything was read, eight after."""
        self.navigator.open_quiz(QuizKind.AFTER if self._read else QuizKind.BEFORE, self._view.name)

    def action_stepper(self) -> None:
        self.navigator.open_stepper()

    def action_interview(self) -> None:
        self.navigator.open_interview(self._view.name)

    def _leave_section(self) -> str:
        """Note that the section was read, if all of it was shown; returns what to say of it."""
        self._note_end()
        if self._is_end_shown:
            return self._mark_read()
        if self._section is None or self._section.slug in self._read:
            return ""
        return f"{self._section.title} is not marked as read: its end was not shown"

    def _mark_read(self) -> str:
        """Note that the section was read; what to say if that cannot be stored, which is no reason to stop reading."""
        if self._section is not None:
            try:
                mark_read(self.navigator.study, self._view.lesson, self._section.slug)
            except QuiztermError as error:
                return str(error)
            self._read.add(self._section.slug)
        return ""

    def _take_section(self) -> None:
        if self._section is not None:
            self.take_code(self._section, self._introduction)

    def _show(self) -> None:
        self._take_section()
        self.page.scroll_home(animate=False, immediate=True)  # at once, so that no end of the page before is noted
        self._is_end_shown = False
        self.draw()

    def draw(self) -> None:
        lesson = self._view.lesson
        section = self._section
        self.query_one(TopBar).show(one_line(lesson.title, "bold"), self._progress() if lesson.sections else EMPTY)
        self.query_one(Prose).show(self._blocks(section))

    def _progress(self) -> Content:
        """A tick for each section that was read, a mark for this one."""
        sections = self._view.lesson.sections
        count = Content.styled(f"{self._index + 1}/{len(sections)}", "$foreground-muted")
        if len(sections) > MOST_TICKS or self.size.width < NARROWEST_TICKS:
            return count
        ticks = []
        for index, section in enumerate(sections):
            is_read = section.slug in self._read
            style = "bold $text-accent" if index == self._index else "$text-success" if is_read else "$foreground-muted"
            ticks.append(Content.styled("✓" if is_read else "▸" if index == self._index else "·", style))
        return Content("").join([*ticks, Content("  "), count])

    @property
    def _introduction(self) -> Blocks:
        return blocks_of(self._view.lesson.introduction) if self._index == 0 else ()

    def _blocks(self, section: Section | None) -> list[Block]:
        if section is None:
            return list(self._introduction) or [Paragraph(Content("This lesson has no text."))]
        tick = Content.styled("  ✓ read", "$text-success") if section.slug in self._read else Content()
        title = one_line(section.title, "bold $text-primary") + tick
        return [*self._introduction, Rule(title), *self.page_blocks(section), *self._end(section)]

    def _end(self, section: Section) -> list[Block]:
        cards = len(self._view.cards_by_section[section.slug])
        lines = []
        if cards:
            which = "it" if cards == 1 else "them"
            lines.append((count_text(cards, "card"), " of this section: ", "ask_section", f" asks {which}"))
        if self._view.lesson.slug == STEPPED:
            lines.append(("The training loop", ": ", "stepper", " steps through it, whole or with a line missing"))
        if self._index == 0 and not self._read and self._view.lesson.cards:
            lines.append(("Before you read", ": ", "quiz", " asks three of its questions"))
        if self._index == len(self._view.lesson.sections) - 1 and self._view.lesson.cards:
            lines.append(("The whole lesson", ": ", "quiz", " asks eight of its questions"))
            if any(one.slug == INTERVIEW for one in self._view.lesson.sections):
                lines.append(("Aloud", ": ", "interview", " asks what an interview would"))
        if section.slug == EXERCISES and self._view.line.exercises:
            lines.append((count_text(len(self._view.line.exercises), "exercise"), ": ", "exercise", " leads there"))
        offers = [
            Content.assemble((what, "bold"), words, (self.key_of(action), "bold $text-primary"), does)
            for what, words, action, does in lines
        ]
        return [Rule(), *([Paragraph(joined(offers))] if offers else [])]
