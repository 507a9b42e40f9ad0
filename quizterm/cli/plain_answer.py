"""The back of a card in lines: what the learner's reply was worth, then the answer. Each kind its own way."""

from quizterm.cli.markdown import plain
from quizterm.cli.plain_question import Reply
from quizterm.cli.text import lettered, letters_of, numbered, one_line
from quizterm.course.model import Bug, CardKind, Choice, Cloze, Order, Printed, Recall
from quizterm.study.question import Question
from quizterm.visible import visible


def answer_text(question: Question, reply: Reply) -> str:
    """What is shown at the reveal."""
    answer = plain(question.card.answer).strip()
    match question.card.body:
        case Recall(key_points):
            parts = [answer, f"Key points:\n{lettered(key_points)}" if key_points else ""]
        case Cloze(blanks):
            parts = [numbered(blanks), answer]
        case Choice():
            parts = [_options(question), answer]
        case Printed(_, output):
            heading = "It prints" if question.card.kind is CardKind.OUTPUT else "Its shape"
            parts = [_code(heading, output), answer]
        case Order(steps):
            parts = [numbered(steps), answer]
        case Bug() as bug:
            parts = [
                answer,
                _code("As it stands it prints", bug.output),
                _code("Repaired", bug.repaired),
                _code("Repaired it prints", bug.repaired_output),
            ]
    shown = [part for part in (reply.remark, *parts) if part]
    return "\n" + "\n\n".join(shown) + "\n"


def _options(question: Question) -> str:
    body = question.card.body
    assert isinstance(body, Choice)
    lines = []
    for letter, place in zip(letters_of(len(question.order)), question.order, strict=True):
        option = body.options[place]
        verdict = "right" if option.right else "wrong"
        lines.append(f"  {letter}. {verdict}: {one_line(option.text)}")
        lines.append(f"     {one_line(option.why)}")
    return "\n".join(lines)


def _code(heading: str, text: str) -> str:
    """Code or output under a heading; nothing if there is none."""
    lines = visible(text).rstrip("\n").split("\n")
    return "\n".join([f"{heading}:", *(f"    {line}" for line in lines)]) if text.strip() else ""
