"""A card or an exercise at a glance: what is asked, what is right, and how well it is known."""

from textual.content import Content

from quizterm.course.cloze import Blank, split_cloze
from quizterm.course.model import Bug, Card, Choice, Cloze, Order, Printed, Recall
from quizterm.study.browse import Collection, Line
from quizterm.study.notes import note_on
from quizterm.study.session import Study
from quizterm.study.words import days_text
from quizterm.tui.blocks import Block, Blocks, Code, Item, Items, Paragraph, Rule
from quizterm.tui.cards.cloze import FIRST_PLACE
from quizterm.tui.cards.noted import noted
from quizterm.tui.cards.play import RIGHT, RIGHT_STYLE
from quizterm.tui.highlight import highlight_python
from quizterm.tui.markdown import blocks_of, phrase
from quizterm.tui.text import one_line, plain


def preview(study: Study, collection: Collection, line: Line) -> list[Block]:
    """What the list's preview shows of a line."""
    head = [Paragraph(Content("\n").join([one_line(line.title, "bold $text-primary"), _facts(line)]))]
    if line.is_exercise:
        _, brief = collection.exercise_text(line.name)
        return [*head, *blocks_of(brief)]
    card = study.catalog.card(line.key)
    if card is None:
        return [*head, Paragraph(Content("Its text is gone from the lesson."))]
    return [*head, *question_of(card), Rule(Content("answer")), *answer_of(card), *noted(note_on(study, line.item_id))]


def question_of(card: Card) -> Blocks:
    """The question of a card of any kind; the blanks of a cloze are filled in."""
    if not isinstance(card.body, Cloze):
        return blocks_of(card.question)
    fill: dict[str, Content] = {}
    text = ""
    for piece in split_cloze(card.question):
        if isinstance(piece, Blank):
            text += (place := chr(FIRST_PLACE + len(fill)))
            fill[place] = plain(piece.text, "bold underline $text-primary")
        else:
            text += piece.text
    return blocks_of(text, fill=fill)


def answer_of(card: Card) -> list[Block]:
    """The answer of a card of any kind, with nothing typed beside it."""
    prose = blocks_of(card.answer)
    match card.body:
        case Choice(options):
            right = [_item(f"{RIGHT} ", phrase(option.text)) for option in options if option.right]
            return [Items(tuple(right)), *prose]
        case Order(steps):
            return [Items(tuple(_item(f"{n}. ", phrase(step)) for n, step in enumerate(steps, 1))), *prose]
        case Printed(_, output):
            return [Code(plain(output.rstrip("\n"))), *prose]
        case Recall(points) if points:
            return [*prose, Items(tuple(_item("· ", phrase(point)) for point in points))]
        case Bug(_, _, repaired, _):
            return [*prose, Code(highlight_python(repaired.rstrip("\n")), title="repaired")]
        case _:
            return list(prose)


def _item(mark: str, text: Content) -> Item:
    return Item(Content.styled(mark, RIGHT_STYLE), (Paragraph(text),))


def _facts(line: Line) -> Content:
    state = line.state
    facts = [line.name, line.standing + (f", {line.due}" if line.due else "")]
    if state.stability is not None and state.difficulty is not None:
        stability = days_text(round(state.stability)) if state.stability >= 1 else "under a day"
        facts += [f"stability {stability}", f"difficulty {state.difficulty:.1f}"]
    facts += [f"{state.lapses} lapses"] if state.lapses else []
    return one_line(" · ".join(facts), "$foreground-muted")
