"""forget, set-due, bury, suspend, flag, leeches, info, and the remarks of check: one clear line each."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from quizterm.memory.events import Draft, EventKind
from quizterm.memory.item import Rating
from quizterm.study import marking
from quizterm.study.review import Review
from quizterm.study.session import Study, open_study
from quizterm.study.undo import undo_newest
from tests.support.said import Said


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("forget kinds.said", "kinds.said is new again"),
        ("forget kinds.said --keep-lapses", "kinds.said is new again, lapses kept"),
        ("forget kinds.said kinds.filled", "2 cards are new again"),
        ("set-due kinds.said today", "kinds.said is due on Tuesday, 10 March 2026"),
        ("set-due kinds.said kinds.filled 3d", "2 cards are due on Friday, 13 March 2026"),
        ("bury kinds.said", "kinds.said is buried until tomorrow"),
        ("suspend kinds.said", "kinds.said is suspended until resumed; `quizterm resume kinds.said` ends that"),
        ("flag kinds.said", "kinds.said is flagged"),
        ("flag --off kinds.said", "kinds.said is no longer flagged"),
    ],
)
def test_each_is_one_line_and_undone_at_once(words: str, line: str, call: Callable[..., Said]) -> None:
    assert call(*words.split()) == (0, f"{line}\n", "")


def test_undo_names_what_it_took_back(call: Callable[..., Said]) -> None:
    call("set-due", "kinds.said", "kinds.filled", "3d")
    call("flag", "kinds.said")
    assert call("undo").out == "Took back the flagging of “Said”\n"
    assert call("undo").out == "Took back the due day of “Said” and 1 more\n"
    assert call("undo").out == "Nothing to undo\n"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("forget", "CARD"),
        ("forget kinds.sad", "did you mean `kinds.said`"),
        ("flag kinds", "kinds"),
        ("set-due kinds.said", "DAY"),
        ("set-due kinds.said soon", "'soon' is no day from today on; write today, tomorrow, 3d or 2026-03-13"),
        ("set-due kinds.said 2026-03-09", "write today"),
        ("info", "ITEM"),
        ("info kinds.sad", "did you mean `kinds.said`"),
    ],
)
def test_bad_input_is_one_line_that_says_what_instead(words: str, problem: str, call: Callable[..., Said]) -> None:
    said = call(*words.split())
    assert (said.code, said.out) == (2, "")
    assert said.err.count("\n") == 1
    assert problem in said.err


def test_flagged_cards_are_listed(call: Callable[..., Said]) -> None:
    assert call("flag").out == "Nothing is flagged\n"
    call("flag", "kinds.said", "after.later")
    assert call("flag").out == "kinds.said  Said\nafter.later  Later\n"


def test_leeches_are_listed_with_what_to_read(study: Study, call: Callable[..., Said]) -> None:
    assert call("leeches").out == "No leeches\n"
    item = study.store.item_by_key("small.kinds.said")
    assert item is not None
    study.store.append([Draft(kind, study.now(), item.id) for kind in (EventKind.LEECH, EventKind.SUSPENDED)])
    assert call("leeches").out == "kinds.said  0 lapses, suspended  Said  (quizterm read kinds basics)\n"
    call("resume", "kinds.said")
    assert call("leeches").out == "No leeches\n"


@pytest.fixture
def answered(course_folder: Path) -> str:
    """`kinds.said` was answered Easy; when it comes back, as the button said."""
    with open_study() as study:
        review = Review(study)
        assert review.question is not None
        label = review.question.buttons[Rating.EASY - 1].label
        review.answer(Rating.EASY, 4_000)
    return label


def test_info_in_words(answered: str, call: Callable[..., Said]) -> None:
    lines = call("info", "kinds.said").out.splitlines()
    assert lines[:3] == [
        "kinds.said: Said",
        "Place       All kinds › Basics",
        f"State       waiting, due in {answered[:-1]} days",
    ]
    assert "Recall now  100.0%" in lines
    assert any("2026-03-10 to 2026-04-07" in line and "^ today" in line for line in lines)
    assert lines[-1] == f"History     2026-03-10 09:00  easy, back in {answered}, 4.0 s"


def test_info_as_json(answered: str, call: Callable[..., Said]) -> None:
    told = json.loads(call("info", "kinds.said", "--json").out)
    assert (told["schema"], told["id"], told["answers"]) == (1, "kinds.said", 1)


def test_check_remarks_cards_that_vanished_and_finds_no_mistake(
    answered: str, course_folder: Path, call: Callable[..., Said]
) -> None:
    with open_study() as study:
        Review(study).answer(Rating.EASY, 4_000)
        undo_newest(study)
        marking.forget(study, ["kinds.said"])
    text = (course_folder / "01-kinds.md").read_text()
    for old, new in [("card said", "card spoken"), ("Say it", "Speak it"), ("card:kinds.said", "card:kinds.spoken")]:
        text = text.replace(old, new)
    never_touched = text.replace("card shaped", "card formed").replace("Which shape", "What shape")
    (course_folder / "01-kinds.md").write_text(never_touched)
    said = call("check")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith(
        "remark: no lesson holds the card small.kinds.said any more; its history (1 answer) is kept"
    )
    assert said.out.count("remark") == 1
    assert "0 mistakes" in said.out
    assert "remark" not in call("check", str(course_folder)).out


def test_check_makes_no_data(home: Path, call: Callable[..., Said]) -> None:
    assert call("check").code == 0
    assert list(home.rglob("*.sqlite")) == []
