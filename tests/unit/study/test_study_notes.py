"""Notes live in the log: they are undone, and go with it to another machine."""

import io
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from quizterm.cli import note
from quizterm.cli.plain_review import PlainReview
from quizterm.errors import UsageError
from quizterm.memory.item import Rating
from quizterm.store.store import Store
from quizterm.study.info import info
from quizterm.study.notes import LONGEST_NOTE, item_of, keep_note, note_on
from quizterm.study.review import Review
from quizterm.study.session import Study
from quizterm.study.undo import redo_newest, undo_newest

NASTY = 'a [/] "quoted" note\nof two lines 漢字 🔬'


def item_id(study: Study) -> int:
    item = study.store.item_by_key("small.first.a2")
    assert item is not None
    return item.id


def test_the_newest_note_counts_and_undoing_brings_back_the_one_before(study: Study) -> None:
    card = item_id(study)
    assert note_on(study, card) == ""
    assert keep_note(study, card, "first")
    assert keep_note(study, card, f"  {NASTY}\n")
    assert note_on(study, card) == NASTY
    undone = undo_newest(study)
    assert undone is not None
    assert undone.sentence == "Took back the note on “Card a2”"
    assert note_on(study, card) == "first"
    redo_newest(study)
    assert note_on(study, card) == NASTY
    assert keep_note(study, card, " ")
    assert note_on(study, card) == ""


def test_a_note_changes_nothing_else_and_the_same_note_nothing_at_all(study: Study) -> None:
    Review(study).answer(Rating.GOOD, 1_000)
    card = item_id(study)
    before = study.store.item(card)
    assert before is not None
    keep_note(study, card, "mine")
    noted = study.store.item(card)
    assert noted is not None
    assert noted.state == before.state
    assert not keep_note(study, card, "mine ")
    assert study.store.item(card) == noted


def test_a_note_outlives_a_restart_and_goes_to_another_machine(
    study: Study, reopen: Callable[[], Study], tmp_path: Path
) -> None:
    keep_note(study, item_id(study), NASTY)
    again = reopen()
    assert note_on(again, item_id(again)) == NASTY
    lines = list(again.store.export())
    with Store.open(tmp_path / "other.sqlite", machine_random=Random(7)) as other:
        other.merge(lines)
        assert list(other.export())[1:] == lines[1:]


def test_a_note_of_a_book_is_refused(study: Study) -> None:
    with pytest.raises(UsageError, match="at most 10,000 characters"):
        keep_note(study, item_id(study), "x" * (LONGEST_NOTE + 1))


def test_a_note_is_shown_wherever_the_card_is(study: Study, capsys: pytest.CaptureFixture[str]) -> None:
    keep_note(study, item_of(study, "first.a1"), NASTY)
    assert info(study, "first.a1").note == NASTY
    shown = io.StringIO()
    PlainReview(study, Review(study), io.StringIO("\n3\n"), shown).run()
    assert f"Your note: {NASTY}\n" in shown.getvalue()
    study.close()
    for text in ([], ["other", "words"], [""]):
        assert note.run(Namespace(content=[], card="first.a1", text=text)) == 0
    assert capsys.readouterr().out == f"{NASTY}\nother words\nno note\n"
