"""The commands that print: due, today's plan, lessons, read, stats, exercises."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from quizterm.cli.due import as_json, in_words
from quizterm.cli.today import plan_text
from quizterm.memory.item import Rating
from quizterm.study.come_back import ComeBack
from quizterm.study.record import learners_record
from quizterm.study.review import Review
from quizterm.study.session import Study, open_study
from quizterm.study.statistics import statistics
from quizterm.study.today import plan
from tests.support.said import Said

CARDS = 8  # in both lessons; those of the second are held back until the first is known


@pytest.fixture
def answered(course_folder: object) -> None:
    """One card was graded Again, one Easy."""
    with open_study() as study:
        review = Review(study)
        review.answer(Rating.AGAIN, 4_000)
        review.answer(Rating.EASY, 4_000)


def test_due_as_json_holds_the_plans_counts(answered: None, call: Callable[..., Said]) -> None:
    said = call("due", "--json")
    with open_study() as study:
        today = plan(study)
    assert said.code == 0
    assert said.out.count("\n") == 1
    assert json.loads(said.out) == {
        "schema": 1,
        "study_day": "2026-03-10",
        "due": {"cards": today.due_cards, "exercises": 0},
        "new": {"cards": 5, "exercises": 0},
        "tomorrow": today.tomorrow,
        "week": today.week,
    }


def test_due_as_json_says_why_fewer_cards_are_due_than_waited_after_a_break(answered: None) -> None:
    with open_study() as study:
        today = plan(study)
    back = ComeBack(away=21, waiting=300, cap=60)
    expected = {**as_json(today), "come_back": {"away": 21, "waiting": 300, "cap": 60}}
    assert as_json(replace(today, come_back=back)) == expected


@pytest.mark.parametrize(("now", "day"), [("03:59", "2026-03-09"), ("04:00", "2026-03-10")])
def test_the_study_day_turns_at_four(
    now: str, day: str, call: Callable[..., Said], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setenv("QUIZTERM_NOW", f"2026-03-10T{now}:00+00:00")
    assert json.loads(call("due", "--json").out)["study_day"] == day


def test_due_can_be_short(call: Callable[..., Said]) -> None:
    assert call("due", "--short").out == "0 due, 7 new\n"


def test_due_in_words(call: Callable[..., Said]) -> None:
    assert call("due").out == "0 cards due, 7 new; 0 exercises due, 0 new; 0 tomorrow, 0 within a week\n"


def test_without_a_terminal_the_plan_is_printed(call: Callable[..., Said]) -> None:
    said = call()
    assert said.code == 0
    lines = said.out.splitlines()
    assert lines[0] == "Tuesday, 10 March 2026"
    assert "Due            0 cards" in lines
    assert "New            7 cards" in lines
    assert "To read        quizterm read kinds basics" in lines


def test_the_plan_says_why_cards_are_held_back(study: Study) -> None:
    today = plan(study)
    assert [held.lesson for held in today.held] == ["after"]
    text = plan_text(today, study)
    assert today.held[0].reason in text


def test_the_plan_says_when_a_step_ends(answered: None, call: Callable[..., Said], monkeypatch) -> None:
    monkeypatch.setenv("TZ", "UTC")
    out = call().out
    assert "Later today    1 card, the first at 09:01" in out
    assert "Answers        2 today" in out


def test_lessons_are_listed_by_phase_with_progress(answered: None, call: Callable[..., Said]) -> None:
    lines = call("lessons").out.splitlines()
    assert lines[0] == "small: First phase"
    assert lines[1].split() == ["kinds", "All", "kinds"]
    assert "0 of 2 sections read, 2 of 7 cards met" in lines[2]
    assert lines[3].split(maxsplit=1)[0] == "after"
    assert lines[5].strip().startswith("opens after All kinds")


def test_reading_a_section_marks_it_read(call: Callable[..., Said]) -> None:
    said = call("read", "kinds", "practice")
    assert said.out.startswith("## Practice\n\nDo it.\n")
    assert "3 cards here: quizterm review --lesson kinds" in said.out
    assert "1 of 2 sections read" in call("lessons").out


def test_a_section_may_be_asked_for_by_its_title(call: Callable[..., Said]) -> None:
    assert call("read", "kinds", "PRACTICE").out == call("read", "kinds", "practice").out


def test_reading_a_lesson_prints_it_whole_without_answers(call: Callable[..., Said]) -> None:
    out = call("read", "kinds").out
    assert out.startswith("# All kinds\n\nAn introduction.\n\n## Basics\n")
    assert "the first card (card kinds.said)" in out
    assert "> Note:" in out
    assert 'print("[[text]](card:kinds.said)")' in out
    assert "It is said." not in out
    assert "2 of 2 sections read" in call("lessons").out


@pytest.mark.parametrize(("words", "close"), [(["kindz"], "kinds"), (["kinds", "basis"], "basics")])
def test_an_unknown_lesson_or_section_is_told_with_what_there_is(
    words: list[str], close: str, call: Callable[..., Said]
) -> None:
    said = call("read", *words)
    assert (said.code, said.out) == (2, "")
    assert close in said.err


def test_stats_as_json_are_the_statistics(answered: None, call: Callable[..., Said]) -> None:
    counts = json.loads(call("stats", "--json").out)
    with open_study() as study:
        assert counts == statistics(study).as_dict() | learners_record(study).as_dict() | {"exercises": []}
    assert (counts["schema"], counts["reviews"]) == (1, 2)


def test_stats_in_words_show_every_count(answered: None, call: Callable[..., Said]) -> None:
    lines = call("stats").out.splitlines()
    with open_study() as study:
        counts = statistics(study).as_dict()
    del counts["schema"]
    shown = lines[: len(counts)]
    assert [int(line.split()[-1].replace(",", "")) for line in shown] == list(counts.values())
    assert any(line.startswith("True retention") for line in lines[len(counts) :])


def test_no_exercises_are_no_lines(call: Callable[..., Said]) -> None:
    assert call("exercises") == (0, "", "")


def test_a_filter_that_nothing_fits_says_so(call: Callable[..., Said]) -> None:
    assert call("browse", "zebra") == (0, "Nothing fits this filter\n", "")
    assert json.loads(call("browse", "zebra", "--json").out)["items"] == []


def test_an_own_deck_is_listed_beside_the_course(tmp_path: Path, call: Callable[..., Said]) -> None:
    deck = tmp_path / "garden"
    deck.mkdir()
    (deck / "trees.md").write_text(
        "# Trees\n\n## Leaves\n\nText.\n\n## Recall\n\n### Green\n<!-- card green kind=recall section=leaves -->\n"
        "Why green?\n\n---\n\nChlorophyll.\n\n#### Key points\n- chlorophyll\n"
    )
    assert "trees" in call("lessons", "--content", str(deck)).out
    assert "trees" not in call("lessons").out
    assert call("lessons", "--content", str(deck / "missing")).code == 2


def test_a_mistake_in_a_lesson_hides_no_other_and_is_told(course_folder: Path, call: Callable[..., Said]) -> None:
    (course_folder / "02-after.md").write_text("no title\n")
    said = call("lessons")
    assert said.code == 0
    assert "All kinds" in said.out
    assert "quizterm check" in said.err
    assert "quizterm check" in call().err


def test_due_tells_of_a_come_back_and_how_to_decline_it(study: Study) -> None:
    today = plan(study)
    assert "\n" not in in_words(today)
    told = in_words(replace(today, come_back=ComeBack(away=23, waiting=400, cap=50)))
    assert told == (
        f"{in_words(today)}\nafter 23 days away, 50 due cards a day until the backlog is worked off; "
        "`quizterm review --order due` asks all of them"
    )


def test_a_forecast_says_that_phases_keep_their_retention(home: Path, call: Callable[..., Said]) -> None:
    assert "keep it" not in call("forecast").out
    (home / "settings.toml").write_text('retention_by_phase = { "First phase" = 0.95 }\n')
    assert "Phases with a retention of their own keep it" in call("forecast").out
