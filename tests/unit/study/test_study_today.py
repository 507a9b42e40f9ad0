"""Today's plan, and why cards are held back."""

from datetime import date

from quizterm.memory.item import Rating
from quizterm.study.reading import NextReading, lesson_view, mark_read
from quizterm.study.review import Review
from quizterm.study.session import open_study
from quizterm.study.today import plan
from tests.unit.study.conftest import lesson_text


def test_a_first_day_proposes_the_new_cards_of_the_first_lesson(study):
    today = plan(study)
    assert today.date == date(2026, 3, 10)
    assert (today.due_cards, today.new_cards, today.tomorrow) == (0, 5, 0)
    assert today.next_reading == NextReading("first", "First", "ideas", "Ideas")
    assert today.minutes > 0


def test_a_lesson_not_offered_yet_says_what_it_waits_for(study):
    held = [held for held in plan(study).held if held.lesson == "second"]
    assert [entry.cards for entry in held] == [3]
    assert "First (2 sections to read, 4 cards to answer)" in held[0].reason


def test_lessons_behind_the_next_ones_are_counted_together(course_folder, reopen):
    toml = course_folder / "course.toml"
    third = '\n[[lesson]]\nfile = "03-third.md"\nslug = "third"\nphase = "One"\nrequires = ["second"]\n'
    toml.write_text(toml.read_text() + third)
    (course_folder / "03-third.md").write_text(lesson_text("Third", ["c1", "c2"]))
    held = plan(reopen()).held
    assert [(entry.lesson, entry.cards) for entry in held] == [("second", 3), (None, 2)]
    assert held[1].reason == "2 new cards of 1 later lesson held back: they build on these"


def test_the_daily_limit_says_so(home, reopen):
    (home / "settings.toml").write_text("new_cards_a_day = 2\n")
    today = plan(reopen())
    assert today.new_cards == 2
    assert "3 new cards held back: at most 2 new cards a day" in [held.reason for held in today.held]


def test_a_cap_on_reviews_holds_due_cards_back(home, reopen, clock):
    study = reopen()
    review = Review(study)
    while review.question is not None:
        review.answer(Rating.EASY, 1000)
    (home / "settings.toml").write_text("reviews_a_day = 3\n")
    clock.move(days=60)
    study = reopen()
    today = plan(study)
    assert (today.due_cards, today.new_cards) == (3, 0)
    assert "2 due cards held back: at most 3 a day" in [held.reason for held in today.held]
    review = Review(study)
    while review.question is not None:
        review.answer(Rating.EASY, 1000)
    assert review.summary().answered == 3


def test_tomorrow_and_week_count_what_comes_back(study, clock):
    review = Review(study)
    while review.question is not None:
        review.answer(Rating.EASY, 1000)
    today = plan(study)
    assert today.answered_today == 5
    assert today.tomorrow == 0
    due_days = sorted(study.store.item_by_key(f"small.first.a{n}").state.due_day for n in range(1, 6))
    day = study.now().day
    assert today.week == sum(due_day <= day + 7 for due_day in due_days)
    clock.move(days=due_days[0] - day)
    assert plan(study).due_cards == due_days.count(due_days[0])


def test_the_day_turns_at_four_and_not_at_midnight(study, clock):
    clock.move(hours=18.9)  # 03:54
    assert plan(study).date == date(2026, 3, 10)
    clock.move(hours=0.1)
    assert plan(study).date == date(2026, 3, 11)


def test_where_two_courses_share_a_slug_what_to_read_next_is_named_in_full(study, clock, tmp_path):
    deck = tmp_path / "own"
    deck.mkdir()
    (deck / "first.md").write_text(lesson_text("Mine", ["c1"]))
    with open_study(decks=[deck], clock=clock) as both:
        reading = plan(both).next_reading
        assert reading.lesson == "small.first"
        assert lesson_view(both, reading.lesson).lesson.title == "First"


def test_a_lesson_that_is_not_offered_is_not_proposed_for_reading(study):
    for lesson in ("first", "second"):
        review = Review(study, lesson=lesson)
        for _ in range(3):
            review.answer(Rating.EASY, 1000)
    view = lesson_view(study, "first")
    for section in view.lesson.sections:
        mark_read(study, view.lesson, section.slug)
    assert not lesson_view(study, "second").line.offered  # one card of the first is still missing
    assert plan(study).next_reading is None


def test_a_cap_that_is_reached_ends_the_day_also_for_steps(home, reopen, clock):
    (home / "settings.toml").write_text("reviews_a_day = 1\n")
    review = Review(reopen())
    review.answer(Rating.AGAIN, 1000)
    assert review.question is None
    clock.move(minutes=2)
    review.refresh()
    assert review.question is None
    clock.move(days=1)
    review.refresh()
    assert review.question.card.name == "a1"
