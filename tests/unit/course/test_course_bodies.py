"""What each kind of card needs, and what is said where it is missing."""

import pytest
from course_helpers import DECKS, card_of, card_text, deck_text, fault_of, lesson_of, messages, read

from quizterm.course.bodies import split_explanation
from quizterm.course.model import Bug, CardKind, Choice, Cloze, Option, Order, Printed, Recall


def test_all_seven_kinds() -> None:
    lesson = lesson_of((DECKS / "kinds" / "kinds.md").read_bytes())
    assert [card.kind for card in lesson.cards] == list(CardKind)
    recall, cloze, choice, output, shape, bug, order = lesson.cards
    assert recall.body == Recall(("two routes, two effects", "effects add up", "so an engine writes `+=`"))
    assert recall.answer == "Because a nudge reaches the result by both routes."
    assert cloze.body == Cloze(("unchanged", "other factor", "grad"), (False, False, True))
    assert cloze.answer == "Sums copy, products swap."
    assert choice.question == "Which of these are *leaves*?"
    assert choice.body == Choice(
        (
            Option("A tensor you made yourself.", True, "Nothing recorded came before it."),
            Option("A parameter.", True, "It is made by hand, in a module, and `x*y*z` is not."),
            Option("A sum of two leaves.", False, "It was made by a recorded operation."),
        )
    )
    assert isinstance(output.body, Printed)
    assert output.question == f"What is printed?\n\n```python\n{output.body.code}\n```"
    assert (output.body.output, output.answer) == ("12.0\nValueError: ... large", "The exception ends it.")
    assert shape.body == Printed("(2, 3)[::-1]", "(3, 2)")
    assert bug.body == Bug("total = 3\ntotal = 4\nprint(total)", "4", "total = 3\ntotal += 4\nprint(total)", "7")
    assert bug.answer == "The second line: it *assigns*, and loses the 3."
    assert order.body == Order(("Run forward", "Seed the gradient with one", "Sweep backward"))
    assert order.answer == "Nothing else has to be sorted."


def test_key_points_alone_are_an_answer() -> None:
    assert card_of("recall", "Asked?", "#### Key points\n- one\n- two").body == Recall(("one", "two"))


@pytest.mark.parametrize("answer", [None, "", "Note."])
@pytest.mark.parametrize("kind", ["cloze", "choice"])
def test_cloze_and_choice_need_no_answer(kind: str, answer: str | None) -> None:
    question = "A {{b}}.\n" if kind == "cloze" else "Which?\n\n- [x] a. *Yes.*\n- [ ] b. *No.*\n"
    assert card_of(kind, question, answer).answer == (answer or "")


def test_text_behind_the_options_belongs_to_the_question() -> None:
    card = card_of("choice", "Which?\n\n- a plain list\n\nThese:\n\n* [X] a\n\n* [ ] b\n\nTake care.")
    assert isinstance(card.body, Choice)
    assert [option.right for option in card.body.options] == [True, False]
    assert "a plain list" in card.question
    assert card.question.endswith("Take care.")


def test_the_output_of_broken_code_may_stand_in_the_question() -> None:
    card = card_of(
        "bug",
        "It prints 1.\n\n```python\nprint(1)\n```\n\n```output\n1\n```",
        "Why.\n\n```python repaired\nprint(2)\n```\n\n```output\n2\n```",
    )
    assert card.body == Bug("print(1)", "1", "print(2)", "2")
    assert "```output\n1\n```" in card.question
    assert card.answer == "Why."


def test_code_keeps_its_blank_lines_and_indentation() -> None:
    code = "\n\nif True:\n\n    print(1)\n"
    card = card_of("output", f"```python\n{code}\n```", "```output\n1\n\n2\n```")
    assert card.body == Printed(code, "1\n\n2")


PYTHON = "```python\nprint(1)\n```"
OUTPUT = "```output\n1\n```"
REPAIRED = "```python repaired\nprint(2)\n```"


@pytest.mark.parametrize(
    ("kind", "question", "answer", "words"),
    [
        ("recall", "Asked?", None, "no rule between question and answer"),
        ("recall", "Asked?", "", "the card has no answer"),
        ("recall", "", "Yes.", "the card has no question"),
        ("cloze", "No blank.", None, "a cloze card without a blank"),
        ("cloze", "```text\n{{a}}\n```", None, "a cloze card without a blank"),
        ("cloze", "An {{ }} blank.", None, "an empty blank"),
        ("choice", "Which?", None, "a choice card without options"),
        ("choice", "- [x] a\n- [ ] b", None, "the card asks nothing"),
        ("choice", "Which?\n\n- [x] a\n- b", None, "must be one paragraph that starts with [x] or [ ]"),
        ("choice", "Which?\n\n- [x] a\n- [ ] b\n\n  c", None, "must be one paragraph that starts with [x] or [ ]"),
        ("choice", "Which?\n\n- [ ] a\n- [ ] b", None, "no option is right"),
        ("choice", "Which?\n\n- [x] a", None, "from 2 to 26 options"),
        ("choice", "Which?\n\n" + "- [x] a. *Yes.*\n" * 27, None, "from 2 to 26 options"),
        ("output", "What?", OUTPUT, "no `python` fence in the question"),
        ("output", PYTHON, "One.", "no `output` fence in the answer"),
        ("output", f"{PYTHON}\n{PYTHON}", OUTPUT, "a second `python` fence in the question"),
        ("shape", PYTHON, f"{OUTPUT}\n{OUTPUT}", "a second `output` fence in the answer"),
        ("bug", "What?", f"{OUTPUT}\n{REPAIRED}\n{OUTPUT}", "no `python` fence in the question"),
        ("bug", PYTHON, f"{OUTPUT}\n{PYTHON}\n{OUTPUT}", "no `python repaired` fence in the answer"),
        ("order", "Sort.", "- a\n- b", "an order card without steps"),
        ("order", "Sort.", "1. a", "two steps or more"),
    ],
)
def test_a_card_that_cannot_be_asked_is_left_out(kind: str, question: str, answer: str | None, words: str) -> None:
    assert words in fault_of(kind, question, answer)


@pytest.mark.parametrize(
    ("kind", "question", "answer", "words"),
    [
        ("recall", "Asked?", "Yes.\n\n#### Key points\n\nNone.", "no list under Key points"),
        ("recall", "Asked?", "#### Key points\n- a\n- b\n\n  c", "a key point must be one paragraph"),
        ("recall", "Asked?", "#### Key points\n- a\n\nYes.", "text behind the key points"),
        ("cloze", "A {{b}}.", "#### Key points\n- a", "only a recall card has key points"),
        ("order", "Sort.", "1. a\n2. b\n3. - c", "a step must be one paragraph"),
        ("bug", PYTHON, f"{OUTPUT}\n{OUTPUT}\n{REPAIRED}\n{OUTPUT}", "one `output` fence before"),
        ("recall", "```python now\n1\n```", "Yes.", "`now` after `python`"),
        ("recall", "```py\n1\n```", "Yes.", "a fence named `py`"),
        ("recall", "Asked?", "```output no-run\n1\n```", "`no-run` after `output`"),
        ("recall", "Asked?", "Yes.\n\n#### Key points\n" + "- a point\n" * 27, "more than 26 key points"),
    ],
)
def test_smaller_mistakes_leave_the_card_in(kind: str, question: str, answer: str, words: str) -> None:
    source = read(deck_text(card_text(kind, question, answer)))
    assert source.lesson is not None
    assert len(source.lesson.cards) == 1
    assert [words in message for message in messages(source)] == [True]


@pytest.mark.parametrize(
    ("item", "text", "why"),
    [
        ("a. *Why.*", "a.", "Why."),
        ("a. _Why._", "a.", "Why."),
        ("*a* or **b**. *Why.*", "*a* or **b**.", "Why."),
        ("a. *Why *b* and **c**.*", "a.", "Why *b* and **c**."),
        ("a * b. *Because `x * y` is not `x*y`.*", "a * b.", "Because `x * y` is not `x*y`."),
        ("`a *b` c*", "`a *b` c*", ""),
        ("a, *b*, c", "a, *b*, c", ""),
        ("a **b**", "a **b**", ""),
        ("*a*", "", "a"),
        ("", "", ""),
    ],
)
def test_the_emphasis_that_ends_an_option_explains_it(item: str, text: str, why: str) -> None:
    assert split_explanation(item) == (text, why)
