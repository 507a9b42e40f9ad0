"""The words of the course, searched while one types."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from quizterm.course.pages import KEY_TERMS
from quizterm.study.glossary import Entry, glossary, search
from quizterm.study.words import count_text
from quizterm.tui.blocks import EMPTY, Item, Items, Paragraph
from quizterm.tui.commands import Place, bindings
from quizterm.tui.fields.line import VisibleLine
from quizterm.tui.markdown import phrase
from quizterm.tui.navigator import Navigator
from quizterm.tui.screens.moving import MovingScreen
from quizterm.tui.screens.scrolling import Page
from quizterm.tui.text import one_line
from quizterm.tui.widgets.bars import TopBar
from quizterm.tui.widgets.menu import Menu, Row
from quizterm.tui.widgets.prose import Prose

TERM_WIDTH = 24  # cells
WIDE = 100  # cells; from here on each line also names the lesson


class GlossaryScreen(MovingScreen):
    """A line to type into, the terms it leaves, and what the marked one means."""

    PLACES = (Place.GLOSSARY,)
    BINDINGS: ClassVar = bindings(Place.GLOSSARY)

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._entries = glossary(navigator.study)
        self._found = self._entries
        self._top = TopBar()
        self._line = VisibleLine(compact=True, placeholder="type to search")
        self._menu = Menu()
        self._about = Prose(id="about")

    def compose_body(self) -> ComposeResult:
        yield self._top
        with Horizontal(classes="search"):
            yield Static(Content.styled("/", "bold $text-primary"))
            yield self._line
        with Page():
            yield self._menu
        with Vertical(id="panel"):
            yield self._about

    @property
    def shown_places(self) -> tuple[Place, ...]:
        return self.places  # what leads to the other keys would be typed

    @property
    def states(self) -> tuple[str, ...]:
        return ("found",) if self._found else ()

    def on_mount(self) -> None:
        self.set_focus(self._line)
        self._show()

    def on_resize(self) -> None:
        self._show()

    def on_input_changed(self) -> None:
        self._found = search(self._entries, self._line.value)
        self._show()
        self._menu.move_to(0)

    def on_menu_moved(self) -> None:
        self._show_about()

    def on_menu_chosen(self) -> None:
        self._show_about()

    def action_open(self) -> None:
        if self._marked is not None:
            self.navigator.open_lesson(self._marked.lesson, KEY_TERMS)

    @property
    def _marked(self) -> Entry | None:
        marked = self._menu.marked
        return self._found[int(marked.name)] if marked is not None else None

    def _show(self) -> None:
        self._top.show(Content.styled("Glossary", "bold"), Content(count_text(len(self._found), "term")))
        self._menu.show([self._row(place, entry) for place, entry in enumerate(self._found)])
        self._show_about()
        self.show_keys()

    def _show_about(self) -> None:
        entry = self._marked
        if entry is None:
            self._about.show([Paragraph(Content("No term holds that, and no meaning of one."))])
            return
        names = [one_line(entry.term, "bold $text-primary"), one_line(entry.lesson_title, "$foreground-muted")]
        meanings = (("loosely  ", entry.loosely), ("exactly  ", entry.exactly))
        items = [Item(Content.styled(word, "$foreground-muted"), (Paragraph(phrase(text)),)) for word, text in meanings]
        self._about.show([Items((Item(EMPTY, (Paragraph(Content("  ").join(names)),)), *items))])

    def _row(self, place: int, entry: Entry) -> Row:
        term = one_line(entry.term).truncate(TERM_WIDTH, ellipsis=True)
        gap = Content.blank(TERM_WIDTH + 2 - term.cell_length)
        lesson = one_line(entry.lesson_title, "$foreground-muted") if self.size.width >= WIDE else EMPTY
        return Row(str(place), term + gap + phrase(entry.loosely).stylize_before("$foreground-muted"), lesson)
