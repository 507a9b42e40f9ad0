"""A lesson, one section a page."""

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message

from quizterm.course.model import Section
from quizterm.errors import QuiztermError
from quizterm.grading.snippet import UnitResult
from quizterm.study.clipboard import where_it_went
from quizterm.study.exercises import exercises
from quizterm.study.lesson_code import Ran, code_blocks, outcome, unit_of
from quizterm.study.quiz import QuizKind
from quizterm.study.reading import is_answered, lesson_view, mark_read, resume_section
from quizterm.study.words import count_text
from quizterm.tui.blocks import EMPTY, Block, Blocks, Code, Paragraph, Rule
from quizterm.tui.commands import Place, bindings
from quizterm.tui.layout import joined
from quizterm.tui.markdown import blocks_of
from quizterm.tui.navigator import Navigator
from quizterm.tui.page_code import PageCode
from quizterm.tui.screens.contents import ContentsScreen
from quizterm.tui.screens.scrolling import Page, ScrollingScreen
from quizterm.tui.text import one_line
from quizterm.tui.widgets.bars import TopBar
from quizterm.tui.widgets.prose import Prose

MOST_TICKS = 12  # sections
STEPPED = "loop"  # the lesson that the stepper belongs to
EXERCISES = "exercises"  # the section that tells of them
NARROWEST_TICKS = 60  # cells
ROWS_OF_OUTCOME = 6  # that are shown at least


class LessonScreen(ScrollingScreen):
    """Opens at a section; without one, at the first that is unread."""

    class CodeRan(Message):
        """A block of code came to its end, or was stopped."""

        def __init__(self, section: str, place: int, ran: Ran) -> None:
            super().__init__()
            self.section = section
            self.place = place
            self.ran = ran

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
        self._outcomes: dict[str, dict[int, Ran | None]] = {}  # by section and place of the code; None while it runs
        self._is_running = False
        self._take_code()

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

    def on_unmount(self) -> None:
        if self._is_running:
            self.navigator.desk.stop()

    def _note_end(self) -> None:
        self._is_end_shown |= self.page.is_vertical_scroll_end
        self._follow_view()

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

    def action_ask_section(self) -> None:
        section = self._section
        if section is None or not self._view.cards_by_section[section.slug]:
            self.tell("This section has no cards")
            return
        self._is_asking = True
        lesson = self._view.lesson
        self.navigator.begin_review(lesson=f"{lesson.course}.{lesson.slug}", section=section.slug)

    def action_copy_code(self) -> None:
        if not self._code:
            self.tell("There is no code on this page")
            return
        code = self._code.block.code
        self.app.copy_to_clipboard(code)
        self.tell(f"Copied {count_text(len(code.splitlines()), 'line')} {where_it_went(code)}")

    def action_mark_code(self, step: str) -> None:
        if self._code:
            self._code.marked = min(max(self._code.marked + int(step), 0), len(self._code) - 1)
            self._draw()
            self.call_after_refresh(self._show_marked_code)

    def action_run_code(self) -> None:
        """Run the marked block, after the earlier ones of its section; stop it if it runs."""
        section = self._section
        if self._is_running:
            self.navigator.desk.stop()
        elif section is None or not self._code:
            self.tell("There is no code on this page")
        elif not self._code.block.runs:
            self.tell("This code is only to be read: it is part of something larger")
        else:
            self._run(section, self._code.place)

    def _run(self, section: Section, place: int) -> None:
        blocks = code_blocks(section)
        unit = unit_of(self._view.lesson, section, blocks, place)
        self._is_running = True
        self._outcomes.setdefault(section.slug, {})[place] = None

        def done(future: Future[UnitResult]) -> None:
            self.post_message(self.CodeRan(section.slug, place, _ran(future, partial(outcome, blocks[place], unit))))

        self.navigator.desk.run(unit, done)
        self._draw()
        self.call_after_refresh(self._show_outcome)

    def on_lesson_screen_code_ran(self, message: CodeRan) -> None:
        self._is_running = False
        self._outcomes[message.section][message.place] = message.ran
        self._draw()
        if self._code and self._section is not None and self._section.slug == message.section:
            self.call_after_refresh(self._show_outcome)

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

    def _take_code(self) -> None:
        """Look for the code of the page that is shown now."""
        section = self._section
        page = blocks_of(section.text) if section is not None else ()
        self._code = PageCode(page, code_blocks(section) if section is not None else ())

    def _follow_view(self) -> None:
        """Mark the first code in view, unless the marked one is in view."""
        if not self._code:
            return
        top, height = round(self.page.scroll_y), self.page.size.height
        rows = self._code_rows()
        in_view = [place for place, at in enumerate(rows) if at.stop > top and at.start < top + height]
        if in_view and self._code.marked not in in_view:
            self._code.marked = in_view[0]
            self._draw()

    def _show_marked_code(self) -> None:
        at = self._code_rows()[self._code.marked]
        if at.start < self.page.scroll_y or at.stop > self.page.scroll_y + self.page.size.height:
            self.page.scroll_to(y=max(at.start - 1, 0), animate=False)

    def _show_outcome(self) -> None:
        """Scroll no further than needed to see what stands below the marked code."""
        below = self._code_rows()[self._code.marked].stop + ROWS_OF_OUTCOME - self.page.size.height
        if self.page.scroll_y < below:
            self.page.scroll_to(y=below, animate=False)

    def _code_rows(self) -> list[range]:
        before = sum(isinstance(block, Code) and block.is_python for block in self._introduction)
        return self.query_one(Prose).code_rows()[before:]

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
        self._take_code()
        self.page.scroll_home(animate=False, immediate=True)  # at once, so that no end of the page before is noted
        self._is_end_shown = False
        self._draw()

    def _draw(self) -> None:
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
        page = self._code.blocks(self._outcomes.get(section.slug, {}))
        return [*self._introduction, Rule(title), *page, *self._end(section)]

    def _end(self, section: Section) -> list[Block]:
        cards = len(self._view.cards_by_section[section.slug])
        lines = []
        if cards:
            lines.append((count_text(cards, "card"), " of this section: ", "ask_section", " asks them"))
        if self._view.lesson.slug == STEPPED:
            lines.append(("The training loop", ": ", "stepper", " steps through it, whole or with a line missing"))
        if self._index == 0 and not self._read and self._view.lesson.cards:
            lines.append(("Before you read", ": ", "quiz", " asks three of its questions"))
        if self._index == len(self._view.lesson.sections) - 1 and self._view.lesson.cards:
            lines.append(("The whole lesson", ": ", "quiz", " asks eight of its questions"))
            lines.append(("Aloud", ": ", "interview", " asks what an interview would"))
        if section.slug == EXERCISES and self._view.line.exercises:
            lines.append((count_text(len(self._view.line.exercises), "exercise"), ": ", "exercise", " leads there"))
        offers = [
            Content.assemble((what, "bold"), words, (self.key_of(action), "bold $text-primary"), does)
            for what, words, action, does in lines
        ]
        return [Rule(), *([Paragraph(joined(offers))] if offers else [])]


def _ran(future: Future[UnitResult], told: Callable[[UnitResult], Ran]) -> Ran:
    try:
        return told(future.result())
    except QuiztermError as error:
        return Ran("", problem=str(error))
