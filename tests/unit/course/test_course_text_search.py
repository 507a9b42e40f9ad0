"""Looking for phrases in all titles and questions at once: the same cards as reading each card finds."""

from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from quizterm.course.catalog import Catalog, load_catalog
from quizterm.course.model import CardKind, CardText
from quizterm.course.text_search import cards_that_say, folded, searchable

WORDS = ["Gradient", "gra", "Straße", "STRASSE", "é", "e\u0301", "tensor", "a\tb", "c0", ".grad", "→", "İ"]
texts = st.lists(st.sampled_from(WORDS), max_size=4).map(" ".join)


@example([], [""], 6)
@example([("a", "b")], ["", " "], 6)
@example([("a", "b")], ["\udcff"], 6)
@given(st.lists(st.tuples(texts, texts), max_size=6), st.lists(texts, max_size=3), st.integers(0, 6))
def test_the_lines_find_what_each_card_says(cards: list[tuple[str, str]], phrases: list[str], many: int) -> None:
    known = {f"d.l.c{number}": CardText(CardKind.RECALL, *texts) for number, texts in enumerate(cards)}
    said = {card_id: folded(f"{text.title} {text.question}") for card_id, text in known.items()}
    expected = [card_id for card_id in known if all(folded(phrase) in said[card_id] for phrase in phrases)]
    with patch("quizterm.course.text_search._MANY", many):
        assert cards_that_say(searchable([known, {}]), phrases) == expected


@pytest.mark.parametrize(("one", "other"), [("STRASSE", "straße"), ("e\u0301", "É"), ("two  words", "Two\nwords")])
def test_texts_that_read_alike_are_alike(one: str, other: str) -> None:
    assert folded(one) == folded(other)


def write_lesson(folder: Path, name: str, words: list[str]) -> None:
    cards = "".join(
        f"### {word}\n<!-- card c{number} kind=recall section=basics -->\nWhat is {word}?\n\n---\n\n"
        f"No {word[::-1]}.\n\n#### Key points\n- one\n\n"
        for number, word in enumerate(words)
    )
    (folder / f"{name}.md").write_text(f"# {name}\n\n## Basics\n\nText.\n\n## Recall\n\n{cards}", encoding="utf-8")


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    folder = tmp_path / "deck"
    folder.mkdir()
    write_lesson(folder, "one", ["apple", "pear"])
    write_lesson(folder, "two", ["Pear tree", "plum"])
    return folder


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def catalog(deck: Path, cache: Path | None) -> Catalog:
    found = load_catalog([deck], cache)
    assert found.faults == ()
    return found


def test_cards_come_in_course_order_and_answers_are_not_looked_at(deck: Path, cache: Path) -> None:
    for _ in range(2):
        course = catalog(deck, cache)
        assert course.cards_that_say(["PEAR"]) == ["deck.one.c1", "deck.two.c0"]
        assert course.cards_that_say(["pear", "tree"]) == ["deck.two.c0"]
        assert course.cards_that_say(["eert raeP"]) == []
        assert len(course.cards_that_say([])) == 4


def test_a_changed_lesson_is_found_as_it_is_now(deck: Path, cache: Path) -> None:
    assert catalog(deck, cache).cards_that_say(["cherry"]) == []
    write_lesson(deck, "two", ["cherry"])
    assert catalog(deck, cache).cards_that_say(["cherry"]) == ["deck.two.c0"]
    assert catalog(deck, cache).cards_that_say(["plum"]) == []


@pytest.mark.parametrize("content", [b"", b"\n", b"deck.one.c0\tplum", None])
def test_a_damaged_or_lost_file_is_gathered_anew(deck: Path, cache: Path, content: bytes | None) -> None:
    catalog(deck, cache).cards_that_say(["plum"])
    [gathered] = cache.glob("*/texts.search")
    if content is None:
        gathered.unlink()
    else:
        gathered.write_bytes(content)
    assert catalog(deck, cache).cards_that_say(["plum"]) == ["deck.two.c1"]


def test_without_a_cache_texts_are_kept_in_memory(deck: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for place in (None, tmp_path / "file" / "cache"):
        course = catalog(deck, place)
        for _ in range(2):
            assert course.cards_that_say(["plum"]) == ["deck.two.c1"]
