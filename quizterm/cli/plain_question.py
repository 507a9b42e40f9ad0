"""The front of a card in lines, and what the learner says before the answer is shown. Each kind its own way."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from quizterm.cli.lines import Lines
from quizterm.cli.markdown import plain
from quizterm.cli.text import lettered, letters_of, numbered, one_line
from quizterm.course.cloze import Blank
from quizterm.course.model import Bug, CardKind, Choice, Cloze, Order, Printed, Recall
from quizterm.memory.item import Rating
from quizterm.study.question import Question

_OR_REVEAL = "an empty line shows the answer"


class Reply(NamedTuple):
    """What came of the question: a line to set beside the answer, and the grade it suggests. Both may be missing."""

    remark: str | None = None
    suggested: Rating | None = None


def question_text(question: Question) -> str:
    """All that is shown before the reveal."""
    card = question.card
    place = one_line(", ".join(part for part in (question.lesson_title, question.section_title) if part))
    novelty = " (new)" if question.is_new else ""
    parts = [f"{one_line(question.display_id)}{novelty}, {place}\n{one_line(card.title)}"]
    parts.append(_with_numbered_blanks(question) if isinstance(card.body, Cloze) else plain(card.question))
    match card.body:
        case Choice(options):
            parts.append(lettered([options[place].text for place in question.order]))
        case Order(steps):
            parts.append(numbered([steps[place] for place in question.order]))
    return "\n\n".join(parts) + "\n"


def collect_reply(question: Question, lines: Lines) -> Reply:
    """Let the learner answer, until the answer may be shown.

    Raises:
        EndOfInputError: the input ended.
    """
    match question.card.body:
        case Recall():
            lines.ask(f"Say it aloud; {_OR_REVEAL}:")
            return Reply()
        case Bug():
            lines.ask(f"Say which line is wrong and why; {_OR_REVEAL}:")
            return Reply()
        case Cloze(blanks):
            return _collect_blanks(question, len(blanks), lines)
        case Choice(options):
            return _collect_letters(question, len(options), lines)
        case Order(steps):
            return _collect_order(question, len(steps), lines)
        case Printed():
            return _collect_printed(question, lines)


def _collect_blanks(question: Question, blanks: int, lines: Lines) -> Reply:
    typed: list[str] = []
    for number in range(1, blanks + 1):
        text = lines.ask(f"Blank {number} of {blanks}; {_OR_REVEAL}:")
        if not text.strip():
            break
        typed.append(text)
    if not typed:
        return Reply()
    result = question.judge_blanks([*typed, *[""] * (blanks - len(typed))])
    wrong = [str(number) for number, right in enumerate(result.right, 1) if not right]
    remark = f"Wrong or missing: {', '.join(wrong)}" if wrong else "All right"
    return Reply(remark, result.suggested)


def _collect_letters(question: Question, options: int, lines: Lines) -> Reply:
    known = letters_of(options)
    while True:
        text = lines.ask(f"Letters of all that are right; {_OR_REVEAL}:").lower()
        letters = re.sub(r"[\s,;.]", "", text)
        if not letters:
            return Reply()
        if set(letters) <= set(known):
            result = question.judge_letters(letters)
            return Reply("Right" if result.right else "Not right", result.suggested)
        lines.say(f"Type letters from a to {known[-1]}, such as {known[:2]}")


def _collect_order(question: Question, steps: int, lines: Lines) -> Reply:
    while True:
        text = lines.ask(f"Numbers in the right order; {_OR_REVEAL}:")
        numbers = [int(number) for number in re.findall(r"[0-9]{1,3}", text)]
        if not text.strip():
            return Reply()
        if sorted(numbers) == list(range(1, steps + 1)):
            result = question.judge_order([number - 1 for number in numbers])
            return Reply("Right" if result.right else "Not the right order", result.suggested)
        lines.say(f"Type each number from 1 to {steps} once, with spaces between")


def _collect_printed(question: Question, lines: Lines) -> Reply:
    if question.card.kind is CardKind.SHAPE:
        typed = lines.ask(f"Its shape; {_OR_REVEAL}:")
    else:
        typed = "\n".join(_until_empty_line(lines))
    if not typed.strip():
        return Reply()
    result = question.judge_typed(typed)
    return Reply("Your answer matches" if result.matches else "Your answer differs", result.suggested)


def _until_empty_line(lines: Lines) -> Iterator[str]:
    prompt = f"What it prints, line by line; {_OR_REVEAL}:"
    while (line := lines.ask(prompt)).strip():
        yield line
        prompt = ">"


def _with_numbered_blanks(question: Question) -> str:
    number = 0
    parts = []
    for piece in question.cloze_pieces:
        if isinstance(piece, Blank):
            number += 1
            parts.append(f"[{number}: ____]")
        else:
            parts.append(piece.text)
    return plain("".join(parts))
