"""The review in lines: what is asked, what each line does, and that nothing but text comes out."""

import io
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from quizterm.cli.lines import Lines
from quizterm.cli.plain_review import HELP, PlainReview
from quizterm.memory.item import Rating
from quizterm.study import marking
from quizterm.study.marked import flagged
from quizterm.study.review import Review
from quizterm.study.session import Study, open_study
from tests.support.said import Said

LESSON = ["said", "filled", "chosen", "printed", "shaped", "wrong", "ordered"]


class Sitting:
    """A review whose grades are noted before they are recorded."""

    def __init__(self, study: Study, typed: str, *, lesson: str | None = None, limit: int | None = None) -> None:
        self.study = study
        self.review = Review(study, lesson=lesson, limit=limit)
        self.grades: list[tuple[str, Rating]] = []
        record = self.review.answer

        def note(rating: Rating, duration_ms: int) -> str | None:
            assert self.review.question is not None
            assert duration_ms >= 0
            self.grades.append((self.review.question.card.name, rating))
            return record(rating, duration_ms)

        self.review.answer = note
        target = io.StringIO()
        PlainReview(study, self.review, io.StringIO(typed), target).run()
        self.shown = target.getvalue()


def until(study: Study, card: str) -> str:
    """Lines that bury every card before this one."""
    return "\nb\n" * LESSON.index(card)


def test_an_empty_line_reveals_and_an_empty_grade_is_good(study: Study) -> None:
    sitting = Sitting(study, "\n\n" * 7, limit=7)
    assert sitting.grades == [(name, Rating.GOOD) for name in LESSON]
    assert study.store.reviews_total() == 7


@pytest.mark.parametrize(("line", "rating"), [("1", 1), ("2", 2), ("3", 3), ("4", 4), (" 4 ", 4)])
def test_a_number_grades(line: str, rating: int, study: Study) -> None:
    assert Sitting(study, f"\n{line}\n", limit=1).grades == [("said", Rating(rating))]


@pytest.mark.parametrize("typed", ["", "\n", "\n\n", "\n\n\n", "\nq\n", "\n?\n"])
def test_the_end_of_the_input_and_q_end_the_sitting(typed: str, study: Study) -> None:
    sitting = Sitting(study, typed)
    assert len(sitting.grades) == (1 if typed.startswith("\n\n") else 0)
    assert sitting.shown.endswith("\n")


def test_the_answer_is_shown_only_after_the_reveal(study: Study) -> None:
    assert "It is said." not in Sitting(study, "").shown
    assert "It is said." in Sitting(study, "\n").shown


def test_a_leech_is_told_of_after_its_grade(study: Study) -> None:
    study.settings = replace(study.settings, leech_lapses=1)
    marking.set_due(study, ["kinds.said"], study.now().day)
    shown = Sitting(study, "\n1\n", limit=1).shown
    told = "kinds.said is a leech after 1 lapse: suspended until you resume it; read All kinds › Basics again\n"
    assert f"\nAgain\n{told}" in shown, "a card that was put away does not come back in ten minutes"
    marking.resume(study, ["kinds.said"])
    study.settings = replace(study.settings, leech_action="mark")
    marking.set_due(study, ["kinds.said"], study.now().day)
    assert "\nAgain: back in 10m\nkinds.said is a leech" in Sitting(study, "\n1\n", limit=1).shown


def test_a_flag_is_put_on_and_taken_off_and_the_card_is_still_graded(study: Study) -> None:
    sitting = Sitting(study, "\n!\n!\n!\n4\n", limit=1)
    assert sitting.shown.count("kinds.said is flagged\n") == 2
    assert sitting.shown.count("kinds.said is no longer flagged\n") == 1
    assert sitting.grades == [("said", Rating.EASY)]
    assert [card.display_id for card in flagged(study)] == ["kinds.said"]


def test_each_grade_says_when_the_card_would_come_back(study: Study) -> None:
    review = Review(study)
    assert review.question is not None
    labels = [button.label for button in review.question.buttons]
    shown = Sitting(study, "\n3\n", limit=1).shown
    prompt = next(line for line in shown.splitlines() if line.startswith("Grade:"))
    assert [label for label in labels if label in prompt] == labels
    assert f"Good: back in {labels[2]}" in shown


def test_every_key_that_does_something_is_named_and_no_other(study: Study) -> None:
    """The oracle is what happens: a key that does nothing shows the help."""
    keys = [chr(code) for code in range(33, 127)]
    obeyed = {key for key in keys if HELP not in Sitting(study, f"\n{key}\n", limit=1).shown}
    grades, *others = HELP.splitlines()
    words = {word for line in others for word in line.partition("   ")[0].split(", ")}
    named = {*re.findall("[0-9]", grades), *words} - {"t ac"}
    assert {key for key in obeyed if key == key.lower()} == named


def test_ticked_points_suggest_a_grade(study: Study) -> None:
    review = Review(study)
    assert review.question is not None
    for letters, ticked in {"a": [0], "ab": [0, 1], "a, b c": [0, 1, 2], "abcd": [0, 1, 2, 3]}.items():
        sitting = Sitting(study, f"\nt {letters}\n\n", limit=1)
        assert sitting.grades == [("said", review.question.judge_ticks(ticked) or Rating.GOOD)]
        assert f"{len(ticked)} of 4 points said" in sitting.shown
        sitting.review.undo()


def test_blanks_are_hidden_numbered_and_compared(study: Study) -> None:
    wrong = Sitting(study, until(study, "filled") + "first\nthird\n\n", limit=1)
    assert "The [1: ____] and the [2: ____]." in wrong.shown
    assert "{{" not in wrong.shown
    assert "Wrong or missing: 2" in wrong.shown
    assert wrong.grades == [("filled", Rating.AGAIN)]
    wrong.review.undo()
    right = Sitting(study, "first\nsecond\n\n", limit=1)
    assert "All right" in right.shown
    assert right.grades == [("filled", Rating.GOOD)]


def test_an_empty_line_at_any_blank_reveals(study: Study) -> None:
    sitting = Sitting(study, until(study, "filled") + "first\n\n\n", limit=1)
    assert "Wrong or missing: 2" in sitting.shown
    assert [name for name, _ in sitting.grades] == ["filled"]


def test_letters_stand_for_the_options_as_shown(study: Study) -> None:
    shown = Sitting(study, until(study, "chosen")).shown.split("kinds.chosen")[1]
    letters = {line.split(".")[0].strip(): line.split(". ")[1] for line in shown.splitlines() if line.startswith("  ")}
    right = "".join(letter for letter, text in letters.items() if text in ("two", "four"))
    (wrong,) = (letter for letter, text in letters.items() if text == "three")
    missed = Sitting(study, f"{wrong}\n\n", limit=1)
    assert "Not right" in missed.shown
    assert missed.grades == [("chosen", Rating.AGAIN)]
    for why in ("twice one", "not twice anything", "twice two"):
        assert why in missed.shown
    missed.review.undo()
    for typed in (right, " ".join(right), right.upper(), ", ".join(reversed(right))):
        hit = Sitting(study, f"{typed}\n\n", limit=1)
        assert hit.grades == [("chosen", Rating.GOOD)]
        hit.review.undo()


def test_letters_that_are_not_shown_are_asked_for_again(study: Study) -> None:
    sitting = Sitting(study, until(study, "chosen") + "z\n\n\n", limit=1)
    assert "Type letters from a to c" in sitting.shown
    assert [name for name, _ in sitting.grades] == ["chosen"]


@pytest.mark.parametrize(
    ("typed", "remark", "rating"),
    [("1\n2\n", "Your answer matches", Rating.GOOD), ("1\n3\n", "Your answer differs", Rating.AGAIN)],
)
def test_printed_lines_are_compared(typed: str, remark: str, rating: Rating, study: Study) -> None:
    sitting = Sitting(study, until(study, "printed") + typed + "\n\n", limit=1)
    assert remark in sitting.shown
    assert sitting.grades == [("printed", rating)]


def test_a_shape_is_one_line(study: Study) -> None:
    sitting = Sitting(study, until(study, "shaped") + "(2, 3)\n\n", limit=1)
    assert "Your answer matches" in sitting.shown
    assert sitting.grades == [("shaped", Rating.GOOD)]


def test_a_bug_shows_the_repair_and_what_each_prints(study: Study) -> None:
    shown = Sitting(study, until(study, "wrong") + "\n").shown
    before, after = shown.split("Line 2 should add.")
    assert "total += 2" not in before
    assert "total += 2" in after
    assert "As it stands it prints:\n    2" in after
    assert "Repaired it prints:\n    3" in after


def test_steps_are_shuffled_and_put_in_order_by_number(study: Study) -> None:
    shown = Sitting(study, until(study, "ordered")).shown.split("kinds.ordered")[1]
    steps = [line.split(". ")[1] for line in shown.splitlines() if line.startswith("  ")]
    assert sorted(steps) == ["one", "three", "two"]
    assert steps != ["one", "two", "three"]
    right = " ".join(str(steps.index(step) + 1) for step in ("one", "two", "three"))
    hit = Sitting(study, f"{right}\n\n", limit=1)
    assert hit.grades == [("ordered", Rating.GOOD)]
    hit.review.undo()
    missed = Sitting(study, "1 2 3\n\n", limit=1)
    assert "Not the right order" in missed.shown
    assert missed.grades[0][1] < Rating.GOOD


@pytest.mark.parametrize("typed", ["1 2", "1 1 2", "0 1 2", "three", "1 2 3 4"])
def test_numbers_that_are_no_order_are_asked_for_again(typed: str, study: Study) -> None:
    sitting = Sitting(study, until(study, "ordered") + f"{typed}\n\n\n", limit=1)
    assert "Type each number from 1 to 3 once" in sitting.shown
    assert [name for name, _ in sitting.grades] == ["ordered"]


def test_undo_brings_the_card_back_even_from_another_sitting(study: Study) -> None:
    Sitting(study, "\n1\n", limit=1)
    sitting = Sitting(study, "\nu\n\n4\nq\n")
    assert sitting.grades == [("said", Rating.EASY)]
    assert study.store.reviews_total() == 1


def test_nothing_to_undo_is_said(study: Study) -> None:
    assert "Nothing to undo" in Sitting(study, "\nu\n").shown


@pytest.mark.parametrize(("key", "word"), [("b", "Buried"), ("-", "Buried"), ("s", "Suspended"), ("@", "Suspended")])
def test_a_card_can_be_put_away(key: str, word: str, study: Study) -> None:
    sitting = Sitting(study, f"\n{key}\n\n\n", limit=1)
    assert word in sitting.shown
    assert sitting.grades == [("filled", Rating.GOOD)]


@pytest.mark.parametrize("line", ["?", "5", "33", "good", "-1", "tt", "１"])
def test_any_other_grade_gets_help_and_is_asked_again(line: str, study: Study) -> None:
    sitting = Sitting(study, f"\n{line}\n2\n", limit=1)
    assert "1 again, 2 hard, 3 good, 4 easy" in sitting.shown
    assert sitting.grades == [("said", Rating.HARD)]


def test_the_question_can_be_seen_again(study: Study) -> None:
    assert Sitting(study, "\nr\n").shown.count("Say it.") == 2


def test_a_card_changed_by_another_quizterm_is_asked_again(study: Study) -> None:
    review = Review(study)
    with open_study() as other:
        Review(other).answer(Rating.EASY, 0)
    target = io.StringIO()
    PlainReview(study, review, io.StringIO("\n3\n\n3\n"), target).run()
    assert study.store.reviews_total() == 2
    assert "Good: back in" in target.getvalue()


def test_only_one_lessons_cards_can_be_asked(study: Study) -> None:
    sitting = Sitting(study, "\n\n" * 3, lesson="after")
    assert {name for name, _ in sitting.grades} == {"later"}


def test_the_end_tells_how_it_went(study: Study) -> None:
    shown = Sitting(study, "\n1\n\n3\n\n4\n", limit=3).shown
    assert "3 answers: 1 again, 0 hard, 1 good, 1 easy" in shown
    assert "Worth reading again: All kinds" in shown
    assert "More today at" in shown
    assert "Tomorrow:" in shown


def test_no_answers_is_said_too(study: Study) -> None:
    assert "No answers this time" in Sitting(study, "").shown


def test_hostile_lessons_cannot_send_control_characters(
    course_folder: Path, call: Callable[..., Said], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = course_folder / "01-kinds.md"
    hostile = "\x1b]0;title\x07 \x1b[2J \x9b31m"
    text = file.read_text()
    for plain in ("Say it.", "It is said.", "point one", "Which are even?", "twice one", "All kinds", "### Said"):
        text = text.replace(plain, plain + hostile)
    file.write_text(text)
    monkeypatch.setattr("sys.stdin", io.StringIO(f"\x1b[A\n{hostile}\n\n" * 12))
    said = call("review", "--plain")
    assert said.code == 0
    assert "]0;title" in said.out
    assert not [character for character in said.out if ord(character) < 32 and character not in "\n\t"]


def test_the_command_reads_standard_input(call: Callable[..., Said], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n\n" * 2))
    said = call("review", "--limit", "2")
    assert (said.code, said.err) == (0, "")
    assert "2 answers" in said.out


def test_an_unknown_lesson_is_told(call: Callable[..., Said]) -> None:
    said = call("review", "--lesson", "kindz")
    assert said.code == 2
    assert "kinds" in said.err


@pytest.mark.parametrize("words", [["review", "--plain"], ["quiz", "kinds"]])
def test_whoever_answers_in_lines_has_a_backup_of_the_day(
    words: list[str], call: Callable[..., Said], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * 9))
    assert call(*words).code == 0
    assert (home / "backups" / "quizterm-2026-03-10.sqlite").exists()


def test_whoever_leaves_with_an_interrupt_has_one_too(
    call: Callable[..., Said], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_: Lines, __: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(Lines, "ask", interrupted)
    assert call("review", "--plain").code == 130
    assert (home / "backups" / "quizterm-2026-03-10.sqlite").exists()


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """What stands on standard input."""
    return lambda text: monkeypatch.setattr("sys.stdin", io.StringIO(text))


def test_a_cram_says_that_nothing_is_recorded_and_promises_no_interval(
    study: Study, call: Callable[..., Said], typed: Callable[[str], None]
) -> None:
    typed("\n1\n\nb\n\n3\n")
    said = call("review", "--plain", "--cram", "--lesson", "after")
    assert "Cram, not recorded: 0 due, 1 new, 0 later today" in said.out
    assert "Grade: 1 again, 2 hard, 3 good, 4 easy. Enter: good." in said.out
    assert "Again\n" in said.out
    assert "back in" not in said.out
    assert "a cram records nothing" in said.out
    assert "2 answers: 1 again, 0 hard, 1 good, 0 easy" in said.out
    assert (said.code, study.store.reviews_total()) == (0, 0)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--due"], "--due goes with --cram"),
        (["--cram", "--ahead", "3"], "--ahead has an order of its own"),
        (["--order", "alphabetic"], "invalid choice: 'alphabetic'"),
        (["--ahead", "0"], "'0' is not a whole number from 1 to 36500"),
    ],
)
def test_options_that_make_no_sense_are_refused_in_one_line(
    words: list[str], told: str, call: Callable[..., Said]
) -> None:
    said = call("review", "--plain", *words)
    assert (said.code, said.err.count("\n")) == (2, 1)
    assert told in said.err


def test_ahead_of_nothing_says_so(call: Callable[..., Said], typed: Callable[[str], None]) -> None:
    typed("")
    assert "No card that was not answered today is due within 3 days" in call("review", "--plain", "--ahead", "3").out
