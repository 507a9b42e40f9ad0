"""The course as a whole: it is complete, and every fact it must teach is asked by a card."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

from quizterm.course.catalog import Catalog, load_catalog
from quizterm.course.model import CardKind

ROOT = Path(__file__).parents[2]
TABLE = Path(__file__).with_name("coverage.toml")
COURSE = "pytorch"


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact, and the cards that ask it, each as `lesson.card`."""

    says: str
    cards: tuple[str, ...]


FACTS = [Fact(row["says"], tuple(row["cards"])) for row in tomllib.loads(TABLE.read_text(encoding="utf-8"))["fact"]]


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog([ROOT / "content" / COURSE], None)


@pytest.fixture(scope="module")
def card_names(catalog: Catalog) -> set[str]:
    return {entry.id.removeprefix(f"{COURSE}.") for _, _, entry in catalog.entries()}


def test_the_course_has_no_fault(catalog: Catalog) -> None:
    assert catalog.faults == ()


def test_the_course_is_whole(catalog: Catalog) -> None:
    (course,) = catalog.courses
    files = {file.name for file in course.folder.glob("*.md")}
    assert {lesson.file.name for lesson in course.lessons} == files, "a lesson file that course.toml does not list"
    assert len(course.lessons) == 14
    assert sum(len(lesson.cards) for lesson in course.lessons) >= 185


def test_every_kind_of_card_occurs(catalog: Catalog) -> None:
    assert {entry.kind for _, _, entry in catalog.entries()} == set(CardKind)


def test_the_table_lists_each_fact_and_card_once() -> None:
    assert len(FACTS) == 55
    assert len({fact.says for fact in FACTS}) == len(FACTS)
    for fact in FACTS:
        assert len(set(fact.cards)) == len(fact.cards), fact.says


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.says)
def test_every_fact_is_asked_by_cards_that_exist(fact: Fact, card_names: set[str]) -> None:
    assert fact.cards, "no card asks it"
    assert [name for name in fact.cards if name not in card_names] == []
