"""Blanks to fill in."""

from textual.content import Content

from quizterm.course.cloze import Blank
from quizterm.course.model import Cloze
from quizterm.memory.item import Rating
from quizterm.study.question import Question
from quizterm.tui.blocks import Blocks, Paragraph
from quizterm.tui.cards.play import RIGHT, RIGHT_STYLE, WRONG, WRONG_STYLE, Play, verdict
from quizterm.tui.fields.blanks import BlankFields
from quizterm.tui.markdown import blocks_of
from quizterm.tui.text import one_line, plain

FIRST_PLACE = 0x10F000  # private characters, one for each blank while the Markdown around them is parsed
_GAP = "_____"


class ClozePlay(Play):
    hint = "Fill the blanks; enter goes to the next, shift+tab back."

    def __init__(self, question: Question, body: Cloze) -> None:
        self._blanks = body.blanks
        self._fields = BlankFields(len(body.blanks))
        super().__init__(question)

    def make_field(self) -> BlankFields:
        return self._fields

    def asked(self) -> Blocks:
        return self._with([Content.styled(f"{_GAP}{number}", "bold $text-primary") for number in self._numbers])

    def asked_again(self) -> Blocks:
        results = self._results()
        return self._with([self._filled(text, is_right) for text, is_right in zip(self._blanks, results, strict=True)])

    def revealed(self) -> Blocks:
        typed = self._fields.texts
        if not any(typed):
            return self.prose()
        results = self._results()
        wrong = [
            Content.assemble(
                (f"{WRONG} {number} ", WRONG_STYLE), one_line(text) or Content("nothing"), "  →  ", plain(blank)
            )
            for number, text, blank, is_right in zip(self._numbers, typed, self._blanks, results, strict=True)
            if not is_right
        ]
        head = verdict(not wrong, "All right", "Not quite: what you typed, and what belongs there").text
        return [Paragraph(Content("\n").join([head, *wrong])), *self.prose()]

    def suggested(self) -> Rating | None:
        return self.question.judge_blanks(self._fields.texts).suggested

    @property
    def _numbers(self) -> range:
        return range(1, len(self._blanks) + 1)

    def _results(self) -> tuple[bool | None, ...]:
        """Right or wrong for each blank; None where nothing at all was typed."""
        typed = self._fields.texts
        if not any(typed):
            return (None,) * len(self._blanks)
        return tuple(self.question.judge_blanks(typed).right)

    def _filled(self, text: str, is_right: bool | None) -> Content:
        if is_right is None:
            return plain(text, "bold underline $text-primary")
        mark, style = (RIGHT, RIGHT_STYLE) if is_right else (WRONG, WRONG_STYLE)
        return plain(f"{mark}{text}", f"{style} underline")

    def _with(self, shown: list[Content]) -> Blocks:
        fill = {chr(FIRST_PLACE + number): content for number, content in enumerate(shown)}
        places = iter(fill)
        pieces = self.question.cloze_pieces
        text = "".join(next(places, "") if isinstance(piece, Blank) else piece.text for piece in pieces)
        return [self.title(), *blocks_of(text, fill=fill)]
