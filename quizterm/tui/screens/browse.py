"""All cards and exercises, what a filter leaves of them, and what may be done to each."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.widgets import Input, Static

from quizterm.errors import QuiztermError
from quizterm.study import marking
from quizterm.study.browse import Collection, Line
from quizterm.study.notes import keep_note, note_on
from quizterm.study.own_text import TextPlace, own_text, read_again
from quizterm.study.session import Study
from quizterm.study.undo import undo_newest
from quizterm.study.words import count_text
from quizterm.tui.blocks import EMPTY
from quizterm.tui.cards.play import FLAG
from quizterm.tui.cards.preview import preview
from quizterm.tui.commands import Place, bindings
from quizterm.tui.fields.line import VisibleLine
from quizterm.tui.navigator import Navigator
from quizterm.tui.screens.screen import CommandScreen
from quizterm.tui.screens.scrolling import Page
from quizterm.tui.text import one_line
from quizterm.tui.widgets.bars import TopBar
from quizterm.tui.widgets.listing import Cells, Column, Listing
from quizterm.tui.widgets.prose import Prose

WIDE = 110  # cells; from here on the preview stands beside the list
LIVE_ITEMS = 5_000  # in a larger collection a filter waits for enter
_SLICE_SECONDS = 0.02
_COLUMNS = (
    Column("title", 0),
    Column("lesson", 15, narrowest=64),
    Column("kind", 8, narrowest=76),
    Column("state", 9, narrowest=24),
    Column("due", 8, narrowest=34),
)
_STYLES = {"due": "bold $text-warning", "new": "$text-primary", "suspended": "italic $foreground-muted"}
_SUSPEND = {False: marking.suspend, True: marking.resume}  # by whether it is suspended
FILTER_HINT = 'lesson:graph  is:due  lapses>3  "a phrase"  -word'


class BrowseScreen(CommandScreen):
    """A filter, the list, and a preview of what is marked in it."""

    PLACES = (Place.BROWSE,)
    BINDINGS: ClassVar = bindings(Place.FILTER, Place.BROWSE)
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012 (no ClassVar in Textual either)

    def __init__(self, navigator: Navigator, text: str = "") -> None:
        super().__init__(navigator)
        self._collection = Collection(navigator.study)
        self._text = text  # the filter in force
        self._total = 0
        self._reset_asked: int | None = None  # the id of the item that the next R resets
        self._top = TopBar(Content.styled("Browse", "bold"))
        self._field = VisibleLine(text, placeholder=FILTER_HINT, compact=True, select_on_focus=False)
        self._hint = Static(id="hint")
        self._head = Static()
        self._list = Listing(_COLUMNS, self._read)
        self._preview = Prose()

    def compose_body(self) -> ComposeResult:
        yield self._top
        with Container(id="filter"):
            yield Static(Content.styled("/", "bold $text-primary"))
            yield self._field
        yield self._hint
        with Container(id="browsed"):
            with Container(id="list"):
                yield self._head
                yield self._list
            with Page(id="preview"):
                yield self._preview

    @property
    def places(self) -> tuple[Place, ...]:
        return (Place.FILTER,) if self._field.has_focus else (Place.BROWSE,)

    @property
    def shown_places(self) -> tuple[Place, ...]:
        return self.places if self._field.has_focus else super().shown_places

    def on_mount(self) -> None:
        self.query_one("#preview").display = self.app.size.width >= WIDE
        self._total = len(self.navigator.study.store.content_ids())
        self._apply(self._text)

    def on_screen_resume(self) -> None:
        self._list.read_again()

    def on_resize(self) -> None:
        self.call_after_refresh(self._show_head)

    def on_descendant_focus(self) -> None:
        self._show_hint()
        self.show_keys()

    def on_descendant_blur(self) -> None:
        self._show_hint()
        self.show_keys()

    def on_input_changed(self, event: Input.Changed) -> None:
        self._show_hint()
        if self._total <= LIVE_ITEMS:
            self._apply(event.value, is_final=False)

    def on_listing_moved(self, event: Listing.Moved) -> None:
        if event.marked != self._reset_asked:
            self._reset_asked = None
        self._show_preview()

    def on_listing_chosen(self) -> None:
        self.action_open()

    def action_filter(self) -> None:
        self.set_focus(self._field)

    def action_finish_filter(self) -> None:
        if self._apply(self._field.value):
            self.set_focus(None)

    def action_clear_filter(self) -> None:
        self._field.value = ""
        self._apply("")
        self.set_focus(None)

    def action_move(self, step: str) -> None:
        self._list.move(int(step))

    def action_move_pages(self, pages: str) -> None:
        self._list.move(round(float(pages) * self._list.page_height))

    def action_move_to(self, edge: str) -> None:
        if edge == "first":
            self._list.move_to(0)
        else:
            self._list.move_to_last()

    def action_preview(self) -> None:
        pane = self.query_one("#preview")
        pane.display = not pane.display
        self._show_preview()
        self.call_after_refresh(self._show_head)

    def action_open(self) -> None:
        line = self._marked()
        if line is None:
            return
        if line.is_exercise:
            self.navigator.open_exercise(line.name)
            return
        card = self.navigator.study.catalog.card(line.key)
        if card is not None:
            self.navigator.open_lesson(f"{card.course}.{card.lesson}", card.section)

    def action_suspend(self) -> None:
        self._change(lambda study, line: _SUSPEND[line.state.suspended](study, [line.key]))

    def action_flag(self) -> None:
        self._change(lambda study, line: marking.flag(study, [line.key], on=not line.state.flagged))

    def action_info(self) -> None:
        line = self._marked()
        if line is not None:
            self.navigator.open_info(line.name if line.is_exercise else line.key)

    def action_edit(self) -> None:
        """Open the card's own file at its line, or the learner's note on it where the text is not theirs."""
        line, study = self._marked(), self.navigator.study
        card = study.catalog.card(line.key) if line is not None else None
        if line is None or card is None:
            self.tell("Only a card has a note or a file of its own")
            return
        place = own_text(study, card)
        if place is not None:
            self._edit_file(place)
            return
        from quizterm.tui.screens.note import NoteScreen

        keep = partial(keep_note, study, line.item_id)
        note = note_on(study, line.item_id)
        self.app.push_screen(NoteScreen(self.navigator, card.title, note, keep, self._show_note_kept))

    def action_reset(self) -> None:
        line = self._marked()
        if line is None:
            return
        if self._reset_asked == line.item_id:
            self._reset_asked = None
            self._change(lambda study, line: marking.forget(study, [line.key]))
        else:
            self._reset_asked = line.item_id
            self.tell(f"Forget the whole schedule of “{line.title}”? {self.key_of('reset')} again does it")

    def action_undo(self) -> None:
        try:
            undone = undo_newest(self.navigator.study)
        except QuiztermError as error:
            self.tell(str(error))
            return
        self._list.read_again()
        self._show_preview()
        self.tell(undone.sentence if undone is not None else "There is nothing to undo")

    def _show_note_kept(self, is_changed: bool) -> None:
        self._show_preview()
        if is_changed:
            self.tell("Your note is kept")

    def _edit_file(self, place: TextPlace) -> None:
        from quizterm.tui.outside import edit_outside

        problem = edit_outside(self.app, place.file, place.line)
        try:
            said = read_again(self.navigator.study, place.file) or problem
        except QuiztermError as error:
            said = str(error)
        self._collection = Collection(self.navigator.study)
        self._apply(self._text)
        if said:
            self.tell(said)

    def _change(self, change: Callable[[Study, Line], str]) -> None:
        line = self._marked()
        if line is None:
            return
        try:
            said = change(self.navigator.study, line)
        except QuiztermError as error:
            said = str(error)
        self._list.read_again()
        self._show_preview()
        self.tell(said)

    def _apply(self, text: str, *, is_final: bool = True) -> bool:
        """Show what a filter leaves; whether it is one. While it is typed, nothing is said of its faults."""
        try:
            found = self._collection.find(text)
        except QuiztermError as error:
            if is_final:
                self._hint.update(one_line(str(error), "bold $text-warning"))
            return False
        self._text = text
        self._fill(found)
        return True

    @work(group="filter", exclusive=True)
    async def _fill(self, found: Iterator[list[int]]) -> None:
        """Put what is found into the list, a slice of time after the other, so that keys are heard in between."""
        marked, monotonic = self._list.marked, self.navigator.monotonic
        started, is_first = monotonic(), True
        some: list[int] = []
        try:
            for part in found:
                some += part
                if monotonic() - started > _SLICE_SECONDS:
                    self._put(some, marked, is_first=is_first)
                    some, is_first = [], False
                    await asyncio.sleep(0)
                    started = monotonic()
        except QuiztermError as error:
            self.tell(str(error))
        self._put(some, marked, is_first=is_first)

    def _put(self, ids: list[int], marked: int | None, *, is_first: bool) -> None:
        if is_first:
            self._list.show(ids, marked=marked)
        else:
            self._list.extend(ids)
        self._show_note()

    def _read(self, ids: Sequence[int]) -> list[Cells]:
        return [_cells(line) for line in self._collection.lines(ids)]

    def _marked(self) -> Line | None:
        marked = self._list.marked
        lines = self._collection.lines([marked]) if marked is not None else []
        return lines[0] if lines else None

    def _show_note(self) -> None:
        shown = len(self._list)
        counted = count_text(shown, "item") if shown == self._total else f"{shown:,} of {self._total:,}"
        self._top.show(Content.styled("Browse", "bold"), Content.styled(counted, "$foreground-muted"))
        if not self._field.has_focus:
            self._show_hint()

    def _show_hint(self) -> None:
        """While a filter is typed, what it may go on with, else what is wrong; after it, that nothing fits it."""
        room = max(self._hint.content_size.width, 1)
        if self._field.has_focus:
            text = self._field.value
            completed = one_line("  ".join(self._collection.completions(text))).truncate(room, ellipsis=True)
            hint = completed or one_line(self._collection.fault(text))
        else:
            hint = EMPTY if len(self._list) else Content(f"Nothing fits this filter; {self._way_out()}")
        self._hint.update(hint.stylize_before("$foreground-muted"))

    def _way_out(self) -> str:
        (clear, *_), (change, *_) = self.keys_of(Place.FILTER, "clear_filter"), self.keys_of(Place.BROWSE, "filter")
        return f"{change} changes it, and {clear} in it shows everything"

    def _show_head(self) -> None:
        self._head.update(self._list.head(self._list.scrollable_content_region.width))

    def _show_preview(self) -> None:
        pane = self.query_one("#preview", Page)
        if pane.display:
            line = self._marked()
            pane.scroll_home(animate=False)
            self._preview.show(preview(self.navigator.study, self._collection, line) if line is not None else ())


def _cells(line: Line) -> Cells:
    muted = "$foreground-muted"
    style = _STYLES.get(line.standing, muted)
    flag = FLAG if line.state.flagged else EMPTY
    title = flag + one_line(line.title or line.name, muted if line.state.suspended else "")
    lesson, kind = one_line(line.lesson, muted), Content.styled(line.kind, muted)
    return (title, lesson, kind, Content.styled(line.standing, style), Content.styled(line.due, muted))
