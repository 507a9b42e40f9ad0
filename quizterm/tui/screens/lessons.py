"""All lessons, and how far the learner is in each."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content

from quizterm.study.reading import LessonLine, lessons
from quizterm.study.words import count_text
from quizterm.tui.commands import Place, bindings
from quizterm.tui.screens.moving import MovingScreen
from quizterm.tui.screens.scrolling import Page
from quizterm.tui.text import one_line
from quizterm.tui.widgets.bars import TopBar
from quizterm.tui.widgets.menu import Menu, Row


class LessonsScreen(MovingScreen):
    """A menu of lessons."""

    PLACES = (Place.LESSONS,)
    BINDINGS: ClassVar = bindings(Place.LESSONS)

    def compose_body(self) -> ComposeResult:
        yield TopBar(Content.styled("Lessons", "bold"))
        with Page():
            yield Menu(is_spaced=True)

    def on_screen_resume(self) -> None:
        self.query_one(Menu).show([_row(line) for line in lessons(self.navigator.study)])

    def action_open(self) -> None:
        marked = self.query_one(Menu).marked
        if marked is not None:
            self.navigator.open_lesson(marked.name)

    def on_menu_chosen(self, event: Menu.Chosen) -> None:
        self.navigator.open_lesson(event.name)


def _row(line: LessonLine) -> Row:
    read = (
        "✓ read"
        if line.sections and line.sections_read == line.sections
        else f"{line.sections_read}/{line.sections} read"
    )
    counts = [f"{line.due} due"] if line.due else []
    counts += [f"{line.new} new"] if line.new else []
    facts = [*counts, f"{line.answered} of {count_text(line.cards, 'card')} met"]
    facts += [f"{line.suspended} suspended"] if line.suspended else []
    facts += [f"about {count_text(line.minutes, 'minute')}"] if line.minutes else []
    details = Content.styled(" · ".join(facts), "$foreground-muted")
    if line.reason is not None:
        details = Content("\n").join([details, one_line(line.reason, "italic $foreground-muted")])
    return Row(f"{line.course}.{line.slug}", one_line(line.title), Content.styled(read, "$foreground-muted"), details)
