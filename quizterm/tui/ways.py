"""The ways between the screens: what the app is to each of them, as `Navigator` says."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING

from textual.screen import Screen

from quizterm.errors import QuiztermError
from quizterm.study.review import Review
from quizterm.study.session import Study
from quizterm.tui.configured import ConfiguredApp

if TYPE_CHECKING:
    from quizterm.course.model import Card
    from quizterm.study.attempt import Attempt
    from quizterm.study.desk import Desk
    from quizterm.study.line_diff import DiffRow
    from quizterm.study.quiz import Quiz, QuizKind
    from quizterm.study.workbench import Workbench


class Ways(ConfiguredApp):
    """Opens screens; each one's module is imported when it is first opened."""

    def __init__(self, study: Study, monotonic: Callable[[], float]) -> None:
        super().__init__(study)
        self.monotonic = monotonic
        self._is_first_replaced = False  # Textual cannot take the first screen away: others come to lie upon it

    @cached_property
    def desk(self) -> "Desk":
        from quizterm.study.desk import Desk

        return Desk()

    def on_unmount(self) -> None:
        if "desk" in vars(self):
            self.desk.close()

    def begin_review(self, *, lesson: str | None = None, section: str | None = None, ahead: int | None = None) -> None:
        self.push_screen(self._review_screen(Review(self.study, lesson=lesson, section=section, ahead=ahead)))

    def begin_cram(self, lesson: str) -> None:
        from quizterm.study.cram import Cram

        self.push_screen(self._review_screen(Cram(self.study, lesson=lesson)))

    def resume_review(self, review: Review) -> None:
        self._replace(self._review_screen(review))

    def end_review(self, review: Review) -> None:
        from quizterm.tui.screens.ending import EndingScreen

        self._replace(EndingScreen(self, review))

    def open_lesson(self, lesson: str, section: str | None = None) -> None:
        from quizterm.tui.screens.lesson import LessonScreen

        with self._telling():
            self.push_screen(LessonScreen(self, lesson, section))

    def follow(self, address: str) -> None:
        kind, _, name = address.partition(":")
        if kind == "exercise":
            self.open_exercise(name)
        elif kind == "lesson":
            self.open_lesson(name)
        else:
            with self._telling():
                card = self.study.catalog.find_card(name)
                self.open_lesson(f"{card.course}.{card.lesson}", card.section)

    def open_lessons(self) -> None:
        from quizterm.tui.screens.lessons import LessonsScreen

        self.push_screen(LessonsScreen(self))

    def open_browse(self, text: str = "") -> None:
        from quizterm.tui.screens.browse import BrowseScreen

        self.push_screen(BrowseScreen(self, text))

    def open_quiz(self, kind: "QuizKind", lesson: str | None = None) -> None:
        from quizterm.study.quiz import lesson_quiz, placement
        from quizterm.tui.screens.quiz import QuizScreen

        with self._telling():
            quiz = (
                placement(self.study, Random()) if lesson is None else lesson_quiz(self.study, lesson, kind, Random())
            )
            self.push_screen(QuizScreen(self, quiz))

    def end_quiz(self, quiz: "Quiz") -> None:
        from quizterm.tui.screens.quiz_result import QuizResultScreen

        with self._telling():
            self._replace(QuizResultScreen(self, quiz.kind, quiz.finish()))

    def open_interview(self, lesson: str | None = None) -> None:
        from quizterm.study.interview import interview
        from quizterm.tui.screens.interview import InterviewScreen

        with self._telling():
            self.push_screen(InterviewScreen(self, interview(self.study, Random(), lesson)))

    def open_glossary(self) -> None:
        from quizterm.tui.screens.glossary import GlossaryScreen

        if not isinstance(self.screen, GlossaryScreen):
            self.push_screen(GlossaryScreen(self))

    def open_stepper(self) -> None:
        from quizterm.tui.screens.stepper import StepperScreen

        self.push_screen(StepperScreen(self))

    def open_settings(self) -> None:
        from quizterm.tui.screens.settings import SettingsScreen

        if not isinstance(self.screen, SettingsScreen):
            self.push_screen(SettingsScreen(self))

    def open_keys(self) -> None:
        from quizterm.tui.screens.keys import KeysScreen

        self.push_screen(KeysScreen(self))

    def open_stats(self) -> None:
        from quizterm.tui.screens.stats import StatsScreen

        self.push_screen(StatsScreen(self))

    def open_info(self, key: str) -> None:
        from quizterm.study.info import info
        from quizterm.tui.screens.info import InfoScreen

        with self._telling():
            self.push_screen(InfoScreen(self, info(self.study, key)))

    def open_exercises(self) -> None:
        from quizterm.tui.screens.exercises import ExercisesScreen

        self.push_screen(ExercisesScreen(self))

    def list_exercises(self) -> None:
        from quizterm.tui.screens.exercises import ExercisesScreen

        if any(isinstance(screen, ExercisesScreen) for screen in self.screen_stack[-2:-1]):
            self.pop_screen()
        else:
            self._replace(ExercisesScreen(self))

    def open_exercise(self, slug: str) -> None:
        from quizterm.tui.screens.workbench import WorkbenchScreen

        with self._telling():
            self.push_screen(WorkbenchScreen(self, slug))

    def open_results(
        self,
        attempt: "Attempt",
        bench: "Workbench",
        rerun: Callable[[], None],
        edit: Callable[[int | None], None],
        change: "Callable[[Attempt, Attempt], None]",
    ) -> None:
        from quizterm.tui.screens.results import ResultsScreen

        self.push_screen(ResultsScreen(self, attempt, bench, rerun, edit, change))

    def open_solution(self, bench: "Workbench") -> None:
        rows = bench.compare_with_solution()
        self.open_beside(bench.exercise.title, "beside the solution", ("yours", "the solution"), rows)

    def open_attempts(self, slug: str) -> None:
        from quizterm.tui.screens.attempts import AttemptsScreen

        with self._telling():
            self.push_screen(AttemptsScreen(self, slug))

    def open_beside(self, title: str, words: str, names: tuple[str, str], rows: "Sequence[DiffRow]") -> None:
        from quizterm.tui.screens.beside import BesideScreen

        self.push_screen(BesideScreen(self, title, words, names, rows))

    def open_cards(self, cards: "Sequence[Card]") -> None:
        from quizterm.study.queue import SectionQueue

        review = Review(self.study, queue=SectionQueue(self.study, [card.id for card in cards]))
        if review.question is not None:
            self.push_screen(self._review_screen(review))
        else:
            self.open_lesson(f"{cards[0].course}.{cards[0].lesson}", cards[0].section)

    def go_back(self) -> None:
        if len(self.screen_stack) > 1 + self._is_first_replaced:
            self.pop_screen()
        else:
            self._replace(self._today())

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Where a screen cannot be opened, why not is told on the one that is shown."""
        try:
            yield
        except QuiztermError as error:
            self.tell(str(error))

    def _replace(self, screen: Screen[None]) -> None:
        if len(self.screen_stack) > 1:
            self.switch_screen(screen)
        else:
            self._is_first_replaced = True
            self.push_screen(screen)

    def _today(self) -> Screen[None]:
        from quizterm.tui.screens.today import TodayScreen

        return TodayScreen(self)

    def _review_screen(self, review: Review) -> Screen[None]:
        from quizterm.tui.screens.review import ReviewScreen

        return ReviewScreen(self, review)
