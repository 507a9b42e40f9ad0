"""The learner's own note, as it stands below an answer."""

from textual.content import Content

from quizterm.tui.blocks import Block, Paragraph, Quote
from quizterm.tui.markdown import blocks_of


def noted(note: str) -> list[Block]:
    """The blocks of a note; none where there is none."""
    if not note:
        return []
    return [Quote((Paragraph(Content.styled("your note", "italic $foreground-muted")), *blocks_of(note)))]
