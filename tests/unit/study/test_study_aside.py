"""A long record is counted in another thread, and comes out the same."""

import threading

import pytest

from quizterm.memory.item import Rating
from quizterm.study import aside as module
from quizterm.study.aside import aside, takes_long
from quizterm.study.progress import year
from quizterm.study.record import Record, learners_record
from quizterm.study.review import Review
from quizterm.study.session import Study


def test_another_thread_counts_what_this_one_would(study: Study) -> None:
    Review(study).answer(Rating.EASY, 1_000)
    counted: list[tuple[Record, list[int]]] = []

    def count() -> None:
        with aside(study) as other:
            counted.append((learners_record(other), year(other)))

    thread = threading.Thread(target=count)
    thread.start()
    thread.join(30)
    assert counted == [(learners_record(study), year(study))]
    Review(study).answer(Rating.GOOD, 1_000)  # the connection of this thread is as it was


def test_how_long_it_takes_is_told_by_the_cards_that_were_met(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MANY_CARDS", 1)
    assert not takes_long(study)
    Review(study).answer(Rating.EASY, 1_000)
    assert takes_long(study)
