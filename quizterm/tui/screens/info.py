"""All that is known of a card or an exercise: how it stands, how it is forgotten, what happened to it."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content

from quizterm.study.info import Happened, Info
from quizterm.study.words import count_text, days_text
from quizterm.tui.blocks import Block, Item, Items, Paragraph, Rule
from quizterm.tui.cards.noted import noted
from quizterm.tui.commands import Place, bindings
from quizterm.tui.drawing.forgetting import forgetting
from quizterm.tui.navigator import Navigator
from quizterm.tui.screens.scrolling import Page, ScrollingScreen
from quizterm.tui.text import one_line
from quizterm.tui.widgets.bars import TopBar
from quizterm.tui.widgets.drawing import Drawing
from quizterm.tui.widgets.prose import Prose

_GRADE_STYLES = {"again": "$text-error", "hard": "$text-warning", "good": "$text-success", "easy": "$text-primary"}
WIDEST_CURVE = 80  # cells


class InfoScreen(ScrollingScreen):
    """Lies upon the screen it was asked for on."""

    PLACES = (Place.INFO,)
    BINDINGS: ClassVar = bindings(Place.INFO)

    def __init__(self, navigator: Navigator, found: Info) -> None:
        super().__init__(navigator)
        self._found = found

    def compose_body(self) -> ComposeResult:
        found = self._found
        yield TopBar(one_line(found.title, "bold"), Content.styled("info", "$foreground-muted"))
        with Page():
            yield Prose(_facts(found))
            if found.curve:
                yield Drawing(
                    lambda width: forgetting(found.curve, found.history, found.today, min(width, WIDEST_CURVE))
                )
            yield Prose(_history(found))


def _facts(found: Info) -> list[Block]:
    where = Content(" › ").join(one_line(part) for part in (found.lesson, found.section) if part)
    facts = [("Name", one_line(found.id)), *([("Taught in", where)] if where else []), ("State", Content(found.state))]
    if found.due is not None:
        due = f"{found.due:%A}, {found.due.day} {found.due:%B %Y}"
        facts.append(("Due", Content(f"{due}, {found.due_time}" if found.due_time else due)))
    if found.stability is not None and found.difficulty is not None and found.recall is not None:
        memory = f"stability {found.stability:,.1f} days, difficulty {found.difficulty:.1f} of 10"
        facts.append(("Recall", Content.assemble((f"{found.recall:.0%}", "bold"), f" now; {memory}")))
    lapses = f", {count_text(found.lapses, 'lapse')}" if found.lapses else ""
    facts.append(("Answers", Content(f"{found.answers:,}{lapses}")))
    return [_rows(facts), *noted(found.note)]


def _history(found: Info) -> list[Block]:
    if not found.history:
        return [Paragraph(Content.styled("Nothing has happened to it yet.", "$foreground-muted"))]
    rows = [(f"{one.date}", _happened(one)) for one in reversed(found.history)]
    return [Rule(Content("what happened, the newest first")), _rows(rows)]


def _happened(one: Happened) -> Content:
    what = one.grade or one.what.replace("-", " ")
    parts = [Content.styled(f"{what.capitalize():<10}", _GRADE_STYLES.get(what, ""))]
    if one.interval_days is not None:
        interval = "same day" if one.interval_days <= 0 else days_text(one.interval_days)
        parts.append(Content.styled(f"→ {interval:<10}", "$foreground-muted"))
    if one.seconds is not None:
        parts.append(Content.styled(f"{one.seconds:.0f} s", "$foreground-muted"))
    if one.verdict is not None:
        parts.append(one_line(f" {one.verdict}", "$foreground-muted"))
    line = Content("").join(parts)
    return line.stylize("strike") + "  taken back" if one.taken_back else line


def _rows(facts: list[tuple[str, Content]]) -> Items:
    return Items(
        tuple(Item(Content.styled(f"{name:<12}", "$foreground-muted"), (Paragraph(text),)) for name, text in facts)
    )
