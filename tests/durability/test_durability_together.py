"""Two reviews and a status line on one database, each a process of its own: nothing is lost or counted twice."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from quizterm.memory.events import EventKind
from quizterm.study.session import open_study

QUIZTERM = [sys.executable, "-m", "quizterm"]
CARDS = 24
ANSWERS = 8


@pytest.fixture
def deck(tmp_path: Path, home: Path) -> Path:
    """Many new cards, all offered today."""
    folder = tmp_path / "deck"
    folder.mkdir()
    cards = "".join(
        f"### Number {number}\n<!-- card c{number} kind=recall section=basics -->\nWhat?\n\n---\n\nThat.\n\n"
        "#### Key points\n- that\n\n"
        for number in range(CARDS)
    )
    (folder / "counting.md").write_text(f"# Counting\n\n## Basics\n\nText.\n\n## Recall\n\n{cards}")
    (home / "settings.toml").write_text(f'new_cards_a_day = {CARDS}\ndecks = ["{folder}"]\n')
    return folder


def test_two_reviews_and_a_status_line_at_once(deck: Path) -> None:
    words = [*QUIZTERM, "review", "--plain", "--lesson", "counting", "--limit", str(ANSWERS)]
    with open_study():
        pass  # the first start parses the lessons
    reviews = [
        subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    due = [
        subprocess.Popen([*QUIZTERM, "due", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    for review in reviews:
        assert review.stdin is not None
        review.stdin.write("\n4\n" * (2 * CARDS))  # more than enough: a card that the other one took is asked again
        review.stdin.flush()
    for status in due:
        out, err = status.communicate(timeout=60)
        assert (status.returncode, err) == (0, "")
        assert 0 <= json.loads(out)["new"]["cards"] <= CARDS + 100
    told = 0
    for review in reviews:
        out, err = review.communicate(timeout=60)
        assert (review.returncode, err) == (0, ""), out
        told += ANSWERS
        assert f"{ANSWERS} answers" in out
    with open_study() as study:
        study.store.verify()
        assert study.store.rebuild() == 0
        assert study.store.reviews_total() == told
        items = study.store.items_by_keys([f"deck.counting.c{number}" for number in range(CARDS)]).values()
        histories = [study.store.history(item.id) for item in items]
    answers = [sum(event.kind is EventKind.REVIEWED for event in history) for history in histories]
    assert Counter(answers) == {1: told, 0: CARDS - told}
