"""What a submission does to the log: attempts, seeds, grades and the cards that come back.

The referee is a stand-in that gives the verdicts it was told to give; grading itself is specified with the grader.
"""

import json

import pytest

from quizterm import paths
from quizterm.errors import DatabaseUnavailableError, UsageError
from quizterm.grading.verdict import Certainty, Diagnosis
from quizterm.memory.days import date_of
from quizterm.memory.events import Draft, EventKind
from quizterm.memory.fsrs import DEFAULT_WEIGHTS
from quizterm.memory.item import Phase, Rating
from quizterm.study.attempt import grade
from quizterm.study.exercise_history import exercise_history
from quizterm.study.exercises import exercise_item, exercises, reset, start, write_bugs
from quizterm.study.fitting import Proposal, adopt
from quizterm.study.record import learners_record
from quizterm.study.review import Review
from quizterm.study.session import Study, open_study
from quizterm.study.statistics import statistics
from quizterm.study.today import plan
from quizterm.study.undo import undo_newest
from tests.support.scripted_referee import UNWRITTEN, ScriptedReferee


@pytest.fixture
def course_folder():
    """The shipped course, in place of the small one."""
    return paths.content_folder() / "pytorch"


def attempt(study: Study, *verdicts, **options):
    referee = ScriptedReferee(*verdicts)
    return grade(study, "engine", grader=referee, **options), referee


def details(study):
    return [json.loads(event.detail) for event in study.store.attempts(exercise_item(study, "engine").id)]


def test_a_verdict_stands_where_it_cannot_be_recorded(study, monkeypatch):
    def full(drafts, *, expect=None):
        raise DatabaseUnavailableError(study.store.path, "the disk is full")

    start(study, "engine")
    with monkeypatch.context() as patched:
        patched.setattr(study.store, "append", full)
        done, _ = attempt(study, True, True)
    assert (done.report.passed, done.saved) == (True, False)
    assert done.note == f"not recorded: {study.store.path}: the disk is full"
    assert details(study) == []
    recorded, _ = attempt(study, True, True)
    assert recorded.saved
    assert "graded Good" in recorded.note


def test_start_writes_the_starter_once_and_then_leaves_the_learners_file(study):
    first = start(study, "engine")
    assert first.written
    first.file.write_text("mine")
    second = start(study, "engine")
    assert not second.written
    assert first.file.read_text() == "mine"


def test_reset_archives_what_stood_there(study):
    file = start(study, "engine").file
    starter = file.read_text()
    for text in ("mine", "mine again"):  # twice within one second
        file.write_text(text)
        done = reset(study, "engine")
        assert done.archived.read_text() == text
        assert done.archived.parent == paths.workspace() / "archive" / "engine"
        assert file.read_text() == starter
    assert len(list(done.archived.parent.iterdir())) == 2


def test_start_of_a_due_exercise_is_blank_once(study, clock):
    file = start(study, "engine").file
    attempt(study, True, True)
    file.write_text("passed")
    assert not start(study, "engine").written
    clock.move(days=400)
    again = start(study, "engine")
    assert again.written
    assert again.archived.read_text() == "passed"
    file.write_text("second round")
    assert not start(study, "engine").written


def test_an_unknown_exercise_is_named_with_a_close_match(study):
    with pytest.raises(UsageError, match=r"did you mean engine\?"):
        start(study, "engin")


def test_without_a_file_the_way_to_one_is_named(study):
    with pytest.raises(UsageError, match="quizterm start"):
        attempt(study, True)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"x = 1\n\n\ny = '\xff'", "byte 13 is no utf-8 text"),
        (b"# coding: klingon", "klingon"),
        (b"#" * 1_100_000, "larger than 1 MiB"),
        (b"# coding: utf-7\nx = '+2AA-'\n", "no text in the encoding it declares"),
    ],
)
def test_a_file_that_is_no_python_text_does_not_pass(study, data, problem):
    start(study, "engine").file.write_bytes(data)
    done, referee = attempt(study)
    assert referee.seeds == []
    assert done.report.error.kind == "syntax"
    assert problem in done.report.error.message
    assert not any(result.passed for result in done.report.experiments)
    assert [detail["error"] for detail in details(study)] == ["syntax"]


def test_a_file_in_the_encoding_it_declares_is_read_as_python_does(study):
    start(study, "engine").file.write_bytes("# coding: latin-1\nname = 'Zoë'\n".encode("latin-1"))
    done, _ = attempt(study, True, True)
    assert done.report.passed


def test_the_seed_stays_until_the_exercise_passes_and_a_pass_is_confirmed_on_another(study):
    start(study, "engine")
    _, first = attempt(study, "seed_zero")
    _, second = attempt(study, "seed_zero")
    _, third = attempt(study, True, True)
    assert len(first.seeds) == len(second.seeds) == 1
    assert first.seeds == second.seeds == third.seeds[:1]
    assert third.seeds[1] != third.seeds[0]


def test_a_pass_that_is_not_confirmed_fails_and_its_seed_becomes_the_exercises(study):
    start(study, "engine")
    failed, referee = attempt(study, True, "seed_zero")
    assert not failed.report.passed
    _, again = attempt(study, "seed_zero")
    assert again.seeds == [referee.seeds[1]]


def test_a_given_seed_is_used_as_it_is_and_leaves_no_trace(study):
    start(study, "engine")
    done, referee = attempt(study, True, seed=7)
    assert referee.seeds == [7]
    assert not done.saved
    assert details(study) == []


@pytest.mark.parametrize(("failures", "rating"), [(0, Rating.GOOD), (1, Rating.HARD), (3, Rating.HARD)])
def test_a_pass_at_the_first_submission_is_good_and_a_later_one_hard(study, failures, rating):
    start(study, "engine")
    for _ in range(failures):
        attempt(study, "seed_zero")
    attempt(study, True, True)
    item = exercise_item(study, "engine")
    reviews = [event for event in study.store.history(item.id) if event.kind is EventKind.REVIEWED]
    assert [review.rating for review in reviews] == [rating]
    assert item.state.phase is Phase.REVIEW
    assert item.state.due_day >= study.now().day + 7


def test_a_graded_pass_is_counted_apart_from_the_answers_to_cards(study):
    start(study, "engine")
    attempt(study, True, True)
    attempt(study, True, True)  # practice
    Review(study).answer(Rating.GOOD, 1000)
    counts, record = statistics(study), learners_record(study)
    assert (counts.reviews, counts.reviews_today, counts.exercise_reviews) == (1, 1, 1)
    assert (counts.cards_seen, counts.new_cards_today, sum(record.heatmap)) == (1, 1, 1)
    assert sum(sum(grades.values()) for grades in record.buttons.values()) == 1
    undo_newest(study)
    undo_newest(study)
    undo_newest(study)
    counts = statistics(study)
    assert (counts.reviews, counts.exercise_reviews) == (0, 0)


def test_an_exercise_passed_after_another_quizterm_fitted_weights_comes_back_by_those(study, clock):
    start(study, "engine")
    with open_study(clock=clock) as other:
        adopt(other, Proposal((*DEFAULT_WEIGHTS[:2], 90.0, *DEFAULT_WEIGHTS[3:]), 0.4, 0.3, 100, 5.0, 4.0))
        item = exercise_item(other, "engine")
        wanted = other.exercise_scheduler(item.key).preview(item.state, other.now(), item.key).good.due_day
        fitted = other.store.weights.id
    done, _ = attempt(study, True, True)
    [review] = [event for event in study.store.history(item.id) if event.kind is EventKind.REVIEWED]
    assert (review.weights, review.due_day) == (fitted, wanted)
    assert str(date_of(wanted)) in done.note
    assert len(details(study)) == 1


def test_a_starter_that_is_graded_as_it_is_leaves_the_first_try_to_come(study):
    start(study, "engine")
    done, _ = attempt(study, UNWRITTEN)
    assert (done.saved, done.note) == (False, "not recorded: nothing is written yet")
    done, _ = attempt(study, True, True)
    due = date_of(exercise_item(study, "engine").state.due_day)
    days = (due - date_of(study.now().day)).days
    assert done.note == f"graded Good: at the first attempt, without a hint; due again on {due}, in {days} days"


@pytest.mark.parametrize("slug", ["running-sum", "spirals"])
def test_a_repair_and_the_project_are_asked_until_they_pass_and_never_again(study, clock, slug):
    def passed():
        started = start(study, slug)
        return grade(study, slug, grader=ScriptedReferee(True, True)), started

    before = exercise_item(study, slug).state
    done, _ = passed()
    assert done.note.endswith("; it is not asked again")
    clock.move(days=4000)
    line = next(line for line in exercises(study) if line.slug == slug)
    assert (line.state, line.due, line.is_passed) == ("passed", False, True)
    assert plan(study).due_exercises == 0
    done, started = passed()
    assert done.note == "practice; it is not asked again"
    assert not started.written, "nothing begins blank"
    undo_newest(study)
    undo_newest(study)
    assert exercise_item(study, slug).state == before


def test_passing_again_before_it_is_due_leaves_the_schedule_alone(study, clock):
    start(study, "engine")
    attempt(study, True, True)
    state = exercise_item(study, "engine").state
    clock.move(days=1)
    attempt(study, True, True)
    assert exercise_item(study, "engine").state == state
    clock.move(days=400)
    attempt(study, "seed_zero")
    attempt(study, True, True)
    due_again = exercise_item(study, "engine").state
    assert due_again.reps == state.reps + 1


def test_one_due_exercise_a_day_is_proposed(study, clock):
    def proposed():
        today = plan(study)
        assert len(today.exercises) == today.due_exercises + today.new_exercises
        return today.due_exercises, today.new_exercises

    start(study, "engine")
    assert proposed() == (0, 1)
    assert plan(study).exercises == ("hand-backprop",)  # the engine's lesson waits for others
    attempt(study, True, True)
    clock.move(days=400)
    assert proposed()[0] == 1
    assert plan(study).exercises[0] == "engine"
    other = study.store.item_by_key("exercise:adam")
    placed = Draft(EventKind.PLACED, study.now(), other.id, due_day=study.now().day)
    study.store.append([placed])
    attempt(study, True, True)
    assert proposed()[0] == 0  # the other one is due, but one was done


def test_a_named_bug_makes_seen_cards_due_and_unseen_ones_the_first_of_their_lesson(study, clock):
    review = Review(study, lesson="engine")
    while review.question.card.name != "assign":
        review.bury()
    review.answer(Rating.EASY, 1000)
    clock.move(days=1)
    start(study, "engine")
    done, _ = attempt(study, "assign_instead_of_add")
    assert done.brought_back == ("engine.assign", "leaves.accumulates")
    assert Review(study).question.card.name == "assign"
    assert Review(study, lesson="leaves").question.card.name == "accumulates"


def test_a_bug_brings_its_cards_back_once_a_day(study, clock):
    start(study, "engine")
    first, _ = attempt(study, "seed_zero")
    again, _ = attempt(study, "seed_zero")
    other, _ = attempt(study, "assign_instead_of_add")
    clock.move(days=1)
    next_day, _ = attempt(study, "seed_zero")
    assert [bool(done.brought_back) for done in (first, again, other, next_day)] == [True, False, True, True]


def test_what_a_failure_only_looked_like_is_no_bug_named_before(study):
    start(study, "engine")
    guess, _ = attempt(study, Diagnosis(Certainty.LOOKS_LIKE, "This looks like: it.", "seed_zero"))
    named, _ = attempt(study, "seed_zero")
    assert (guess.brought_back, named.brought_back) == ((), ("engine.seed-one",))


def test_of_two_bugs_at_once_both_count_as_named(study):
    start(study, "engine")
    attempt(study, Diagnosis(Certainty.BOTH, "Both.", "rsub_swapped", ("seed_zero",)))
    second, _ = attempt(study, "seed_zero")
    assert second.brought_back == ()


def test_practice_before_it_is_due_leaves_the_next_first_try_what_it_is(study, clock):
    start(study, "engine")
    attempt(study, True, True)
    clock.move(days=1)
    attempt(study, "seed_zero")
    clock.move(days=400)
    attempt(study, True, True)
    item = exercise_item(study, "engine")
    reviews = [event.rating for event in study.store.history(item.id) if event.kind is EventKind.REVIEWED]
    assert reviews == [Rating.GOOD, Rating.GOOD]


def test_a_suspended_card_stays_suspended(study):
    review = Review(study, lesson="engine")
    while review.question.card.name != "seed-one":
        review.bury()
    review.suspend()
    start(study, "engine")
    done, _ = attempt(study, "seed_zero")
    assert done.brought_back == ()
    assert [card.name for card in done.cards] == ["seed-one"]


def test_undoing_an_attempt_undoes_all_it_brought_back(study):
    start(study, "engine")
    before = study.store.item_by_key("pytorch.engine.assign").state
    attempt(study, "assign_instead_of_add")
    assert study.store.item_by_key("pytorch.engine.assign").state != before
    undone = undo_newest(study)
    assert undone.kind is EventKind.ATTEMPTED
    assert undone.sentence == "Took back the attempt at “engine” and what came with it (2 items)"
    assert study.store.item_by_key("pytorch.engine.assign").state == before
    assert details(study) == []
    again, _ = attempt(study, "assign_instead_of_add")
    assert again.brought_back


def test_another_file_or_no_save_is_never_recorded(study, tmp_path):
    start(study, "engine")
    elsewhere = tmp_path / "elsewhere.py"
    elsewhere.write_text("x = 1\n")
    for options in ({"file": elsewhere}, {"save": False}):
        done, _ = attempt(study, "seed_zero", **options)
        assert not done.saved
        assert [card.name for card in done.cards] == ["seed-one"]
    assert details(study) == []


def test_what_an_attempt_was_is_kept(study):
    start(study, "engine")
    attempt(study, "seed_zero")
    [detail] = details(study)
    assert (detail["passed"], detail["bugs"], detail["failed"]) == (False, ["seed_zero"], ["reuse"])
    assert len(detail["source"]) == 64


def test_the_list_says_how_far_the_learner_is(study, clock):
    def state() -> str:
        return next(line.state for line in exercises(study) if line.slug == "engine")

    assert state() == "new"
    start(study, "engine")
    assert state() == "begun"
    attempt(study, "seed_zero")
    assert state() == "tried, not passed yet"
    attempt(study, True, True)
    assert state().startswith("passed, due again in ")
    clock.move(days=400)
    assert state() == "passed before, due again"


def test_every_bug_is_written_as_a_file_named_after_it(study, tmp_path):
    files = write_bugs(study, "engine", tmp_path / "bugs")
    assert "assign_instead_of_add" in [file.stem for file in files]
    assert all(file.read_text() for file in files)


def test_the_history_of_exercises_counts_attempts_and_passes_and_names_the_last_verdict(study):
    start(study, "engine")
    assert exercise_history(study) == ()
    attempt(study, "assign_instead_of_add")
    (failed,) = exercise_history(study)
    assert (failed.slug, failed.attempts, failed.passes) == ("engine", 1, 0)
    assert failed.verdict == "assign instead of add"
    assert json.loads(json.dumps(failed.as_dict()))["last"] == failed.last.isoformat()
    attempt(study, True, True)
    (passed,) = exercise_history(study)
    assert (passed.attempts, passed.passes, passed.verdict) == (2, 1, "passed")
    assert passed.last == date_of(study.now().day)
    undo_newest(study)
    assert exercise_history(study) == (failed,)
