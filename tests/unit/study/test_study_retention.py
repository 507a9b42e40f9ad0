"""A desired retention of one phase: in previews, rescheduling and forecasts; and words for a phase there is not."""

from dataclasses import replace

import pytest

from quizterm.errors import SettingsError
from quizterm.memory.item import Rating
from quizterm.study import rescheduling
from quizterm.study.outlook import outlook
from quizterm.study.preferences import change
from quizterm.study.review import Review
from quizterm.study.session import open_study
from tests.unit.study.conftest import COURSE

TWO_PHASES = COURSE.replace('phases = ["One"]', 'phases = ["One", "Two and more"]').replace(
    'slug = "second"\nphase = "One"', 'slug = "second"\nphase = "Two and more"'
)


@pytest.fixture
def settings(home, course_folder):
    (course_folder / "course.toml").write_text(TWO_PHASES)

    def write(text):
        (home / "settings.toml").write_text(f"load_balancing = false\n{text}")

    write("")
    return write


def easy(study, lesson):
    """Answer all of a lesson's cards with Easy; the days until each comes back."""
    review, days = Review(study, lesson=lesson), {}
    while review.question is not None:
        name = review.question.card.name
        days[name] = review.question.preview[Rating.EASY - 1].due_day - study.now().day
        review.answer(Rating.EASY, 1000)
    return days


@pytest.mark.parametrize("name", ['"Two and more"', '"2"', "2"])
def test_a_phase_by_title_or_number_has_shorter_intervals_and_the_others_stay(settings, reopen, name):
    usual = [easy(reopen(), lesson) for lesson in ("first",)]
    settings(f"[retention_by_phase]\n{name} = 0.98\n")
    study = reopen()
    before = {lesson: study.store.lesson_progress()[f"small.{lesson}"].answered for lesson in ("first", "second")}
    assert before == {"first": 5, "second": 0}
    assert usual[0]["a1"] >= 7
    assert all(days <= 3 for days in easy(study, "second").values())
    assert study.retention_of("small.first.a1") == 0.9
    assert study.retention_of("small.second.b1") == study.retention_of("small.second") == 0.98


@pytest.mark.parametrize("balancing", ["false", "true"])
def test_rescheduling_moves_the_cards_of_the_phase_only(settings, reopen, home, balancing):
    study = reopen()
    easy(study, "first")
    easy(study, "second")
    by_phase = '[retention_by_phase]\n"Two and more" = 0.98\n'
    (home / "settings.toml").write_text(f"load_balancing = {balancing}\n{by_phase}")
    study = reopen()
    planned = rescheduling.plan(study)
    moves = planned.moves
    assert {move.item.key for move in moves} == {"small.second.b1", "small.second.b2", "small.second.b3"}
    rescheduling.carry_out(study, planned)
    assert all(move.due_day < move.item.state.due_day for move in moves)
    assert rescheduling.plan(study).moves == ()


def test_a_forecast_keeps_the_retention_of_the_phase(settings, reopen):
    study = reopen()
    easy(study, "first")
    easy(study, "second")
    plain = outlook(study, (0.8,))
    settings('[retention_by_phase]\n"1" = 0.98\n"2" = 0.98\n')
    pinned = outlook(reopen(), (0.8,))
    assert pinned[0]._replace(retention=0) == pinned[1]._replace(retention=0), "no card is left to follow"
    assert pinned[0].reviews_a_day > 2 * plain[0].reviews_a_day


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('"Two and mre" = 0.95', r"unknown phase 'Two and mre'; did you mean 'Two and more'\?"),
        ('"7" = 0.95', "unknown phase '7'; known are 'One', '1', 'Two and more', '2'"),
        ('"2" = 0.95\n"Two and more" = 0.9', "'Two and more' is phase 2; name it once, not both ways"),
        ('"One" = 1.5', "is not allowed; write a table of phases"),
        ('"One" = "much"', "is not allowed; write a table of phases"),
    ],
)
def test_a_phase_or_number_that_cannot_be_is_told_in_one_line(settings, reopen, text, told):
    settings(f"[retention_by_phase]\n{text}\n")
    with pytest.raises(SettingsError, match=rf"settings\.toml: retention_by_phase.*{told}") as error:
        reopen()
    assert "\n" not in str(error.value)


def test_exercises_follow_the_phase_of_their_lesson(study):
    lessons = [replace(lesson, exercises=(f"of-{lesson.slug}",)) for lesson in study.catalog.courses[0].lessons]
    lessons[1] = replace(lessons[1], phase="Two")
    course = replace(study.catalog.courses[0], phases=("One", "Two"), lessons=tuple(lessons))
    study.catalog.courses = (course,)
    study.settings = replace(study.settings, retention_by_phase=(("Two", 0.8),))
    assert study.exercise_scheduler("exercise:of-first").policy.retention == 0.9
    assert study.exercise_scheduler("exercise:of-second").policy.retention == 0.8


def test_a_setting_changed_in_the_app_counts_at_once_and_an_unknown_phase_is_not_written(settings, reopen, home):
    study = reopen()
    change(study, "retention_by_phase", '{ "One" = 0.95 }')
    assert study.retention_of("small.first.a1") == 0.95
    before = (home / "settings.toml").read_text()
    with pytest.raises(SettingsError, match="unknown phase 'None such'"):
        change(study, "retention_by_phase", '{ "None such" = 0.95 }')
    assert (home / "settings.toml").read_text() == before
    assert study.retention_of("small.first.a1") == 0.95


def test_the_phases_of_a_deck_without_any_do_not_stand_in_the_way(settings, reopen, tmp_path, clock):
    settings('[retention_by_phase]\n"One" = 0.95\n')
    deck = tmp_path / "own"
    deck.mkdir()
    (deck / "mine.md").write_text("# Mine\n\n## Recall\n")
    with open_study(decks=[deck], clock=clock) as both:
        assert both.retention_of("own.mine.c1") == 0.9
