"""The attempts at one exercise, the newest first; two of them side by side, or one beside the file as it stands."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content

from quizterm.errors import QuiztermError
from quizterm.study.attempts import PastAttempt, past_attempts, present_text, with_text
from quizterm.study.exercises import find_exercise
from quizterm.study.line_diff import diff_rows
from quizterm.study.words import count_text
from quizterm.tui.commands import Place, bindings
from quizterm.tui.navigator import Navigator
from quizterm.tui.results.marks import FAILED, FAILED_STYLE, MUTED, PASSED, PASSED_STYLE
from quizterm.tui.screens.moving import MovingScreen
from quizterm.tui.screens.scrolling import Page
from quizterm.tui.text import one_line
from quizterm.tui.widgets.bars import TopBar
from quizterm.tui.widgets.menu import Menu, Row

MOST_NAMED = 2  # failed checks of an attempt


class AttemptsScreen(MovingScreen):
    """A menu of attempts.

    Raises:
        QuiztermError: there is no such exercise.
    """

    PLACES = (Place.ATTEMPTS,)
    BINDINGS: ClassVar = bindings(Place.ATTEMPTS)

    def __init__(self, navigator: Navigator, slug: str) -> None:
        super().__init__(navigator)
        self._slug = slug
        self._title = find_exercise(navigator.study, slug).title
        self._attempts = {str(one.number): one for one in reversed(past_attempts(navigator.study, slug))}
        self._marked: PastAttempt | None = None

    def compose_body(self) -> ComposeResult:
        passes = sum(one.passed for one in self._attempts.values())
        note = f"{count_text(passes, 'pass', 'passes')} in {len(self._attempts):,}" if self._attempts else "none yet"
        title = Content(" › ").join([one_line(self._title, "bold"), Content("Attempts")])
        yield TopBar(title, Content.styled(note, MUTED))
        with Page():
            yield Menu(self._rows())

    def action_mark(self) -> None:
        chosen = self._chosen
        if chosen is not None:
            self._marked = None if self._marked is chosen else chosen
            self.menu.show(self._rows(), marked=str(chosen.number))

    def action_compare(self) -> None:
        chosen = self._chosen
        if chosen is None:
            self.tell("Nothing was handed in yet")
            return
        try:
            self._compare(chosen)
        except QuiztermError as error:
            self.tell(str(error))

    def on_menu_chosen(self) -> None:
        self.action_compare()

    @property
    def _chosen(self) -> PastAttempt | None:
        return None if self.menu.marked is None else self._attempts[self.menu.marked.name]

    def _compare(self, chosen: PastAttempt) -> None:
        """The older one on the left."""
        if self._marked is None or self._marked is chosen:
            words = f"attempt {chosen.number} beside your file"
            before, after, name = with_text(self._slug, chosen), present_text(self._slug), "your file"
        else:
            before, later = sorted((self._marked, chosen), key=lambda one: one.number)
            words = f"attempt {before.number} beside {later.number}"
            before, after, name = with_text(self._slug, before), with_text(self._slug, later).text or "", _named(later)
        self.navigator.open_beside(self._title, words, (_named(before), name), diff_rows(before.text or "", after))

    def _rows(self) -> list[Row]:
        return [_row(one, is_marked=one is self._marked) for one in self._attempts.values()]


def _named(attempt: PastAttempt) -> str:
    return f"attempt {attempt.number}, {attempt.when}"


def _failed(titles: Sequence[str]) -> str:
    named = ", ".join(titles[:MOST_NAMED])
    hidden = len(titles) - MOST_NAMED
    more = f" and {hidden} more" if hidden > 0 else ""
    return f"{count_text(len(titles), 'check')} failed: {named}{more}"


def _row(one: PastAttempt, *, is_marked: bool) -> Row:
    sign = Content.styled(f"{PASSED} ", PASSED_STYLE) if one.passed else Content.styled(f"{FAILED} ", FAILED_STYLE)
    mark = Content.styled("marked  ", "bold $text-accent") if is_marked else Content()
    facts = [f"attempt {one.number}", f"seed {one.seed}"]
    if one.text is None:
        facts.append("its file is gone")
    if one.failed:
        facts.append(_failed(one.failed))
    return Row(
        name=str(one.number),
        title=sign + one_line(one.verdict),
        note=mark + Content.styled(one.when, MUTED),
        details=one_line(" · ".join(facts), MUTED),
    )
