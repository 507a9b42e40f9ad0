"""Watching a file from the command line: keys, saves that come while a file is graded, and the way out."""

import queue
import re
from functools import partial
from pathlib import Path

import pytest

from quizterm import paths
from quizterm.cli.watch import KEYS_LINE, Judged, Key, LookedAfter, NotWatched, Prepared, Saved, Watching
from quizterm.errors import DatabaseDamagedError, DatabaseUnavailableError, ExerciseError, GradingError
from quizterm.grading.verdict import ExperimentResult, Report
from quizterm.study.exercises import start
from quizterm.study.session import open_study


class HeldReferee:
    """Grades when it is told to; until then a file is being graded."""

    def __init__(self):
        self.go = queue.SimpleQueue()
        self.sources = []
        self.prepared = []
        self.fault = None

    def start(self):
        return None

    def prepare(self, exercise, *, seed, device, most):
        self.prepared.append((exercise.slug, seed, device, most))
        return max(0, 3 - len(self.prepared))

    def close(self):
        self.go.put("closed")

    def grade(self, exercise, source, *, seed, device, **_):
        self.sources.append(source)
        self.go.get(timeout=30)
        if self.fault is not None:
            raise self.fault
        result = ExperimentResult("reuse", "x*x + x", bonus=False, passed=False, message=f"about {source!r}")
        return Report(exercise.slug, False, seed, device, "2.13.0", 0.01, (result,))


class Events(queue.SimpleQueue):
    """Gives the events of a script, and waits for a verdict where the script says so."""

    def __init__(self, script, referee):
        super().__init__()
        self.script = list(script)
        self.referee = referee

    def get(self, block=True, timeout=None):  # noqa: ARG002  # the signature of the queue
        step = self.script.pop(0)
        if step == "verdict":
            self.referee.go.put("go")
            return self._next(Judged)
        if step == "prepared":
            return self._next(Prepared)
        if step == "looked after":
            return self._next(LookedAfter)
        if callable(step):
            step()
            return Saved()
        return step

    def _next(self, kind):
        while not isinstance(event := super().get(timeout=30), kind):
            pass
        return event


@pytest.fixture
def course_folder():
    """The shipped course and exercises, in place of the small one."""
    return paths.content_folder() / "pytorch"


@pytest.fixture
def study(course_folder):
    with open_study() as opened:
        yield opened


def watch(study, script, fault=None):
    referee = HeldReferee()
    referee.fault = fault
    events = Events([*script, Key("q")], referee)
    watching = Watching(study, "engine", "auto", events, referee)
    try:
        watching.run()
    finally:
        watching.close()
    return referee


def test_a_save_while_a_file_is_graded_is_graded_next(study, capsys):
    file = start(study, "engine").file
    file.write_text("first")
    referee = watch(
        study,
        [lambda: file.write_text("second"), lambda: file.write_text("third"), "verdict", "verdict"],
    )
    assert referee.sources == ["first", "third"]
    assert "about 'third'" in capsys.readouterr().out


def test_a_save_by_renaming_is_seen(study, capsys):
    file = start(study, "engine").file

    def rename():
        new = file.with_name("engine.py.tmp")
        new.write_text("renamed")
        new.replace(file)

    assert watch(study, ["verdict", rename, "verdict"]).sources[-1] == "renamed"


def test_a_save_that_changes_nothing_is_not_graded_but_r_does(study, capsys):
    start(study, "engine")
    assert len(watch(study, ["verdict", Saved(), Key("r"), "verdict"]).sources) == 2


def test_r_while_a_file_is_graded_grades_it_once_more(study, capsys):
    file = start(study, "engine").file
    file.write_text("first")
    referee = watch(study, [Key("r"), Saved(), "verdict", "verdict"])
    assert referee.sources == ["first", "first"]


def test_a_file_that_is_gone_for_a_moment_is_told_and_graded_when_it_is_back(study, capsys):
    file = start(study, "engine").file
    referee = watch(study, ["verdict", file.unlink, lambda: file.write_text("back"), "verdict"])
    assert referee.sources[-1] == "back"
    assert "no such file" in capsys.readouterr().out


def test_whatever_takes_the_place_of_the_file_is_told_and_watching_goes_on(study, capsys):
    file = start(study, "engine").file

    def replace(make):
        file.rmdir() if file.is_dir() and not file.is_symlink() else file.unlink()
        make()

    referee = watch(
        study,
        [
            "verdict",
            lambda: replace(file.mkdir),
            lambda: replace(lambda: file.symlink_to(file.name)),
            lambda: replace(lambda: file.write_bytes(b"#" * (2 << 20))),
            "verdict",
            lambda: replace(lambda: file.write_text("back")),
            "verdict",
        ],
    )
    assert referee.sources[1:] == ["back"]
    said = capsys.readouterr().out
    for problem in ("it is no regular file", "Too many levels of symbolic links", "the file is larger than 1 MiB"):
        assert said.count(problem) >= 1


def test_why_saves_are_not_noticed_is_one_line(study, capsys):
    start(study, "engine")
    watch(study, ["verdict", NotWatched("the folder\x1b[2J is gone"), Key("r"), "verdict"])
    assert "\nthe folder␛[2J is gone\n" in capsys.readouterr().out


def test_an_exercise_that_cannot_be_graded_is_told_and_watching_goes_on(study, capsys):
    file = start(study, "engine").file
    referee = watch(study, ["verdict", lambda: file.write_text("more"), "verdict"], ExerciseError("it is broken"))
    assert len(referee.sources) == 2
    assert capsys.readouterr().out.count("it is broken") == 2


def test_a_fault_of_quizterms_own_ends_watching(study, capsys):
    start(study, "engine")
    with pytest.raises(ZeroDivisionError):
        watch(study, ["verdict"], ZeroDivisionError())


def test_hints_come_one_by_one_and_end(study, capsys):
    start(study, "engine")
    watch(study, ["verdict", *[Key("h")] * 4])
    said = capsys.readouterr().out
    assert "Hint 1 of 3; with it the pass counts as Hard\n" in said
    assert "there are 3 hints, and you have seen them all" in said


def test_the_brief_and_the_keys_are_one_key_away(study, capsys):
    start(study, "engine")
    watch(study, ["verdict", Key("d"), Key("z")])
    said = capsys.readouterr().out
    assert "Value" in said
    assert said.rstrip().endswith("h hint, d brief, r rerun, e easy, n next exercise, q quit")


def test_every_key_that_does_something_is_named_and_no_other(study, capsys):
    """The oracle is the keys themselves: one that does nothing names those that do something."""
    start(study, "engine")
    obeyed = set()

    def note(key):
        if capsys.readouterr().out != f"{KEYS_LINE}\n":
            obeyed.add(key)

    keys = [chr(code) for code in range(32, 127) if chr(code) != "q"]
    presses = [step for key in keys for step in (Key(key), partial(note, key))]
    watch(study, ["verdict", partial(note, "none"), *presses])
    named = {offer.split()[0] for offer in KEYS_LINE.split(", ")}
    assert obeyed - {"none"} == named - {"q"}
    readme = Path(__file__).parents[3].joinpath("README.md").read_text(encoding="utf-8")
    [row] = [line for line in readme.splitlines() if line.startswith("| `quizterm watch SLUG")]
    assert set(re.findall("`(.)`", row)) == named


def test_bugs_are_run_one_by_one_while_nothing_is_to_be_graded(study, capsys):
    start(study, "engine")
    referee = watch(study, ["verdict", "prepared", "prepared", "prepared"])
    assert len(referee.prepared) == 3
    assert len(set(referee.prepared)) == 1
    (slug, _, device, most), *_ = referee.prepared
    assert (slug, device, most) == ("engine", "auto", 1)


def test_a_saved_file_goes_before_bugs(study, capsys):
    file = start(study, "engine").file
    referee = watch(study, ["verdict", lambda: file.write_text("second"), "prepared", "verdict"])
    assert referee.sources[-1] == "second"
    assert len(referee.prepared) == 2, "one begun before the save, one after its verdict"


class Days:
    """A clock that is moved from day to day."""

    def __init__(self):
        self.ms = 1_796_025_600_000  # 2026-11-30 08:00 UTC

    def now_ms(self):
        return self.ms

    def turn(self):
        self.ms += 86_400_000
        raise queue.Empty  # nothing happens in the minute after which the day is looked at

    def go_on(self):
        self.ms += 60_000
        raise queue.Empty


def test_a_backup_is_made_on_each_study_day_that_watching_sees_and_one_only(course_folder, home, capsys):
    clock = Days()
    with open_study(clock=clock) as study:
        start(study, "engine")
        looked_after = ["verdict", "looked after", clock.go_on, Saved(), clock.turn, "looked after", clock.go_on]
        watch(study, looked_after)
    names = sorted(file.name for file in (home / "backups").iterdir())
    assert names == ["quizterm-2026-11-30.sqlite", "quizterm-2026-12-01.sqlite"]


def test_what_cannot_be_stored_at_present_is_told_and_watching_goes_on(study, monkeypatch, capsys):
    def full(drafts, *, expect=None):
        raise DatabaseUnavailableError(study.store.path, "the disk is full")

    file = start(study, "engine").file
    monkeypatch.setattr(study.store, "append", full)
    referee = watch(study, ["verdict", Key("h"), Key("n"), lambda: file.write_text("more"), "verdict"])
    assert len(referee.sources) == 2
    said = capsys.readouterr().out
    assert said.count(f"{study.store.path}: the disk is full") == 4, "of two verdicts, the hint and the next exercise"
    assert said.count("Not recorded: ") == 2
    assert said.count("about ") == 2, "the verdicts stand"


def test_grading_that_does_not_start_is_told_and_tried_again_at_the_next_save(study, monkeypatch, capsys):
    fault = GradingError("the grading process does not start (No usable temporary directory)")

    def no_room(_):
        raise fault

    file = start(study, "engine").file
    monkeypatch.setattr(HeldReferee, "start", no_room)
    referee = watch(study, ["verdict", lambda: file.write_text("more"), "verdict"], fault)
    assert len(referee.sources) == 2
    assert capsys.readouterr().out.count(f"{fault}\n") == 2


def test_damage_is_told_while_watching_and_once_more_at_its_end(study, monkeypatch, capsys):
    def keep_safe(study):
        raise DatabaseDamagedError(study.store.path, "is damaged")

    monkeypatch.setattr("quizterm.cli.watch.keep_safe", keep_safe)
    start(study, "engine")
    referee = HeldReferee()
    events = Events(["verdict", "looked after", Key("r"), "verdict", Key("q")], referee)
    watching = Watching(study, "engine", "auto", events, referee)
    watching.run()
    watching.close()
    assert capsys.readouterr().out.count("is damaged\n") == 1
    assert len(referee.sources) == 2
    assert str(watching.danger).endswith("is damaged")


def test_quitting_does_not_wait_for_what_is_being_graded(study, capsys):
    start(study, "engine")
    assert len(watch(study, []).sources) <= 1
