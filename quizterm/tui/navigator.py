"""How screens reach one another, so that none imports another."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from quizterm.study.review import Review
from quizterm.study.session import Study
from quizterm.tui.commands import Table

if TYPE_CHECKING:
    from quizterm.course.model import Card
    from quizterm.study.attempt import Attempt
    from quizterm.study.desk import Desk
    from quizterm.study.line_diff import DiffRow
    from quizterm.study.quiz import Quiz, QuizKind
    from quizterm.study.workbench import Workbench


class Navigator(Protocol):
    """What the app is to its screens."""

    @property
    def study(self) -> Study: ...

    @property
    def monotonic(self) -> Callable[[], float]:
        """Seconds of a clock that only runs forwards."""

    @property
    def desk(self) -> "Desk":
        """What runs and grades code, in processes of its own."""

    @property
    def table(self) -> Table:
        """The commands with the keys they have now."""

    def begin_review(self, *, lesson: str | None = None, section: str | None = None, ahead: int | None = None) -> None:
        """Open a sitting of its own above this screen; `ahead` with the cards due in so many days."""

    def begin_cram(self, lesson: str) -> None:
        """Open a sitting, above this screen, of which nothing is recorded."""

    def resume_review(self, review: Review) -> None:
        """Show a sitting in place of this screen."""

    def end_review(self, review: Review) -> None:
        """Show a sitting's end in place of this screen."""

    def open_lesson(self, lesson: str, section: str | None = None) -> None:
        """Open a lesson above this screen; without a section, where reading stopped."""

    def follow(self, address: str) -> None:
        """Open what a link of a lesson leads to, above this screen: a card where it is taught."""

    def open_lessons(self) -> None: ...

    def keep_setting(self, name: str, value: str, said: str) -> None:
        """Write a setting that is in force already, and say so; or say why it is not kept."""

    def open_quiz(self, kind: "QuizKind", lesson: str | None = None) -> None:
        """Open a quiz before or after a lesson, or a placement, which is of no lesson."""

    def end_quiz(self, quiz: "Quiz") -> None:
        """Show a quiz's end in place of this screen."""

    def open_interview(self, lesson: str | None = None) -> None:
        """Open a mock interview of one lesson or of all."""

    def open_glossary(self) -> None: ...

    def open_stepper(self) -> None:
        """Open the training loop, to be stepped through."""

    def open_settings(self) -> None: ...

    def open_keys(self) -> None:
        """Open all commands with their keys, to change them."""

    def apply_settings(self) -> None:
        """Show and obey what the settings say now.

        Raises:
            SettingsError: their keys contradict one another; nothing is changed then.
        """

    def open_browse(self, text: str = "") -> None:
        """Open all cards and exercises, or what a filter leaves of them."""

    def open_stats(self) -> None: ...

    def open_info(self, key: str) -> None:
        """Open all that is known of a card or an exercise, by its key or name."""

    def open_exercises(self) -> None: ...

    def list_exercises(self) -> None:
        """Show all exercises in place of this screen."""

    def open_exercise(self, slug: str) -> None:
        """Open an exercise's workbench above this screen."""

    def open_results(
        self,
        attempt: "Attempt",
        bench: "Workbench",
        rerun: Callable[[], None],
        edit: Callable[[int | None], None],
        change: "Callable[[Attempt, Attempt], None]",
    ) -> None:
        """Open the verdict on an attempt. See `ResultsScreen` for what it calls."""

    def open_solution(self, bench: "Workbench") -> None:
        """Open the file beside the solution; that it was seen is noted."""

    def open_attempts(self, slug: str) -> None:
        """Open the attempts at an exercise."""

    def open_beside(self, title: str, words: str, names: tuple[str, str], rows: "Sequence[DiffRow]") -> None:
        """Open two versions of an exercise's file; see `BesideScreen`."""

    def open_cards(self, cards: "Sequence[Card]") -> None:
        """Open a sitting of these cards; if none of them is to be asked now, where the first is taught."""

    def tell(self, sentence: str) -> None:
        """A notice on the screen that is shown."""

    def go_back(self) -> None:
        """To the screen below, or to Today if there is none."""
