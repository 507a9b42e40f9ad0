"""A lesson file into a lesson: title, sections, and where cards begin and end."""

import unicodedata

import pytest
from course_helpers import DECKS, card_text, deck_text, lesson_of, messages, read

from quizterm.course.model import CardKind

GOOD = card_text("recall", "Asked?", "Yes.", name="good")


def test_a_lesson_has_a_title_an_introduction_sections_and_cards() -> None:
    lesson = lesson_of(
        "# Some *title*\n\nFirst words.\n\n## The `Idea`\n\nText.\n\n### Detail\n\nMore.\n\n## Recall\n\n" + GOOD
    )
    assert (lesson.title, lesson.introduction) == ("Some title", "First words.")
    (section,) = lesson.sections
    assert (section.slug, section.title, section.line) == ("the-idea", "The Idea", 5)
    assert section.text == "Text.\n\n### Detail\n\nMore."
    (card,) = lesson.cards
    assert (card.id, card.kind, card.title, card.line) == ("deck.lesson.good", CardKind.RECALL, "Title", 15)
    assert (card.question, card.answer) == ("Asked?", "Yes.")


def test_comments_are_not_shown_but_all_else_is_kept_as_written() -> None:
    lesson = lesson_of(
        deck_text(
            card_text("recall", "Asked?\n\n<!-- a note -->\n\nReally?", "<!-- hm -->\nYes <!-- ? -->."),
            sections="## Ideas\n\nOne.\n\n<!-- several\n\n## lines -->\n\nTwo.\n\n```python\n<!-- code -->\n```\n\n",
        )
    )
    assert lesson.sections[0].text.split() == "One. Two. ```python <!-- code --> ```".split()
    assert lesson.cards[0].question.split("\n")[0::4] == ["Asked?", "Really?"]
    assert lesson.cards[0].answer == "Yes <!-- ? -->."


def test_a_card_that_names_no_section_is_met_in_the_first() -> None:
    assert lesson_of(deck_text(GOOD)).cards[0].section == "ideas"
    assert lesson_of(deck_text(GOOD, sections="")).cards[0].section == ""
    practice = card_text("recall", "Asked?", "Yes.", more=" section=practice")
    assert lesson_of(deck_text(practice)).cards[0].section == "practice"


def test_where_ten_sections_are_demanded_a_card_must_name_its_section() -> None:
    source = read(deck_text(GOOD), ten_sections=True)
    assert messages(source) == ["14: the card names no section; write section= and one of ideas, practice"]
    assert source.lesson is not None
    assert source.lesson.cards[0].section == "ideas"


@pytest.mark.parametrize(
    ("was", "full"),
    [("old", "deck.lesson.old"), ("other.old", "deck.other.old"), ("pack.other.old", "pack.other.old")],
)
def test_an_old_id_is_completed_from_the_place_of_the_card(was: str, full: str) -> None:
    assert lesson_of(deck_text(card_text("recall", "Asked?", "Yes.", more=f" was={was}"))).cards[0].was == full


def test_text_right_above_the_rule_does_not_turn_it_into_a_heading() -> None:
    lesson = lesson_of(deck_text("### Title\n<!-- card tight kind=recall -->\nAsked\ntwice?\n---\nYes.\n"))
    assert (lesson.cards[0].question, lesson.cards[0].answer) == ("Asked\ntwice?", "Yes.")


def test_only_the_first_rule_parts_question_and_answer() -> None:
    card = lesson_of(deck_text(card_text("recall", "Asked?", "One.\n\n---\n\nTwo."))).cards[0]
    assert card.answer == "One.\n\n---\n\nTwo."


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, "no lesson in this file"),
        ("Only text.", 1, "no lesson in this file"),
        ("## Ideas\n\nText.\n\n## Recall\n", 1, "no title"),
        ("Words.\n\n# Title\n\n## Recall\n", 1, "text before the title"),
        ("---\ntitle: x\n---\n# Title\n## Recall\n", 1, "text before the title"),
        ("# One\n\n# Two\n\n## Recall\n", 3, "a second title `Two`"),
        ("# Title\n\n## Ideas\n\nText.\n", 6, "no `## Recall`"),
        ("# Title\n\n## Ideas\n\n## ideas\n\n## Recall\n", 5, "a second section `ideas`, as in line 3"),
        ("# Title\n\n## Recall\n\n## Ideas\n", 5, "stands behind `## Recall`"),
        ("# Title\n\n## Recall\n\n## Recall\n", 5, "a second `## Recall`"),
        ("# Title\n\n## Recall\n\nWords.\n", 5, "text between `## Recall` and the first card"),
        ("# Title\n\n##\n\n## Recall\n", 3, "a section without a title"),
        ("# Title\n\nIdeas\n-----\n\n## Recall\n", 4, "makes it a heading"),
        ("# Title\n\n ## Ideas\n\n## Recall\n", 3, "a heading that is indented"),
        ("# Title\n\n<!-- card x kind=recall -->\n\n## Recall\n", 3, "a card outside `## Recall`"),
        ("# Title\n\n> [!TIP]\n> Hm.\n\n## Recall\n", 3, "unknown call-out `[!TIP]`"),
        ("# Title\n\n- > [!note]\n\n## Recall\n", 3, "unknown call-out `[!note]`"),
        ("# Title\n\n```py\nx\n```\n\n## Ideas\n\n```python quietly\nx\n```\n\n## Recall\n\n### A\n", 15, "no comment"),
        (f"# {'long ' * 50}\n\n## Recall\n", 1, "a title of more than 200 characters"),
        (b"# Title\n\n## Recall\n\x1b[2J", 4, "a control character, U+001B"),
        (b"# Title\r\n\r\nGr\xf6\xdfe\r\n\r\n## Recall\r\n", 3, "a byte that is not UTF-8"),
        ("# Title\n\n## Recall\n".encode("utf-16"), 1, "the file is UTF-16"),
        (b"#" * (4 * 2**20 + 1), 1, "larger than 4 MiB"),
    ],
)
def test_faults_say_where_and_what(text: str | bytes, line: int, words: str) -> None:
    source = read(text)
    assert [fault.line for fault in source.faults if words in fault.message] == [line]


@pytest.mark.parametrize("name", ["NOTE", "WARNING", "CONTRAST"])
def test_known_call_outs_stay_in_the_text(name: str) -> None:
    text = f"> [!{name}]\n> Mind this."
    assert lesson_of(f"# Title\n\n## Ideas\n\n{text}\n\n## Recall\n").sections[0].text == text


def test_control_characters_never_reach_a_lesson() -> None:
    source = read(deck_text(card_text("recall", "Asked\x1b[2J?\x9b", "```text\n\x07\n```")))
    assert source.lesson is not None
    (card,) = source.lesson.cards
    assert card.question + card.answer == "Asked\ufffd[2J?\ufffd```text\n\ufffd\n```"


@pytest.mark.parametrize("deck", ["crlf-and-bom", "lone-cr"])
def test_line_ends_and_marks_of_other_systems_change_nothing(deck: str) -> None:
    data = (DECKS / "traps" / f"{deck}.md").read_bytes()
    assert (b"\r\n" in data, data.startswith(b"\xef\xbb\xbf"), data.count(b"\n") == 0) in [
        (True, True, False),
        (False, False, True),
    ]
    plain = data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    assert lesson_of(data) == lesson_of(plain)


def test_accents_are_composed_except_in_code() -> None:
    data = (DECKS / "traps" / "nfd.md").read_bytes()
    assert not unicodedata.is_normalized("NFC", data.decode())
    lesson = lesson_of(data)
    (card,) = lesson.cards
    assert (lesson.title, card.id, card.section, card.title) == ("Café", "deck.lesson.être", "idées", "Être")
    text, _, code = card.question.partition("```")
    assert unicodedata.is_normalized("NFC", text)
    assert unicodedata.is_normalized("NFD", code)
    assert "e\u0301" in code


def test_nothing_in_a_fence_is_a_card_a_heading_a_rule_a_blank_or_a_comment() -> None:
    lesson = lesson_of((DECKS / "traps" / "fences.md").read_bytes())
    assert [section.slug for section in lesson.sections] == ["ideas"]
    assert "A question in a fence." in lesson.sections[0].text
    cards = {card.name: card for card in lesson.cards}
    assert list(cards) == ["holds-a-card", "braces", "blanks", "marks"]
    assert "{{not a blank}}" in cards["holds-a-card"].question
    assert "### Another" in cards["holds-a-card"].answer
    assert 'f"{name}"' in cards["braces"].question
    assert "`{{x}}`" in cards["braces"].question
    assert "x[:, 0]" in cards["braces"].answer


@pytest.mark.parametrize(
    ("deck", "cards", "fault_lines"),
    [
        ("unclosed-fence", ["text-only", "with-fences", "at-the-end", "after"], [5, 9, 42]),
        ("unclosed-comment", ["neighbour", "last"], [6, 21]),
        ("duplicates", ["twin"], [6, 14]),
        ("broken", ["first", "odd", "last"], [6, 21, 29, 37, 44, 48, 56, 59, 69, 79, 88, 88]),
        ("latin-1", ["size"], [5]),
    ],
)
def test_a_broken_card_never_hides_its_neighbours(deck: str, cards: list[str], fault_lines: list[int]) -> None:
    source = read((DECKS / "traps" / f"{deck}.md").read_bytes())
    assert source.lesson is not None
    assert [card.name for card in source.lesson.cards] == cards
    assert [fault.line for fault in source.faults] == fault_lines


def test_an_unclosed_fence_in_a_section_ends_before_the_next_familiar_heading() -> None:
    text = "# Title\n\n## Concept\n\n```python\n# code\n\n## Use It\n\n```python\nx\n```\n\n## Recall\n\n" + GOOD
    source = read(text)
    assert messages(source) == ["5: this code fence is never closed; end it with ``` on a line of its own"]
    assert source.lesson is not None
    assert [section.slug for section in source.lesson.sections] == ["concept", "use-it"]
    assert [card.name for card in source.lesson.cards] == ["good"]


def test_the_content_hash_knows_what_is_shown_and_nothing_else() -> None:
    def content_hash(card: str) -> str:
        return lesson_of(deck_text(card)).cards[0].content_hash

    plain = content_hash(card_text("recall", "Asked?", "Yes."))
    assert content_hash(card_text("recall", "Asked?", "Yes.", name="other", more=" section=practice was=card")) == plain
    shown = [
        card_text("recall", "Asked!", "Yes."),
        card_text("recall", "Asked?", "No."),
        card_text("recall", "Asked?", "Yes.\n\n#### Key points\n- yes"),
        card_text("recall", "Asked?", "Yes.").replace("Title", "Heading"),
        card_text("cloze", "Asked? {{Yes.}}"),
    ]
    assert len({plain, *map(content_hash, shown)}) == 1 + len(shown)
