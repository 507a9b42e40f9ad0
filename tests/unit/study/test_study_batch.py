"""Many submissions: which files are found, that one bad one stops none, and that a cut-off run goes on."""

import os
import threading
from dataclasses import replace
from functools import partial

import pytest

from quizterm import paths
from quizterm.errors import ExerciseError, GradingError, UsageError
from quizterm.grading.verdict import ExperimentResult, Failure, FailureKind, Report
from quizterm.study.batch import Journal, find_jobs, grade_all


@pytest.fixture
def course_folder():
    """The shipped course, in place of the small one."""
    return paths.content_folder() / "pytorch"


class CountingReferee:
    """Passes a file that says so, fails another, and cannot grade a third; counts what it was asked."""

    def __init__(self):
        self.asked = []
        self.lock = threading.Lock()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None

    def grade(self, exercise, source, *, seed, device, file, traced):
        assert not traced, "no row shows them"
        with self.lock:
            self.asked.append(file)
        if "broken exercise" in source:
            raise ExerciseError("experiments.py contradicts itself")
        if "broken machine" in source:
            raise GradingError("the grading process ended unexpectedly")
        passed = "right" in source
        result = ExperimentResult("reuse", "x*x + x", bonus=False, passed=passed)
        return Report(exercise.slug, passed, seed, device, "2.13.0", 0.01, (result,))


def same(referee):
    return referee


def write(folder, places):
    for place, text in places.items():
        file = folder / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode() if isinstance(text, str) else text)


@pytest.mark.parametrize(
    ("place", "student"),
    [
        ("engine.py", ""),
        ("ada/engine.py", "ada"),
        ("engine/ada.py", "ada"),
        ("class-1/ada/engine.py", "class-1/ada"),
        ("class-1/engine/ada.py", "class-1/ada"),
        ("engine/ada/answer.py", "ada/answer"),
    ],
)
def test_a_name_like_an_exercise_is_the_exercise_and_any_other_the_student(study, tmp_path, place, student):
    write(tmp_path, {place: "right"})
    [job] = find_jobs(study, tmp_path)
    assert (job.exercise.slug, job.student, job.place) == ("engine", student, place)


def test_a_name_that_is_no_utf8_stops_nothing(study, tmp_path):
    odd = tmp_path / os.fsdecode(b"b\xff")
    write(odd, {"engine.py": "right"})
    rows = grade_all(find_jobs(study, odd.parent), Journal(odd), workers=1, make_referee=CountingReferee)
    assert [row.passed for row in rows] == [True]


def test_a_link_to_nowhere_and_a_pipe_have_rows_of_their_own(study, tmp_path):
    for student in ("ada", "bo", "cy"):
        (tmp_path / student).mkdir()
    (tmp_path / "ada" / "engine.py").symlink_to(tmp_path / "nowhere")
    os.mkfifo(tmp_path / "bo" / "engine.py")
    (tmp_path / "cy" / "engine.py").mkdir()
    rows = grade_all(find_jobs(study, tmp_path), Journal(tmp_path), workers=1, make_referee=CountingReferee)
    assert [(row.student, row.problem != "") for row in rows] == [("ada", True), ("bo", True)]


def test_a_row_says_which_checks_gave_no_answer(study, tmp_path):
    class Late(CountingReferee):
        def grade(self, exercise, source, **settings):
            report = super().grade(exercise, source, **settings)
            late = replace(report.experiments[0], error=Failure(FailureKind.TIMEOUT, "not finished after 2 seconds"))
            return replace(report, experiments=(late, replace(late, name="other"), *report.experiments))

    write(tmp_path, {"engine.py": "wrong"})
    [row] = grade_all(find_jobs(study, tmp_path), Journal(tmp_path), workers=1, make_referee=Late)
    assert row.error == "timeout in 2 checks"


def test_files_that_do_not_say_their_exercise_can_be_told_it(study, tmp_path):
    write(tmp_path, {"ada.py": "right", "bo/answer.py": "right"})
    jobs = find_jobs(study, tmp_path, exercise="engine")
    assert [(job.exercise.slug, job.student) for job in jobs] == [("engine", "ada"), ("engine", "bo/answer")]
    with pytest.raises(UsageError, match="did you mean engine"):
        find_jobs(study, tmp_path, exercise="engin")


def test_files_that_are_no_submissions_are_passed_over(study, tmp_path):
    write(
        tmp_path,
        {"ada/engine.py": "right", "notes.py": "x", "engine/.hidden/x.py": "x", "engine/__pycache__/x.py": "x"},
    )
    assert [job.student for job in find_jobs(study, tmp_path)] == ["ada"]


def test_a_folder_without_submissions_says_how_to_name_them(study, tmp_path):
    with pytest.raises(UsageError, match="name files or folders after exercises"):
        find_jobs(study, tmp_path)
    with pytest.raises(UsageError, match="no such folder"):
        find_jobs(study, tmp_path / "nowhere")


def test_one_bad_submission_stops_none(study, tmp_path):
    places = {f"s{n}/engine.py": "right" for n in range(20)}
    write(
        tmp_path,
        {**places, "bad/engine.py": b"\n\n\n\xff", "wrong/engine.py": "no", "fault/engine.py": "broken machine"},
    )
    referee = CountingReferee()
    jobs = find_jobs(study, tmp_path)
    told = []
    rows = grade_all(jobs, Journal(tmp_path), workers=4, told=told.append, make_referee=partial(same, referee))
    assert [row.file for row in rows] == [job.place for job in jobs]
    by_student = {row.student: row for row in rows}
    assert sum(row.passed for row in rows) == 20
    assert by_student["bad"].error.startswith("syntax: ")
    assert by_student["wrong"].failed == ("reuse",)
    assert by_student["fault"].problem == "the grading process ended unexpectedly"
    assert sorted(row.file for row in told) == sorted(row.file for row in rows)


def test_a_broken_exercise_is_told_in_its_row(study, tmp_path):
    write(tmp_path, {"ada/engine.py": "broken exercise", "bob/engine.py": "right"})
    rows = grade_all(find_jobs(study, tmp_path), Journal(tmp_path), workers=1, make_referee=CountingReferee)
    assert [(row.passed, row.problem) for row in rows] == [(False, "experiments.py contradicts itself"), (True, "")]


def test_a_fault_of_a_thread_is_not_swallowed_and_ends_the_run(study, tmp_path):
    write(tmp_path, {f"s{n}/engine.py": "right" for n in range(9)})
    told = []

    def fail(row):
        told.append(row)
        raise OSError("no space left")

    with pytest.raises(OSError, match="no space left"):
        grade_all(find_jobs(study, tmp_path), Journal(tmp_path), workers=1, told=fail, make_referee=CountingReferee)
    assert len(told) == 1


def test_a_run_goes_on_where_it_was_cut_off(study, tmp_path):
    write(tmp_path, {f"s{n}/engine.py": f"right {n}" for n in range(10)} | {"fault/engine.py": "broken machine"})
    jobs = find_jobs(study, tmp_path)
    first = grade_all(jobs[:6], Journal(tmp_path), workers=2, make_referee=CountingReferee)
    write(tmp_path, {"s9/engine.py": "changed"})
    journal_files = list((paths.cache_folder() / "grade-all").iterdir())
    [file] = journal_files
    file.write_text(file.read_text()[:-20])  # a kill cut the last line off
    referee = CountingReferee()
    rows = grade_all(find_jobs(study, tmp_path), Journal(tmp_path), workers=2, make_referee=partial(same, referee))
    assert len(referee.asked) == 11 - (len(first) - 2)  # neither the cut line nor the fault of the machine was kept
    assert {row.student: row.passed for row in rows}["s9"] is False
    again = CountingReferee()
    assert grade_all(find_jobs(study, tmp_path), Journal(tmp_path), make_referee=partial(same, again)) == rows
    assert len(again.asked) == 1


def test_another_seed_or_torch_is_graded_anew(study, tmp_path, monkeypatch):
    write(tmp_path, {"ada/engine.py": "right"})
    asked = []
    for seed, torch in [(0, "2.12.0"), (1, "2.12.0"), (1, "2.13.0"), (0, "2.12.0")]:
        monkeypatch.setattr("quizterm.grading.torch_installed.version", {"torch": torch}.__getitem__)
        referee = CountingReferee()
        grade_all(find_jobs(study, tmp_path, seed=seed), Journal(tmp_path), make_referee=partial(same, referee))
        asked.append(len(referee.asked))
    assert asked == [1, 1, 1, 0]
