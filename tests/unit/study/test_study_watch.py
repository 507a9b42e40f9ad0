"""Watching a file: what is graded again, and what of it is recorded."""

from dataclasses import replace

import pytest

from quizterm import paths
from quizterm.grading.verdict import Certainty, Diagnosis, ExperimentResult, Report
from quizterm.memory.item import Rating
from quizterm.study.exercises import exercise_item, is_first_try, start, take_hint
from quizterm.study.watch import Watch


@pytest.fixture
def course_folder():
    """The shipped course, in place of the small one."""
    return paths.content_folder() / "pytorch"


def report(submitted, bug=None):
    return Report(
        exercise="engine",
        passed=bug is None,
        seed=submitted.seeds[0],
        device="cpu",
        torch="2.13.0",
        seconds=0.01,
        experiments=(ExperimentResult("reuse", "x*x + x", bonus=False, passed=bug is None),),
        diagnosis=None if bug is None else Diagnosis(Certainty.NAMED, "So it is.", bug),
        cards=() if bug is None else ("engine.assign",),
    )


def attempts(study):
    return study.store.attempts(exercise_item(study, "engine").id)


def test_a_file_is_judged_once_until_its_text_changes(study):
    file = start(study, "engine").file
    watch = Watch(study, "engine")
    submitted = watch.changed()
    watch.settle(submitted, report(submitted, "seed_zero"))
    file.touch()
    assert watch.changed() is None
    assert watch.current() is not None
    file.write_text("x = 2\n")
    assert watch.changed().source == "x = 2\n"


def test_only_a_changed_verdict_is_recorded(study):
    file = start(study, "engine").file
    watch = Watch(study, "engine")
    saved = []
    for number, bug in enumerate(["seed_zero", "seed_zero", "rsub_swapped", None, None]):
        file.write_text(f"x = {number}\n")
        submitted = watch.changed()
        saved.append(watch.settle(submitted, report(submitted, bug)).saved)
    assert saved == [True, False, True, True, False]
    assert len(attempts(study)) == 3


def test_the_seed_on_which_a_pass_was_not_confirmed_becomes_the_exercises(study):
    file = start(study, "engine").file
    watch = Watch(study, "engine")
    submitted = watch.changed()
    first, fresh = submitted.seeds
    watch.settle(submitted, report(submitted, "seed_zero"))
    file.write_text("x = 2\n")
    failing_afresh = replace(report(submitted, "seed_zero"), seed=fresh)  # the same bug, seen on the fresh seed only
    assert watch.settle(watch.changed(), failing_afresh).saved
    assert watch.current().seeds[0] == fresh != first


def test_a_pass_is_recorded_again_when_the_exercise_is_due_again(study, clock):
    file = start(study, "engine").file
    watch = Watch(study, "engine")
    reps = []
    for days in (0, 1, 400):
        clock.move(days=days)
        file.write_text(f"x = {days}\n")
        submitted = watch.changed()
        watch.settle(submitted, report(submitted))
        reps.append(exercise_item(study, "engine").state.reps)
    assert reps == [1, 1, 2]


def test_the_cards_of_a_bug_are_told_each_time(study):
    file = start(study, "engine").file
    watch = Watch(study, "engine")
    told = []
    for number in range(2):
        file.write_text(f"x = {number}\n")
        submitted = watch.changed()
        told.append([card.name for card in watch.settle(submitted, report(submitted, "seed_zero")).cards])
    assert told == [["assign"], ["assign"]]


def test_a_watch_that_begins_anew_knows_the_last_verdict(study):
    start(study, "engine")
    for _ in range(2):
        watch = Watch(study, "engine")
        submitted = watch.changed()
        watch.settle(submitted, report(submitted, "seed_zero"))
    assert len(attempts(study)) == 1


def test_a_pass_after_a_hint_is_hard(study):
    start(study, "engine")
    item = exercise_item(study, "engine")
    assert is_first_try(study, item)
    assert take_hint(study, "engine", 0)
    assert not is_first_try(study, item)
    watch = Watch(study, "engine")
    submitted = watch.changed()
    watch.settle(submitted, report(submitted))
    reviews = [event.rating for event in study.store.history(item.id) if event.rating is not None]
    assert reviews == [Rating.HARD]
