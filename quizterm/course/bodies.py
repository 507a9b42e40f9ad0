"""What each kind of card needs beyond question and answer, read from its blocks."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from quizterm.course.blocks import Block, Item, fences, inline_tokens, is_comment, list_items, plain
from quizterm.course.cloze import Blank, split_cloze
from quizterm.course.code_spans import code_spans
from quizterm.course.fences import Fence
from quizterm.course.model import Body, Bug, CardKind, Choice, Cloze, Option, Order, Printed, Recall
from quizterm.course.report import Report

KEY_POINTS = "key points"
_TASK = re.compile(r"\[(?P<mark>[ xX])\][ \t]+(?P<text>.*)")
_MOST_LETTERS = 26  # options and key points are answered with letters
_MOST_EXPLANATION_STARTS = 50


@dataclass(frozen=True, slots=True)
class Half:
    """The question or the answer of a card: its blocks, and the lines of the file they come from."""

    lines: Sequence[str]
    start: int
    end: int
    blocks: tuple[Block, ...]

    def text(self, without: Sequence[Block] = ()) -> str:
        """Its Markdown, without some of its blocks and without comments."""
        hidden = [*without, *(block for block in self.blocks if is_comment(block))]
        kept = list(self.lines[self.start : self.end])
        for block in hidden:
            kept[block.start - self.start : block.end - self.start] = [""] * (block.end - block.start)
        return "\n".join(kept).strip("\n").rstrip()

    def fences(self, report: Report) -> list[Fence]:
        return fences(self.blocks, report)

    def block_of(self, fence: Fence) -> Block:
        return next(block for block in self.blocks if block.start == fence.start)

    def last(self, kind: str) -> Block | None:
        """Its last block of a kind."""
        return next((block for block in reversed(self.blocks) if block.kind == kind), None)


@dataclass(frozen=True, slots=True)
class Content:
    """A card's body, and the Markdown around it."""

    question: str
    answer: str
    body: Body


def read_content(kind: CardKind, question: Half, answer: Half, index: int, report: Report) -> Content | None:
    """The content of a card whose heading is line `index`; `None`, with a fault, where it could not be asked."""
    if kind is not CardKind.RECALL and _key_points_heading(answer) is not None:
        report.add(index, "only a recall card has key points; make it kind=recall or drop the heading")
    return _READERS[kind](question, answer, index, report)


def _read_recall(question: Half, answer: Half, index: int, report: Report) -> Content | None:
    heading = _key_points_heading(answer)
    points: tuple[str, ...] = ()
    hidden: tuple[Block, ...] = ()
    if heading is not None:
        place = answer.blocks.index(heading)
        hidden = answer.blocks[place : place + 2]
        if len(hidden) < 2 or hidden[1].kind != "bullet_list_open":
            report.add(heading.start, "no list under Key points; write each as `- point`")
            hidden = hidden[:1]
        else:
            points = _simple(list_items(hidden[1]), "key point", report)
            if len(points) > _MOST_LETTERS:
                report.add(heading.start, f"more than {_MOST_LETTERS} key points; split the card")
                points = points[:_MOST_LETTERS]
            if len(answer.blocks) > place + 2:
                report.add(answer.blocks[place + 2].start, "text behind the key points; put it before their heading")
    text = answer.text(without=hidden)
    if not text and not points:
        report.add(index, "the card has no answer; write it under the rule")
        return None
    return Content(question.text(), text, Recall(points))


def _read_cloze(question: Half, answer: Half, index: int, report: Report) -> Content | None:
    text = question.text()
    blanks = [piece for piece in split_cloze(text) if isinstance(piece, Blank)]
    if not blanks:
        report.add(
            index, "a cloze card without a blank; write {{...}} around the words to be typed, outside code fences"
        )
        return None
    if not all(blank.text for blank in blanks):
        report.add(index, "an empty blank; write the words to be typed between {{ and }}")
        return None
    body = Cloze(tuple(blank.text for blank in blanks), tuple(blank.code for blank in blanks))
    return Content(text, answer.text(), body)


def _read_choice(question: Half, answer: Half, index: int, report: Report) -> Content | None:
    tasks = question.last("bullet_list_open")
    if tasks is None:
        report.add(
            index, "a choice card without options; write them as `- [x] right. *Why.*` and `- [ ] wrong. *Why.*`"
        )
        return None
    options = []
    for item in list_items(tasks):
        match = _TASK.fullmatch(item.text or "")
        if match is None:
            report.add(item.start, "an option must be one paragraph that starts with [x] or [ ]")
            return None
        text, why = split_explanation(match["text"])
        options.append(Option(text, match["mark"] != " ", why))
    if not any(option.right for option in options):
        report.add(tasks.start, "no option is right; mark at least one with [x]")
        return None
    if not 2 <= len(options) <= _MOST_LETTERS:
        report.add(tasks.start, f"a choice needs from 2 to {_MOST_LETTERS} options")
        return None
    return Content(question.text(without=[tasks]), answer.text(), Choice(tuple(options)))


def split_explanation(text: str) -> tuple[str, str]:
    """An option's text and the explanation in emphasis that ends it; the second is empty where there is none."""
    spans = code_spans(text, 0, len(text))
    starts = [match.end() for match in re.finditer(r"(?:^|\s)(?=[*_][^\s*_])", text)]
    starts = [start for start in starts if not any(first < start < last for first, last in spans)]
    for start in starts[-_MOST_EXPLANATION_STARTS:]:
        tokens = inline_tokens(text[start:])
        tokens = [token for token in tokens if token.type != "text" or token.content]
        if not tokens or (tokens[0].type, tokens[-1].type) != ("em_open", "em_close"):
            continue
        closing = next(place for place, token in enumerate(tokens) if token.type == "em_close" and token.level == 0)
        if closing == len(tokens) - 1:
            return text[:start].rstrip(), text[start + 1 : -1].strip()
    return text, ""


def _read_printed(question: Half, answer: Half, index: int, report: Report) -> Content | None:
    code = _only(question.fences(report), "python", "the question", index, report)
    output = _only(answer.fences(report), "output", "the answer", index, report)
    if code is None or output is None:
        return None
    text = answer.text(without=[answer.block_of(output)])
    return Content(question.text(), text, Printed(code.code, output.code))


def _read_bug(question: Half, answer: Half, index: int, report: Report) -> Content | None:
    code = _only(question.fences(report), "python", "the question", index, report)
    answered = answer.fences(report)
    repaired = _only(
        [fence for fence in answered if "repaired" in fence.flags],
        "python",
        "the answer",
        index,
        report,
        "python repaired",
    )
    if code is None or repaired is None:
        return None
    outputs = [fence for fence in [*question.fences(report), *answered] if fence.language == "output"]
    before = [fence for fence in outputs if fence.start < repaired.start]
    after = [fence for fence in outputs if fence.start > repaired.start]
    for extra in [*before[1:], *after[1:]]:
        report.add(extra.start, "one `output` fence before `python repaired` and one behind it, no more")
    shown = [repaired, *(fence for fence in outputs if fence in answered)]
    body = Bug(
        code=code.code,
        output=before[0].code if before else "",
        repaired=repaired.code,
        repaired_output=after[0].code if after else "",
    )
    return Content(question.text(), answer.text(without=[answer.block_of(fence) for fence in shown]), body)


def _read_order(question: Half, answer: Half, index: int, report: Report) -> Content | None:
    block = next((block for block in answer.blocks if block.kind == "ordered_list_open"), None)
    if block is None:
        report.add(index, "an order card without steps; write them under the rule as `1. first`, `2. second`")
        return None
    steps = _simple(list_items(block), "step", report)
    if len(steps) < 2:
        report.add(block.start, "an order needs two steps or more")
        return None
    return Content(question.text(), answer.text(without=[block]), Order(steps))


_READERS: dict[CardKind, Callable[[Half, Half, int, Report], Content | None]] = {
    CardKind.RECALL: _read_recall,
    CardKind.CLOZE: _read_cloze,
    CardKind.CHOICE: _read_choice,
    CardKind.OUTPUT: _read_printed,
    CardKind.SHAPE: _read_printed,
    CardKind.BUG: _read_bug,
    CardKind.ORDER: _read_order,
}


def _key_points_heading(answer: Half) -> Block | None:
    for block in answer.blocks:
        is_heading = block.kind == "heading_open" and block.tokens[0].tag == "h4"
        if is_heading and plain(block.tokens[1].content).casefold() == KEY_POINTS:
            return block
    return None


def _simple(items: Sequence[Item], what: str, report: Report) -> tuple[str, ...]:
    for item in items:
        if not item.text:
            report.add(item.start, f"a {what} must be one paragraph")
    return tuple(item.text for item in items if item.text)


def _only(
    found: Sequence[Fence], language: str, place: str, index: int, report: Report, written: str | None = None
) -> Fence | None:
    """The one fence of a language, or a fault."""
    matching = [fence for fence in found if fence.language == language]
    if not matching:
        report.add(index, f"no `{written or language}` fence in {place}; write one")
        return None
    for extra in matching[1:]:
        report.add(extra.start, f"a second `{written or language}` fence in {place}; keep one")
    return matching[0] if len(matching) == 1 else None
