"""A sitting: order, limits, steps, undo, putting away, and two quizterms on one database."""

import pytest

from quizterm.errors import ItemChangedError, UsageError
from quizterm.memory.events import Draft, EventKind
from quizterm.memory.fsrs import DEFAULT_WEIGHTS
from quizterm.memory.item import Rating
from quizterm.study.fitting import Proposal, adopt
from quizterm.study.queue import DayQueue
from quizterm.study.reading import lesson_view, mark_read
from quizterm.study.review import Review
from quizterm.study.session import open_study


def names(review):
    """Answer Easy until the sitting is over; the names of the cards in the order they were asked."""
    asked = []
    while review.question is not None:
        asked.append(review.question.card.name)
        review.answer(Rating.EASY, 1000)
    return asked


def read_lesson(study, slug):
    view = lesson_view(study, slug)
    for section in view.lesson.sections:
        mark_read(study, view.lesson, section.slug)


def test_new_cards_of_offered_lessons_come_in_course_order(study):
    assert names(Review(study)) == ["a1", "a2", "a3", "a4", "a5"]


def test_a_lesson_is_offered_once_what_it_requires_is_read_and_mostly_answered(study):
    names(Review(study))
    assert Review(study).question is None
    read_lesson(study, "first")
    assert names(Review(study)) == ["b1", "b2", "b3"]


def test_a_lesson_asked_for_by_name_is_never_refused(study):
    assert names(Review(study, lesson="second")) == ["b1", "b2", "b3"]


def test_an_unknown_lesson_is_named_with_a_close_match(study):
    with pytest.raises(UsageError, match="first"):
        Review(study, lesson="frist")


def test_new_cards_stop_at_the_daily_limit_and_go_on_the_next_study_day(home, reopen, clock):
    (home / "settings.toml").write_text("new_cards_a_day = 2\n")
    study = reopen()
    assert names(Review(study)) == ["a1", "a2"]
    assert names(Review(study)) == []
    clock.move(hours=18.9)  # 03:54, still the same study day
    assert names(Review(study)) == []
    clock.move(hours=0.2)
    assert names(Review(study)) == ["a3", "a4"]


def test_due_cards_come_before_new_ones(study, clock):
    review = Review(study)
    first = review.question.card.name
    review.answer(Rating.EASY, 1000)
    clock.move(days=60)
    assert names(Review(study))[0] == first


def test_a_section_asks_its_own_cards_past_the_daily_limit(home, reopen):
    (home / "settings.toml").write_text("new_cards_a_day = 0\n")
    study = reopen()
    assert Review(study).question is None
    assert names(Review(study, lesson="first", section="practice")) == ["a2", "a4"]


def test_an_unknown_section_is_refused(study):
    with pytest.raises(UsageError, match="ideas, practice"):
        Review(study, lesson="first", section="idea")


def test_a_missed_card_comes_again_when_nothing_else_is_left(study, clock):
    review = Review(study, lesson="second")
    review.answer(Rating.AGAIN, 1000)
    asked = []
    while review.question is not None and len(asked) < 10:
        asked.append(review.question.card.name)
        review.answer(Rating.EASY, 1000)
    assert asked == ["b2", "b3", "b1"]


def test_a_step_that_has_ended_comes_before_new_cards(study, clock):
    review = Review(study)
    review.answer(Rating.AGAIN, 1000)
    clock.move(minutes=2)
    review.refresh()
    assert review.question.card.name == "a1"


def test_the_limit_ends_a_sitting(study):
    review = Review(study, limit=2)
    assert names(review) == ["a1", "a2"]
    assert review.summary().answered == 2


def test_the_stored_due_day_is_the_one_on_the_button(study):
    review = Review(study)
    question = review.question
    review.answer(Rating.EASY, 1000)
    stored = study.store.item(question.item_id).state
    assert stored == question.preview[Rating.EASY - 1].state


def test_a_step_begins_with_the_answer_and_not_with_the_question(study, clock):
    review = Review(study)
    question = review.question
    assert question.buttons[Rating.AGAIN - 1].label == "1m"
    clock.move(minutes=3)
    review.answer(Rating.AGAIN, 180_000)
    assert study.store.item(question.item_id).state.due_at == clock.now_ms() + 60_000


def test_a_card_shown_before_the_day_turns_and_answered_after_it_comes_back_on_the_day_shown(study, clock):
    clock.move(hours=18.99)
    review = Review(study)
    question = review.question
    clock.move(minutes=2)
    review.answer(Rating.EASY, 120_000)
    state = study.store.item(question.item_id).state
    assert state.due_day == question.preview[Rating.EASY - 1].due_day
    assert state.last_day == question.asked.day + 1


def test_a_card_whose_day_has_come_while_it_was_shown_is_not_asked_again_on_it(home, reopen, clock):
    (home / "settings.toml").write_text("learning_steps = []\n")
    study = reopen()
    clock.move(hours=18.99)
    review = Review(study)
    question = review.question
    assert question.buttons[Rating.AGAIN - 1].label == "1d"
    clock.move(minutes=2)
    review.answer(Rating.AGAIN, 120_000)
    assert study.now().day == question.asked.day + 1
    assert study.store.item(question.item_id).state.due_day == study.now().day + 1


def test_undo_of_an_answer_given_elsewhere_leaves_the_sittings_own(study):
    review = Review(study, lesson="first")
    review.answer(Rating.EASY, 1000)
    now, ids = study.now(), [study.store.item_by_key(f"small.first.{name}").id for name in ("a3", "a1")]
    elsewhere = Draft(EventKind.REVIEWED, now, ids[0], Rating.GOOD, 1000, 1, now.day + 1)
    study.store.append([elsewhere, Draft(EventKind.BURIED, now, ids[1])])
    assert review.question.card.name == "a2"
    assert "Card a3" in review.undo()
    assert review.question.card.name == "a3", "what was taken back is asked again, whatever comes first"
    assert review.summary().answered == 1
    assert "Card a1" in review.undo()
    assert review.summary().answered == 0


def test_undo_brings_the_card_back_as_it_was_and_gives_its_allowance_back(study):
    review = Review(study)
    before = study.store.item(review.question.item_id).state
    remaining = review.remaining
    review.answer(Rating.GOOD, 1000)
    sentence = review.undo()
    assert "Card a1" in sentence
    assert review.question.card.name == "a1"
    assert study.store.item(review.question.item_id).state == before
    assert review.remaining == remaining
    assert review.summary().answered == 0


def test_undo_works_after_a_restart_and_without_end(reopen):
    study = reopen()
    review = Review(study)
    for _ in range(3):
        review.answer(Rating.GOOD, 1000)
    study = reopen()
    review = Review(study)
    taken_back = []
    while review.undo() is not None:
        taken_back.append(review.question.card.name)
    assert taken_back == ["a3", "a2", "a1"]


def test_undoing_what_brought_cards_back_asks_none_of_them(study, clock):
    names(Review(study))
    clock.move(days=1)
    item = study.store.item_by_key("small.first.a3")
    study.store.append([Draft(EventKind.BROUGHT_BACK, study.now(), item.id)])
    review = Review(study)
    assert review.question.card.name == "a3"
    assert "bringing back" in review.undo()
    assert review.question is None


def test_reading_a_section_is_nothing_to_undo(study):
    read_lesson(study, "first")
    assert Review(study).undo() is None


def test_a_buried_card_is_back_the_next_study_day(study, clock):
    review = Review(study)
    review.bury()
    assert review.question.card.name == "a2"
    clock.move(days=1)
    review.refresh()
    assert review.question.card.name == "a1"


def test_a_suspended_card_stays_away_until_undone(study, clock):
    review = Review(study)
    review.suspend()
    clock.move(days=30)
    review.refresh()
    assert review.question.card.name == "a2"
    review.undo()
    assert review.question.card.name == "a1"


def test_an_answer_to_a_card_changed_by_another_quizterm_is_refused(study, clock):
    with open_study(clock=clock) as other:
        review, elsewhere = Review(study), Review(other)
        elsewhere.answer(Rating.EASY, 1000)
        with pytest.raises(ItemChangedError):
            review.answer(Rating.AGAIN, 1000)
        assert review.question.card.name == "a2"
        assert study.store.reviews_total() == 1


@pytest.mark.parametrize("is_new", [True, False])
def test_an_answer_promised_by_weights_of_yesterday_is_refused(study, clock, is_new):
    """A new card looks the same under all weights; only the days on its buttons do not."""
    if not is_new:
        Review(study).answer(Rating.EASY, 1000)
        clock.move(days=40)
    review = Review(study)
    with open_study(clock=clock) as other:
        adopt(other, Proposal((*DEFAULT_WEIGHTS[:3], 60.0, *DEFAULT_WEIGHTS[4:]), 0.4, 0.3, 100, 5.0, 4.0))
        fitted = other.store.weights.id
    shown = review.question
    with pytest.raises(ItemChangedError):
        review.answer(Rating.EASY, 1000)
    assert review.question.item_id == shown.item_id
    assert review.question.preview.easy.due_day > shown.preview.easy.due_day
    wanted = review.question.preview.easy.due_day
    review.answer(Rating.EASY, 1000)
    answered = study.store.history(shown.item_id)[-1]
    assert (answered.weights, answered.due_day) == (fitted, wanted)


def test_a_night_away_from_the_screen_is_no_time_spent(study):
    review = Review(study)
    review.answer(Rating.GOOD, 8 * 3_600_000)
    assert review.summary().seconds == 60


def test_the_summary_counts_what_was_answered(study):
    review = Review(study)
    for rating in (Rating.AGAIN, Rating.HARD, Rating.GOOD):
        review.answer(rating, 2500)
    summary = review.summary()
    assert (summary.answered, summary.again, summary.hard, summary.good, summary.easy) == (3, 1, 1, 1, 0)
    assert summary.seconds == 8
    assert summary.recalled is None  # all were new
    assert summary.weak_lesson == "First"
    assert summary.next_at is not None


def test_a_renamed_card_keeps_its_history(course_folder, reopen):
    study = reopen()
    review = Review(study)
    question = review.question
    review.answer(Rating.EASY, 1000)
    file = course_folder / "01-first.md"
    file.write_text(file.read_text().replace("<!-- card a1 kind", "<!-- card renamed was=a1 kind"))
    study = reopen()
    item = study.store.item_by_key("small.first.renamed")
    assert item.id == question.item_id
    assert item.state.reps == 1


def test_a_card_renamed_without_a_word_is_known_by_its_content(course_folder, reopen):
    study = reopen()
    review = Review(study)
    question = review.question
    review.answer(Rating.EASY, 1000)
    file = course_folder / "01-first.md"
    file.write_text(file.read_text().replace("<!-- card a1 kind", "<!-- card renamed kind"))
    study = reopen()
    assert study.store.item_by_key("small.first.renamed").id == question.item_id


def test_a_sections_steps_of_today_are_counted_and_no_others(study, clock):
    review = Review(study, lesson="first", section="practice")
    assert (review.remaining.new, review.remaining.learning) == (2, 0)
    review.answer(Rating.AGAIN, 1000)
    assert (review.remaining.new, review.remaining.learning) == (1, 1)
    Review(study, lesson="first", section="practice").suspend()
    assert review.remaining.new == 0
    clock.move(hours=18, minutes=59)
    review.refresh()
    review.answer(Rating.GOOD, 1000)  # its step of ten minutes ends after the turn of the day
    assert review.remaining.learning == 0


def test_a_card_that_another_quizterm_answers_while_it_is_chosen_is_not_answered_twice(study, clock):
    with open_study(clock=clock) as other:

        class Overtaken(DayQueue):
            """The other one answers the first card right after it was chosen."""

            def next(self, now, skip):
                found = super().next(now, skip)
                if other.store.reviews_total() == 0:
                    Review(other).answer(Rating.EASY, 1000)
                return found

        review = Review(study, queue=Overtaken(study))
        with pytest.raises(ItemChangedError):
            review.answer(Rating.EASY, 1000)
        assert review.question.card.name == "a2"
        assert other.store.reviews_total() == 1
