"""Where a day begins: what is due, what to read, and why anything is held back."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message

from quizterm.errors import DatabaseUnavailableError, QuiztermError
from quizterm.study.reading import NextReading
from quizterm.study.today import Today, plan
from quizterm.study.words import count_text
from quizterm.tui.blocks import Block, Item, Items, Paragraph
from quizterm.tui.commands import Place, bindings
from quizterm.tui.navigator import Navigator
from quizterm.tui.screens.moving import MovingScreen
from quizterm.tui.screens.scrolling import Page
from quizterm.tui.text import one_line, plain
from quizterm.tui.widgets.bars import TopBar
from quizterm.tui.widgets.drawing import Drawing
from quizterm.tui.widgets.menu import Menu, Row
from quizterm.tui.widgets.prose import Prose

if TYPE_CHECKING:
    from quizterm.study.progress import PhaseProgress

DAYS_AHEAD = 3
REVIEW = "review"
READING = "reading"
LESSONS = "lessons"
PLACEMENT = "placement"
EXERCISE = "exercise "  # and its slug
WELCOME = (
    "A card asks, you answer aloud, then look and grade yourself.",
    "It comes back when you are about to forget it: a few minutes a day.",
    "Enter begins with the first card; o in it opens the lesson it is from.",
)


class TodayScreen(MovingScreen):
    """The plan of the day; what is marked starts with enter."""

    class Counted(Message):
        """The answers of the days of a year, today last; with a problem, none."""

        def __init__(self, number: int, answers: Sequence[int], problem: str = "") -> None:
            super().__init__()
            self.number = number
            self.answers = answers
            self.problem = problem

    PLACES = (Place.TODAY,)
    BINDINGS: ClassVar = bindings(Place.TODAY)

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._is_first_run = False
        self._phases: Sequence[PhaseProgress] = ()
        self._year: Sequence[int] = ()  # answers of its days, today last
        self._countings = 0  # begun: something may have been done since the one before

    def compose_body(self) -> ComposeResult:
        yield TopBar()
        with Page():
            yield Prose(id="plan")
            yield Menu(is_spaced=True)
            yield Prose(id="more")
            yield Drawing(self._draw_progress, id="progress")

    def on_screen_resume(self) -> None:
        self.show_plan()

    def day_turned(self) -> None:
        try:
            self.show_plan()
        except DatabaseUnavailableError as error:  # no key was pressed that could tell of it
            self.navigator.tell(str(error))

    def on_resize(self) -> None:
        if self._phases or self._year:
            self.call_after_refresh(self._fit_progress)

    def show_plan(self) -> None:
        study = self.navigator.study
        self._is_first_run = study.store.is_empty()
        today = plan(study)
        self._today = today
        title = Content.assemble(("quizterm", "bold $text-primary"), " › ", ("Today", "bold"))
        self.query_one(TopBar).show(title, Content(f"{today.date:%A}, {today.date.day} {today.date:%B %Y}"))
        welcome = [Paragraph(Content("\n".join(WELCOME)))] if self._is_first_run else []
        self.query_one("#plan", Prose).show([*welcome, Paragraph(self._headline(today))])
        self._show_menu(self._rows(today))
        self.query_one("#more", Prose).show(self._more(today))
        self.query_one("#progress").display = False
        if not self._is_first_run:
            self.call_after_refresh(self._show_progress)

    def _show_menu(self, rows: list[Row]) -> None:
        """The mark stays where it is; once that is done with, and at first, it is on what the day goes on with."""
        menu, names = self.query_one(Menu), [row.name for row in rows]
        if menu.marked is not None and menu.marked.name in names:
            menu.show(rows, marked=menu.marked.name)
        else:
            exercise = next((name for name in names if name.startswith(EXERCISE)), names[0])
            menu.show(rows, marked=REVIEW if REVIEW in names else exercise)

    def _show_progress(self) -> None:
        """How far the learner is, drawn once the plan can be seen, since counting a year may take a moment."""
        from quizterm.study.aside import takes_long
        from quizterm.study.progress import phases, year

        study = self.navigator.study
        self._phases = phases(study)
        self._countings += 1
        if takes_long(study):
            self._fit_progress()
            self.run_worker(partial(self._count_year, self._countings), thread=True, exclusive=True)
        else:
            self.post_message(self.Counted(self._countings, year(study)))

    def _count_year(self, number: int) -> None:
        from quizterm.study.aside import aside
        from quizterm.study.progress import year

        try:
            with aside(self.navigator.study) as study:
                self.post_message(self.Counted(number, year(study)))
        except QuiztermError as error:
            self.post_message(self.Counted(number, [], str(error)))

    def on_today_screen_counted(self, event: Counted) -> None:
        if event.number < self._countings:
            return
        self._year = event.answers
        self.call_after_refresh(self._fit_progress)
        if event.problem:
            self.tell(event.problem)

    def _fit_progress(self) -> None:
        """Show as much of it as there is room for below the plan."""
        drawing = self.query_one("#progress", Drawing)
        drawing.show(self._draw_progress)
        drawing.display = self._room_below() > 0

    def _room_below(self) -> int:
        """The rows of the page that the plan leaves empty."""
        page = self.query_one(Page)
        above = self.query_one("#more")
        bottom = above.virtual_region.bottom + above.styles.margin.bottom - page.styles.padding.top
        return page.scrollable_content_region.height - bottom - 1

    def _draw_progress(self, width: int) -> list[Content]:
        if not self._phases and not self._year:
            return []
        from quizterm.tui.drawing.progress import draw_progress

        return draw_progress(self._phases, self._year, self._today.date, width, self._room_below())

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

    def action_ahead(self) -> None:
        self.navigator.begin_review(ahead=DAYS_AHEAD)

    def action_placement(self) -> None:
        from quizterm.study.quiz import QuizKind

        self.navigator.open_quiz(QuizKind.PLACEMENT)

    def action_leave(self) -> None:
        self.app.exit()

    def _start(self, name: str) -> None:
        if name == REVIEW:
            self.navigator.begin_review()
        elif name.startswith(EXERCISE):
            self.navigator.open_exercise(name.removeprefix(EXERCISE))
        elif name == PLACEMENT:
            self.action_placement()
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
            then = f"then the exercise {today.exercises[0]}" if today.exercises else ""
            enter = Content.styled("enter", "$foreground-muted")
            rows.append(Row(REVIEW, Content("Start the review"), enter, one_line(then, "$foreground-muted")))
        if self._is_first_run:
            details = Content.styled("ten questions; what you know need not be asked", "$foreground-muted")
            rows.append(Row(PLACEMENT, Content("You know some PyTorch already?"), self._key("placement"), details))
        if today.next_reading is not None:
            rows.append(Row(READING, Content("Read on"), details=_where(today.next_reading)))
        if not self._is_first_run:
            rows += [_exercise(slug, is_due=place < today.due_exercises) for place, slug in enumerate(today.exercises)]
        return [*rows, Row(LESSONS, Content("All lessons"), self._key("lessons"))]

    def _key(self, action: str) -> Content:
        return Content.styled(self.key_of(action), "$foreground-muted")

    def _more(self, today: Today) -> list[Block]:
        facts = [] if self._is_first_run else self._facts(today)
        notes = [] if self._is_first_run else self._notes(today)
        if today.faults:
            notes.append(f"{count_text(today.faults, 'mistake')} in lesson files; `quizterm check` shows them")
        items = [
            Item(Content.styled(f"{name:<10} ", "$foreground-muted"), (Paragraph(Content(text)),))
            for name, text in facts
        ]
        said = [
            Item(Content.styled("· ", "$foreground-muted"), (Paragraph(plain(one, "$foreground-muted")),))
            for one in notes
        ]
        return [Items(tuple(block)) for block in (items, said) if block]

    def _notes(self, today: Today) -> list[str]:
        notes = [one.reason for one in today.held]
        back = str(today.come_back or "")
        if back and not any(back in reason for reason in notes):
            notes.insert(0, back[0].upper() + back[1:])
        return notes

    def _facts(self, today: Today) -> list[tuple[str, str]]:
        facts = []
        if today.later_today and today.next_at is not None:
            first = self.navigator.study.wall_clock(today.next_at)
            facts.append(("Later", f"{count_text(today.later_today, 'card')}, the first at {first}"))
        facts.append(("Tomorrow", f"{count_text(today.tomorrow, 'card')}, if none is answered today"))
        facts.append(("In a week", f"{count_text(today.week, 'card')}, if none is answered until then"))
        if today.answered_today:
            facts.append(("Answers", f"{today.answered_today:,} today"))
        return facts


def _exercise(slug: str, *, is_due: bool) -> Row:
    state = "due again: it begins blank" if is_due else "new"
    return Row(EXERCISE + slug, one_line(f"Exercise {slug}"), details=Content.styled(state, "$foreground-muted"))


def _where(reading: NextReading) -> Content:
    titles = [one_line(reading.lesson_title), one_line(reading.section_title)]
    return Content(" › ").join(titles).stylize("$foreground-muted")
