"""The end of a sitting: how it went, and when there is more."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content

from quizterm.errors import QuiztermError
from quizterm.study.review import Review
from quizterm.study.sitting import Summary
from quizterm.study.today import plan
from quizterm.study.words import count_text
from quizterm.tui.blocks import Block, Item, Items, Paragraph
from quizterm.tui.commands import Place, bindings
from quizterm.tui.navigator import Navigator
from quizterm.tui.screens.screen import CommandScreen
from quizterm.tui.screens.scrolling import Page
from quizterm.tui.text import one_line, plain
from quizterm.tui.widgets.bars import TopBar
from quizterm.tui.widgets.prose import Prose

BAR_WIDTH = 24  # cells


class EndingScreen(CommandScreen):
    """Takes the place of the review."""

    PLACES = (Place.ENDING,)
    BINDINGS: ClassVar = bindings(Place.ENDING)

    def __init__(self, navigator: Navigator, review: Review) -> None:
        super().__init__(navigator)
        self._review = review
        self._exercise: str | None = None  # slug of the one that the day still holds
        self._opened: set[str] = set()  # slugs of those that were opened from here

    def compose_body(self) -> ComposeResult:
        yield TopBar()
        with Page():
            yield Prose()

    def on_screen_resume(self) -> None:
        summary = self._review.summary()
        self._exercise = self._next_exercise()
        title = "End of this sitting" if summary.answered else "Nothing to ask"
        self.query_one(TopBar).show(Content.styled(title, "bold"))
        self.query_one(Prose).show(self._blocks(summary))

    def action_go_on(self) -> None:
        if self._exercise is None:
            self.navigator.go_back()
        else:
            self._opened.add(self._exercise)
            self.navigator.open_exercise(self._exercise)

    def action_undo(self) -> None:
        try:
            sentence = self._review.undo()
        except QuiztermError as error:
            self.tell(str(error))
            return
        if sentence is None:
            self.tell("There is nothing to undo")
        else:
            self.navigator.resume_review(self._review)

    def action_lessons(self) -> None:
        self.navigator.open_lessons()

    def _blocks(self, summary: Summary) -> list[Block]:
        blocks: list[Block] = []
        if summary.answered:
            minutes = max(1, round(summary.seconds / 60))
            blocks.append(
                Paragraph(
                    Content.assemble(
                        (count_text(summary.answered, "answer"), "bold $text-success"),
                        f" in {count_text(minutes, 'minute')}",
                    )
                )
            )
            blocks.append(_facts(_grades(summary)))
        else:
            blocks.append(self._reasons())
        facts = []
        if summary.recalled is not None:
            facts.append(("Recalled", Content(f"{summary.recalled:.0%} of the cards met before")))
        if summary.weak_lesson is not None:
            facts.append(("Read again", one_line(summary.weak_lesson)))
        if summary.next_at is not None:
            facts.append(("Next today", Content(f"at {self.navigator.study.wall_clock(summary.next_at)}")))
        facts.append(("Tomorrow", Content(f"{count_text(summary.tomorrow, 'card')}, if no more are answered today")))
        if self._exercise is not None:
            next_one = one_line(f"Next: the exercise {self._exercise}", "bold")
            key = Content.assemble("  ", (self.key_of("go_on"), "bold $text-primary"), " opens it")
            blocks.insert(0, Paragraph(next_one + key))
        return [*blocks, _facts(facts)]

    def _next_exercise(self) -> str | None:
        """The exercise that follows the cards of the day; none after a sitting that was not the day's."""
        if not self._review.is_whole_day:
            return None
        return next((slug for slug in plan(self.navigator.study).exercises if slug not in self._opened), None)

    def _reasons(self) -> Items:
        reasons = self._review.why_nothing(self._resuming())
        return Items(
            tuple(Item(Content.styled("· ", "$foreground-muted"), (Paragraph(plain(one)),)) for one in reasons)
        )

    def _resuming(self) -> str:
        (browse, *_), (suspend, *_) = self.keys_of(Place.TODAY, "browse"), self.keys_of(Place.BROWSE, "suspend")
        return f"in Browse ({browse} at Today) is:suspended shows what is, and {suspend} brings one back"


def _grades(summary: Summary) -> list[tuple[str, Content]]:
    counts = (
        ("Again", summary.again, "$error"),
        ("Hard", summary.hard, "$warning"),
        ("Good", summary.good, "$success"),
        ("Easy", summary.easy, "$primary"),
    )
    most = max(count for _, count, _ in counts)
    return [
        (name, Content.assemble((f"{count:>3} ", "bold"), ("█" * round(BAR_WIDTH * count / most), style)))
        for name, count, style in counts
    ]


def _facts(facts: list[tuple[str, Content]]) -> Items:
    return Items(
        tuple(Item(Content.styled(f"{name:<12}", "$foreground-muted"), (Paragraph(text),)) for name, text in facts)
    )
