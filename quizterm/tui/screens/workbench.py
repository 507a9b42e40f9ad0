"""One exercise: its brief, its file in an editor, and what came of the last run."""

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.widget import Widget
from textual.widgets import TextArea

from quizterm.errors import QuiztermError
from quizterm.study.attempt import Attempt
from quizterm.study.submission import Submission
from quizterm.study.workbench import Workbench
from quizterm.study.workspace import shown_path
from quizterm.tui.commands import Place, bindings, keys_by_name
from quizterm.tui.editor.saving import Saver
from quizterm.tui.navigator import Navigator
from quizterm.tui.outside import FolderWatch, edit_outside
from quizterm.tui.repeat import Confirmation
from quizterm.tui.results.bench import brief_blocks, verdict_blocks, verdict_note
from quizterm.tui.results.diagnosis import headline
from quizterm.tui.results.states import states_of
from quizterm.tui.runs import Judged, Runs, Told
from quizterm.tui.screens.editor_screen import EditorScreen
from quizterm.tui.screens.scrolling import Page
from quizterm.tui.text import one_line
from quizterm.tui.widgets.bars import TopBar
from quizterm.tui.widgets.panes import Pane, PaneBar
from quizterm.tui.widgets.prose import Prose

WIDE = 100  # cells; from here on the panes stand side by side
CODE, BRIEF, VERDICT = "code", "brief", "verdict"
PANES = (CODE, BRIEF, VERDICT)


class WorkbenchScreen(EditorScreen):
    """Opens an exercise; others come in its place.

    Raises:
        QuiztermError: there is no such exercise, or its file cannot be used.
    """

    PLACES = (Place.EXERCISE,)
    BINDINGS: ClassVar = bindings(Place.FIND, Place.EDITOR, Place.CONFLICT, Place.EXERCISE)
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012 (no ClassVar in Textual either)

    def __init__(self, navigator: Navigator, slug: str) -> None:
        super().__init__(navigator)
        self._bench = Workbench(navigator.study, slug)
        self._top = TopBar()
        self._panes = PaneBar()
        self._brief = Prose()
        self._verdict = Prose()
        self._saver = Saver(self, self._editor, self._show_state)
        self._watch = FolderWatch(self)
        self._confirmation = Confirmation(navigator.monotonic)
        self._pane = BRIEF
        self._runs = Runs(self, navigator.desk)
        self._are_results_wanted = False

    def compose_body(self) -> ComposeResult:
        yield self._top
        yield self._panes
        with Container(id="bench"):
            with Container(id="code"):
                yield self._editor
                yield self._bar
            with Container(id="beside"):
                with Page(id="brief"):
                    yield self._brief
                with Page(id="verdict"):
                    yield self._verdict

    @property
    def places(self) -> tuple[Place, ...]:
        if self._bar.is_searching:
            return (Place.FIND,)
        if self._editor.has_focus:
            return (Place.EDITOR,)
        return (Place.CONFLICT, Place.EXERCISE) if self._saver.is_in_conflict else (Place.EXERCISE,)

    @property
    def shown_places(self) -> tuple[Place, ...]:
        is_typing = self._bar.is_searching or self._editor.has_focus
        return self.places if is_typing else super().shown_places

    @property
    def states(self) -> tuple[str, ...]:
        return () if self._saver.is_in_conflict else states_of(self._runs.attempt)

    @property
    def page(self) -> Widget:
        return self._editor if self._pane == CODE else self.query_one(f"#{self._pane}", Page)

    def on_mount(self) -> None:
        self._show_exercise()
        self.call_after_refresh(self._prepare_grading)

    def on_unmount(self) -> None:
        self._watch.stop()
        self._saver.leave()

    def on_screen_suspend(self) -> None:
        self._saver.save()

    def on_screen_resume(self) -> None:
        self._saver.look_outside()

    def on_descendant_focus(self) -> None:
        self.show_keys()

    def on_descendant_blur(self) -> None:
        self.show_keys()

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        event.stop()
        self._saver.note_change()

    def on_pane_bar_chosen(self, event: PaneBar.Chosen) -> None:
        self._go(event.name)

    # Typing

    def show_editor(self) -> None:
        self._go(CODE)

    def action_type(self) -> None:
        if self._bench.file.problem is not None:
            self.tell(f"This file cannot be edited here: {self._bench.file.problem}; {self._key('edit_outside')} does")
            return
        self._go(CODE)
        self.set_focus(self._editor)  # at once: the next key may be on its way already

    def action_leave_editor(self) -> None:
        self.set_focus(None)
        self._saver.save()

    def action_keep_mine(self) -> None:
        self._saver.keep_mine()

    def action_take_theirs(self) -> None:
        self._saver.take_theirs()

    def _type_at(self, line: int | None) -> None:
        """Type at a line counted from 1, or where the cursor is."""
        if line is not None:
            self._editor.go_to_line(line)
        self.action_type()

    def action_edit_outside(self) -> None:
        if self._saver.save():
            line = None if self._editor.has_focus else self._bench.failing_line(self._runs.attempt)
            said = edit_outside(self.app, self._bench.file.file, line or self._editor.cursor_location[0] + 1)
            self._saver.look_outside()
            if said:
                self.tell(said)

    # Running

    def action_run(self) -> None:
        if self._runs.running is not None:
            self.tell(f"A run is under way; {self._key('stop')} stops it")
        elif self._saver.save():
            self._begin(self._bench.hand_in, watched=False)

    def action_stop(self) -> None:
        if self._runs.running is None:
            self.tell("Nothing is running")
        else:
            self._runs.stop()

    def action_watch(self) -> None:
        if self._watch.is_on:
            self._watch.stop()
            self.tell("Saves from outside are no longer run")
        else:
            self._watch.start(self._bench.file.file)
            self.tell("Every save from outside is run now")
        self._show_state()

    def on_folder_watch_not_watched(self, event: FolderWatch.NotWatched) -> None:
        if self._watch.is_on:
            self.tell(event.why)

    def on_folder_watch_changed(self) -> None:
        if self._watch.is_on and self._bench.file.is_gone:
            self.tell(f"{shown_path(self._bench.file.file)} is gone; {self._key('run')} writes it again and runs it")
        elif self._watch.is_on and self._saver.look_outside() and self._runs.running is None:
            self._begin(self._bench.hand_in_if_changed, watched=True)

    def on_told(self, message: Told) -> None:
        if self._runs.is_current(message):
            self._runs.take(message)
            self._show_verdict()

    def on_judged(self, message: Judged) -> None:
        if not self._runs.is_current(message):
            return
        report = self._runs.end(message, self._bench)
        self._show_verdict()
        self.query_one("#verdict", Page).scroll_home(animate=False)
        if self._are_results_wanted and report is not None:
            self.action_results()
        elif self._editor.has_focus and report is not None:
            self.tell(headline(report).plain)
        else:
            self._go(VERDICT)

    def action_results(self) -> None:
        self._are_results_wanted = False
        attempt = self._runs.attempt
        if attempt is None:
            self.tell(f"Nothing was run yet; {self._key('run')} runs your file")
        else:
            self.navigator.open_results(attempt, self._bench, self._rerun, self._type_at, self._take)

    def action_cards(self) -> None:
        attempt = self._runs.attempt
        if attempt is not None and attempt.cards:
            self.navigator.open_cards(attempt.cards)
        else:
            self.tell("No card is about the last run")

    def action_easy(self) -> None:
        attempt = self._runs.attempt
        if attempt is None or not attempt.easy:
            self.tell("Easy can be chosen after a pass at the first attempt and without a hint")
            return
        try:
            self._take(attempt, self._bench.choose_easy(attempt))
        except QuiztermError as error:
            self.tell(str(error))

    def action_undo(self) -> None:
        before = self._runs.attempt
        sentence, after = self._bench.undo(before)
        self._take(before, after)
        self.tell(sentence)

    def action_attempts(self) -> None:
        self.navigator.open_attempts(self._bench.slug)

    def _take(self, before: Attempt | None, after: Attempt | None) -> None:
        """Something else came of a run: the last one, unless another ended while its results were looked at."""
        if self._runs.attempt is before:
            self._runs.attempt = after
            self._show_verdict()

    def _rerun(self) -> None:
        self._are_results_wanted = True
        self.action_run()

    def _begin(self, hand_in: Callable[[], Submission | None], *, watched: bool) -> None:
        try:
            submitted = hand_in()
        except QuiztermError as error:
            self.tell(str(error))
            return
        if submitted is not None:
            self._runs.begin(submitted, watched=watched)
            self._show_verdict()
            if not self._editor.has_focus:
                self._go(VERDICT)

    def _prepare_grading(self) -> None:
        try:
            self.navigator.desk.start()
        except QuiztermError as error:
            self.tell(str(error))
            return
        self.navigator.desk.prepare(self._bench.exercise, seed=self._bench.seeds[0])

    # Help

    def action_hint(self) -> None:
        if not self._bench.is_hint_left:
            self.tell("You have seen all hints")
            return
        self._bench.take_hint()
        self._show_brief()
        self._go(BRIEF)
        self.call_after_refresh(self.query_one("#brief", Page).scroll_end, animate=False)
        taken, all_hints = len(self._bench.hints), len(self._bench.exercise.hints)
        cost = "; with it the pass counts as Hard" if self._bench.costs_solution else ""
        self.tell(f"Hint {taken} of {all_hints}{cost}")

    def action_brief(self) -> None:
        self._go(BRIEF)

    def action_solution(self) -> None:
        if self._bench.costs_solution and not self._confirmation.is_given("solution"):
            self.tell("Seen before the pass, the solution makes it count as Again; once more shows it")
        elif self._saver.save():
            self.navigator.open_solution(self._bench)

    def action_reset(self) -> None:
        if not self._confirmation.is_given("reset"):
            self.tell("Begin afresh? Once more does it; your file goes to the archive")
            return
        if not self._saver.save():
            return
        try:
            archived = self._bench.reset()
        except QuiztermError as error:
            self.tell(str(error))
            return
        self._editor.show(self._bench.file.text)
        if archived is not None:
            self.tell(f"Begun afresh; your file is kept as {shown_path(archived)}")

    def action_open_lesson(self) -> None:
        self.navigator.open_lesson(self._bench.lesson)

    # Going elsewhere

    def action_turn(self, step: str) -> None:
        self._go(PANES[(PANES.index(self._pane) + int(step)) % len(PANES)])

    def action_beside(self, step: str) -> None:
        slug = self._bench.beside(int(step))
        if slug is None:
            self.tell("This is the last exercise" if int(step) > 0 else "This is the first exercise")
        elif self._leave():
            self._open(slug)

    def action_list(self) -> None:
        if self._leave():
            self.navigator.list_exercises()

    def action_back(self) -> None:
        if self._leave():
            self.navigator.go_back()

    def _leave(self) -> bool:
        """Whether this exercise may be left: its file is saved, or given up at the second time; no run goes on."""
        if not self._saver.save() and not self._give_up_file():
            return False
        self._runs.leave()
        return True

    def _give_up_file(self) -> bool:
        if self._saver.is_in_conflict:
            return False  # that has keys of its own
        if self._confirmation.is_given("leave"):
            return self._saver.set_aside()
        self.tell(f"{self._saver.problem}; once more leaves it, and what you typed goes to the archive")
        return False

    def _open(self, slug: str) -> None:
        try:
            bench = Workbench(self.navigator.study, slug)
        except QuiztermError as error:
            self.tell(str(error))
            return
        self._watch.stop()
        self._bench, self._pane = bench, BRIEF
        self._show_exercise()
        self._prepare_grading()

    # Showing

    def _show_exercise(self) -> None:
        self._saver.open(self._bench.file)
        self._show_brief()
        self.query_one("#brief", Page).scroll_home(animate=False)
        self._show_verdict()
        self._go(self._pane)
        self.tell(self._bench.file.problem or self._bench.note)

    def _show_brief(self) -> None:
        self._brief.show(brief_blocks(self._bench.exercise, self._bench.hints))

    def _show_verdict(self) -> None:
        keys = keys_by_name(self.navigator.table[Place.EXERCISE])
        self._verdict.show(verdict_blocks(self._bench.exercise, self._runs, keys))
        self._show_state()

    def _key(self, action: str) -> str:
        """The key of a command of this screen outside the editor."""
        return next(one for one in self.navigator.table[Place.EXERCISE] if one.name == action).first_key

    def _go(self, pane: str) -> None:
        self._pane = pane
        for name in PANES:
            self.set_class(name == pane, f"-at-{name}")
        self._show_state()

    def _show_state(self) -> None:
        self._panes.show(
            [Pane(CODE, "Code"), Pane(BRIEF, "Brief"), Pane(VERDICT, "Verdict", note=verdict_note(self._runs))],
            self._pane,
        )
        state = self._saver.state + (" · watching" if self._watch.is_on else "")
        title = Content(" › ").join([Content("Exercise"), one_line(self._bench.exercise.title, "bold")])
        self._top.show(title, Content.styled(state, "$foreground-muted"))
        self._bar.show_conflict(self._saver.is_in_conflict)
        self.show_keys()
