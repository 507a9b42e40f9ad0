"""The list of all cards and exercises: what is in it, in which order, and what a filter leaves."""

import json
from argparse import Namespace
from typing import NamedTuple

import pytest

from quizterm.cli import browse
from quizterm.errors import UsageError
from quizterm.memory.item import ItemState, Rating
from quizterm.study import marking
from quizterm.study.browse import Collection, Line
from quizterm.study.filter import parse_filter
from quizterm.study.review import Review
from quizterm.study.session import Study
from quizterm.study.undo import undo_newest

NAMES = ["first.a1", "first.a2", "first.a3", "first.a4", "first.a5", "second.b1", "second.b2", "second.b3"]


class Seen(NamedTuple):
    """An item, read whole."""

    state: ItemState
    lesson: str
    course: str
    kind: str
    text: str


def found(study: Study, text: str = "") -> list[Line]:
    collection = Collection(study)
    return collection.lines([item_id for ids in collection.find(text) for item_id in ids])


def names(study: Study, text: str = "") -> list[str]:
    return [line.name for line in found(study, text)]


def test_everything_is_listed_in_course_order_with_what_its_lesson_says(study: Study) -> None:
    lines = found(study)
    assert [line.name for line in lines] == NAMES
    for line in lines:
        card = study.catalog.card(line.key)
        assert card is not None
        assert (line.title, line.kind, line.lesson) == (card.title, card.kind, card.lesson)
        assert (line.standing, line.due) == ("new", "")


def test_words_are_looked_for_in_titles_and_questions_but_not_in_answers(study: Study) -> None:
    assert names(study, "card a1") == ["first.a1"]
    assert names(study, '"what is b2"') == ["second.b2"]
    assert names(study, '"it is b2"') == []
    assert names(study, "lesson:small.second -b2") == ["second.b1", "second.b3"]


@pytest.mark.parametrize(
    "text", ["card", "WHAT a", "-b card", "lesson:second card", "is:new what", '"is a1" -a2', "x y"]
)
def test_looking_in_all_texts_at_once_finds_what_looking_at_each_item_finds(study: Study, text: str) -> None:
    wanted, now = parse_filter(text), study.now()
    items = [item for item in map(study.store.item, study.store.content_ids()) if item is not None]
    texts = {card.id: study.catalog.card(card.id) for _, _, card in study.catalog.entries()}
    expected = []
    for item in items:
        card = texts[item.key]
        assert card is not None
        seen = Seen(item.state, card.lesson, card.course, card.kind.value, f"{card.title}\n{card.question}")
        if wanted.allows(seen, now):
            expected.append(item.key.partition(".")[2])
    assert names(study, text) == expected


def test_a_filter_sees_what_was_answered_put_away_and_flagged(study: Study) -> None:
    review = Review(study)
    review.answer(Rating.EASY, 1_000)
    review.bury()
    review.suspend()
    waiting, buried, suspended = found(study)[:3]
    assert [line.standing for line in (waiting, buried, suspended)] == ["waiting", "buried", "suspended"]
    assert names(study, "is:buried") == [buried.name]
    assert names(study, "is:suspended") == [suspended.name]
    assert names(study, "seen:today") == names(study, "reps=1 due:1y") == [waiting.name]
    assert int(waiting.due.removesuffix("d")) == (waiting.state.due_day or 0) - study.now().day


def test_what_is_wrong_with_a_filter_is_said_before_anything_is_read(study: Study) -> None:
    with pytest.raises(UsageError, match=r"character 8: no lesson is called 'sceond'; did you mean second\?"):
        Collection(study).find("lesson:sceond")


def test_cards_and_exercises_are_put_away_flagged_and_brought_back(study: Study) -> None:
    key = "small.first.a3"
    marking.suspend(study, [key])
    marking.flag(study, [key])
    assert names(study, "is:suspended is:flagged") == ["first.a3"]
    assert marking.resume(study, [key]) == "first.a3 is asked again"
    assert names(study, "is:suspended") == []
    undo_newest(study)
    assert names(study, "is:suspended") == ["first.a3"]


def test_the_command_prints_what_the_list_holds(study: Study, capsys: pytest.CaptureFixture[str]) -> None:
    expected = [line.as_dict() for line in found(study, "lesson:second")]
    study.close()
    assert browse.run(Namespace(content=[], filter=["lesson:second"], json=True)) == 0
    assert json.loads(capsys.readouterr().out) == {"schema": 1, "items": expected}
    assert browse.run(Namespace(content=[], filter=["b3"], json=False)) == 0
    assert capsys.readouterr().out.split() == ["second.b3", "new", "Card", "b3"]
