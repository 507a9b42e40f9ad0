"""The comment that makes a heading a card."""

from pathlib import Path

import pytest

from quizterm.course.attributes import Attributes, read_attributes
from quizterm.course.model import CardKind
from quizterm.course.report import Report


def read(comment: str) -> tuple[Attributes | None, list[str]]:
    report = Report(Path("deck.md"))
    attributes = read_attributes(comment, 4, report)
    assert all(fault.line == 5 for fault in report.faults)
    return attributes, [fault.message for fault in report.faults]


@pytest.mark.parametrize("kind", list(CardKind))
def test_every_kind_can_be_named(kind: CardKind) -> None:
    assert read(f"<!-- card a-card_1 kind={kind} section=use-it was=a.b.c -->") == (
        Attributes("a-card_1", kind, "use-it", "a.b.c"),
        [],
    )


def test_order_and_white_space_do_not_matter() -> None:
    expected = Attributes("größe", CardKind.CHOICE, "s", None), []
    assert read("  <!--card größe   section=s\n kind=choice-->\n") == expected


@pytest.mark.parametrize(
    ("comment", "words"),
    [
        ("<!-- cards x kind=recall -->", "the line under a card's title must be"),
        ("<!-- card x kind=recall", "--> is missing"),
        ("<!-- card -->", "the card has no name"),
        ("<!-- card kind=recall -->", "the card has no name"),
        ("<!-- card x -->", "the card has no kind"),
        ("<!-- card x kind=clozes -->", "unknown kind `clozes` (did you mean `cloze`?)"),
        ("<!-- card a.b kind=recall -->", "the card name `a.b` cannot be used"),
        ("<!-- card Card kind=recall -->", "the card name `Card` cannot be used"),
        ("<!-- card -x kind=recall -->", "the card name `-x` cannot be used"),
    ],
)
def test_without_a_usable_name_and_kind_there_is_no_card(comment: str, words: str) -> None:
    attributes, faults = read(comment)
    assert attributes is None
    assert [words in fault for fault in faults] == [True]


@pytest.mark.parametrize(
    ("words_in_comment", "words"),
    [
        ("sections=s", "unknown attribute `sections` (did you mean `section`?)"),
        ("section", "`section` in the card's comment"),
        ("section=", "`section=` in the card's comment"),
        ("kind=cloze", "`kind` stands twice"),
        ("was=a.b.c.d", "is no card"),
        ("was=Old!", "is no card"),
    ],
)
def test_other_mistakes_are_faults_but_the_card_is_asked(words_in_comment: str, words: str) -> None:
    attributes, faults = read(f"<!-- card x kind=recall {words_in_comment} -->")
    assert attributes == Attributes("x", CardKind.RECALL, None, None)
    assert [words in fault for fault in faults] == [True]
