"""A page with code that can be marked, copied and run where it stands."""

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial

from textual.message import Message

from quizterm.course.model import Lesson, Section
from quizterm.errors import QuiztermError
from quizterm.grading.snippet import UnitResult
from quizterm.study.clipboard import where_it_went
from quizterm.study.lesson_code import Ran, code_blocks, outcome, unit_of
from quizterm.study.words import count_text
from quizterm.tui.blocks import Blocks, Code
from quizterm.tui.markdown import blocks_of
from quizterm.tui.navigator import Navigator
from quizterm.tui.page_code import PageCode
from quizterm.tui.screens.scrolling import ScrollingScreen
from quizterm.tui.widgets.prose import Prose

ROWS_OF_OUTCOME = 6  # that are shown at least


class CodeScreen(ScrollingScreen):
    """A screen around the page of a lesson's section.

    A subclass calls `take_code` for each section that it shows, draws what `page_blocks` gives, and calls `follow_view`
    when the page was scrolled.
    """

    class CodeRan(Message):
        """A block of code came to its end, or was stopped."""

        def __init__(self, section: str, place: int, ran: Ran) -> None:
            super().__init__()
            self.section = section
            self.place = place
            self.ran = ran

    def __init__(self, navigator: Navigator, lesson: Lesson) -> None:
        super().__init__(navigator)
        self._lesson = lesson
        self._shown: Section | None = None
        self._above: Blocks = ()
        self._code = PageCode((), ())
        self._outcomes: dict[str, dict[int, Ran | None]] = {}  # by section and place of the code; None while it runs
        self._is_running = False

    def take_code(self, section: Section, above: Blocks = ()) -> None:
        """Look for the code of the section that is shown from now on, below some other blocks."""
        self._shown, self._above = section, above
        self._code = PageCode(blocks_of(section.text), code_blocks(section))

    def page_blocks(self, section: Section) -> Blocks:
        """The section with its code marked, and what the code did."""
        return tuple(self._code.blocks(self._outcomes.get(section.slug, {})))

    def draw(self) -> None:
        """Show the page as it is now."""

    def follow_view(self) -> None:
        """Mark the first code in view, unless the marked one is in view."""
        if not self._code:
            return
        top, height = round(self.page.scroll_y), self.page.size.height
        rows = self._code_rows()
        in_view = [place for place, at in enumerate(rows) if at.stop > top and at.start < top + height]
        if in_view and self._code.marked not in in_view:
            self._code.marked = in_view[0]
            self.draw()

    def on_unmount(self) -> None:
        if self._is_running:
            self.navigator.desk.stop()

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
            self.draw()
            self.call_after_refresh(self._show_marked_code)

    def action_run_code(self) -> None:
        """Run the marked block, after the earlier ones of its section; stop it if it runs."""
        section = self._shown
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
        unit = unit_of(self._lesson, section, blocks, place)
        self._is_running = True
        self._outcomes.setdefault(section.slug, {})[place] = None

        def done(future: Future[UnitResult]) -> None:
            self.post_message(self.CodeRan(section.slug, place, _ran(future, partial(outcome, blocks[place], unit))))

        self.navigator.desk.run(unit, done)
        self.draw()
        self.call_after_refresh(self._show_outcome)

    def on_code_screen_code_ran(self, message: CodeRan) -> None:
        self._is_running = False
        self._outcomes[message.section][message.place] = message.ran
        self.draw()
        if self._code and self._shown is not None and self._shown.slug == message.section:
            self.call_after_refresh(self._show_outcome)

    def _show_marked_code(self) -> None:
        at = self._marked_rows()
        if at.start < self.page.scroll_y or at.stop > self.page.scroll_y + self.page.size.height:
            self.page.scroll_to(y=max(at.start - 1, 0), animate=False)

    def _show_outcome(self) -> None:
        """Scroll no further than needed to see what stands below the marked code."""
        below = self._marked_rows().stop + ROWS_OF_OUTCOME - self.page.size.height
        if self.page.scroll_y < below:
            self.page.scroll_to(y=below, animate=False)

    def _marked_rows(self) -> range:
        """Where the marked code is drawn; at the top while nothing is, as after a change of size."""
        rows = self._code_rows()
        return rows[self._code.marked] if self._code.marked < len(rows) else range(0)

    def _code_rows(self) -> list[range]:
        before = sum(isinstance(block, Code) and block.is_python for block in self._above)
        return self.query_one(Prose).code_rows()[before:]


def _ran(future: Future[UnitResult], told: Callable[[UnitResult], Ran]) -> Ran:
    try:
        return told(future.result())
    except QuiztermError as error:
        return Ran("", problem=str(error))
