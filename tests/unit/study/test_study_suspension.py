"""Suspended cards: listed, and asked again when resumed."""

import pytest

from quizterm.errors import UsageError
from quizterm.study import marking
from quizterm.study.review import Review
from quizterm.study.session import open_study
from quizterm.study.suspension import Suspended, resume, suspended
from quizterm.study.today import nothing_to_ask


def test_a_suspended_card_is_listed_until_it_is_resumed(study):
    review = Review(study)
    review.suspend()
    assert [card.display_id for card in suspended(study)] == ["first.a1"]
    assert resume(study, "first.a1").title == "Card a1"
    assert suspended(study) == ()
    assert Review(study).question.card.name == "a1"


def test_a_suspended_exercise_is_listed_and_resumed_by_its_slug():
    with open_study() as study:
        marking.suspend(study, ["engine", "leaves.accumulates"])
        engine = Suspended("engine", "Scalar autograd engine")
        assert suspended(study)[1:] == (engine,)
        assert resume(study, "engine") == engine
        assert [one.display_id for one in suspended(study)] == ["leaves.accumulates"]
        assert not study.store.item_by_key("exercise:engine").state.suspended


def test_a_card_that_is_not_suspended_or_not_there_is_named(study):
    with pytest.raises(UsageError, match=r"first\.a1 is not suspended"):
        resume(study, "first.a1")
    with pytest.raises(UsageError, match=r"did you mean"):
        resume(study, "first.a0")


def test_a_sitting_without_a_card_says_why(home, reopen):
    (home / "settings.toml").write_text("new_cards_a_day = 0\n")
    reasons = nothing_to_ask(reopen())
    assert "5 new cards held back: at most 0 new cards a day" in reasons


def test_with_all_answered_it_says_so(study, course_folder, reopen):
    (course_folder / "02-second.md").unlink()
    study = reopen()
    review = Review(study)
    while review.question is not None:
        review.suspend()
    assert nothing_to_ask(study) == ("Everything is answered, buried or suspended",)
