"""Where a day begins: what is due, what to read, and why anything is held back."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content

from quizterm.study.reading import NextReading
from quizterm.study.today import Today, plan
from quizterm.study.words import count_text
from quizterm.tui.blocks import Block, Item, Items, Paragraph
from quizterm.tui.commands import Place, bindings
from quizterm.tui.screens.moving import MovingScreen
from quizterm.tui.screens.scrolling import Page
from quizterm.tui.text import one_line, plain
from quizterm.tui.widgets.bars import TopBar
from quizterm.tui.widgets.menu import Menu, Row
from quizterm.tui.widgets.prose import Prose

REVIEW = "review"
READING = "reading"
LESSONS = "lessons"
EXERCISE = "exercise "  # and its slug


class TodayScreen(MovingScreen):
    """The plan of the day; what is marked starts with enter."""

    PLACES = (Place.TODAY,)
    BINDINGS: ClassVar = bindings(Place.TODAY)

    def compose_body(self) -> ComposeResult:
        yield TopBar()
        with Page():
            yield Prose(id="plan")
            yield Menu(is_spaced=True)
            yield Prose(id="more")

    def on_screen_resume(self) -> None:
        self.show_plan()

    def show_plan(self) -> None:
        today = plan(self.navigator.study)
        self._today = today
        title = Content.assemble(("quizterm", "bold $text-primary"), " › ", ("Today", "bold"))
        self.query_one(TopBar).show(title, Content(f"{today.date:%A}, {today.date.day} {today.date:%B %Y}"))
        self.query_one("#plan", Prose).show([Paragraph(self._headline(today))])
        self.query_one(Menu).show(self._rows(today))
        self.query_one("#more", Prose).show(self._more(today))

    def action_start(self) -> None:
        marked = self.query_one(Menu).marked
        if marked is not None:
            self._start(marked.name)

    def on_menu_chosen(self, event: Menu.Chosen) -> None:
        self._start(event.name)

    def action_lessons(self) -> None:
        self.navigator.open_lessons()

    def action_exercises(self) -> None:
        self.navigator.open_exercises()

    def action_stats(self) -> None:
        self.navigator.open_stats()

    def action_browse(self) -> None:
        self.navigator.open_browse()

    def action_leave(self) -> None:
        self.app.exit()

    def _start(self, name: str) -> None:
        if name == REVIEW:
            self.navigator.begin_review()
        elif name.startswith(EXERCISE):
            self.navigator.open_exercise(name.removeprefix(EXERCISE))
        elif name == READING and self._today.next_reading is not None:
            self.navigator.open_lesson(self._today.next_reading.lesson, self._today.next_reading.section)
        else:
            self.navigator.open_lessons()

    def _headline(self, today: Today) -> Content:
        waiting = [f"{count_text(today.due_cards, 'card')} due"] if today.due_cards else []
        waiting += [count_text(today.new_cards, "new card")] if today.new_cards else []
        waiting += [f"{count_text(today.due_exercises, 'exercise')} due"] if today.due_exercises else []
        waiting += [count_text(today.new_exercises, "new exercise")] if today.new_exercises else []
        if not waiting:
            return Content.styled("Done for today" if today.answered_today else "Nothing is due today", "bold")
        minutes = f"  about {count_text(today.minutes, 'minute')}" if today.minutes else ""
        return Content.assemble((", ".join(waiting), "bold"), (minutes, "$foreground-muted"))

    def _rows(self, today: Today) -> list[Row]:
        rows = []
        if today.due_cards or today.new_cards or today.later_today:
            rows.append(Row(REVIEW, Content("Start the review"), Content.styled("enter", "$foreground-muted")))
        if today.next_reading is not None:
            rows.append(Row(READING, Content("Read on"), details=_where(today.next_reading)))
        rows += [_exercise(slug, is_due=place < today.due_exercises) for place, slug in enumerate(today.exercises)]
        return [*rows, Row(LESSONS, Content("All lessons"), Content.styled("l", "$foreground-muted"))]

    def _more(self, today: Today) -> list[Block]:
        facts = []
        if today.later_today and today.next_at is not None:
            first = self.navigator.study.wall_clock(today.next_at)
            facts.append(("Later", f"{count_text(today.later_today, 'card')}, the first at {first}"))
        facts.append(("Tomorrow", f"{count_text(today.tomorrow, 'card')}, if none is answered today"))
        facts.append(("In a week", f"{count_text(today.week, 'card')}, if none is answered until then"))
        if today.answered_today:
            facts.append(("Answers", f"{today.answered_today:,} today"))
        items = [
            Item(Content.styled(f"{name:<10} ", "$foreground-muted"), (Paragraph(Content(text)),))
            for name, text in facts
        ]
        held = [
            Item(Content.styled("· ", "$foreground-muted"), (Paragraph(plain(one.reason, "$foreground-muted")),))
            for one in today.held
        ]
        return [Items(tuple(items)), *([Items(tuple(held))] if held else [])]


def _exercise(slug: str, *, is_due: bool) -> Row:
    state = "due again: it begins blank" if is_due else "new"
    return Row(EXERCISE + slug, one_line(f"Exercise {slug}"), details=Content.styled(state, "$foreground-muted"))


def _where(reading: NextReading) -> Content:
    titles = [one_line(reading.lesson_title), one_line(reading.section_title)]
    return Content(" › ").join(titles).stylize("$foreground-muted")
