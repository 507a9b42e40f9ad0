"""Every exercise: right answers of every style pass, the starter fails kindly, every bug fails and is named."""

import itertools
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from quizterm.grading.edits import broken_solution
from quizterm.grading.exercise_check import check_exercise, load_exercise
from quizterm.grading.exercise_proof import prove_bugs, prove_solution, prove_starter
from quizterm.grading.forbidden_check import check_forbidden
from quizterm.grading.runner import Grader
from quizterm.grading.verdict import Certainty, Diagnosis

ROOT = Path(__file__).parents[2]
STYLES = Path(__file__).parent / "styles"
SLUGS = sorted(folder.parent.name for folder in (ROOT / "exercises").glob("*/exercise.toml"))
EXERCISES = {slug: load_exercise(ROOT / "exercises" / slug) for slug in SLUGS}
BUGS = [(slug, bug.id) for slug in SLUGS for bug in EXERCISES[slug].bugs]
STYLE_FILES = [(slug, file.stem) for slug in SLUGS for file in sorted((STYLES / slug).glob("*.py"))]
SEEDS, ALL_SEEDS = range(3), range(20)  # all where slow tests are run
FIRST_SEED, FEW_SEEDS = range(1), range(3)  # of an exercise whose run takes over half a second
SLOW = {"spirals"}
STYLE_SEEDS = [ALL_SEEDS[place % 2 :: 2] for place, _ in enumerate(STYLE_FILES)]  # by turns, so that all are seen
FEWEST_STYLES = {"engine": 12, "adam": 12, "training-loop": 12, "running-sum": 12}  # the mechanism is proved on these
FEWEST_STYLES_OF_OTHERS = 3
SHOWN = ("graph", "gradients", "losses", "events")

every_exercise = pytest.mark.parametrize("slug", SLUGS)


def on_seeds(
    names: tuple[str, ...], rows: Sequence[tuple[str, ...]], all_seeds: Sequence[range] = ()
) -> pytest.MarkDecorator:
    """Parametrize a test by rows that begin with a slug, each with few seeds, and as a slow test with all.

    `all_seeds` are those of each row, where they differ.
    """
    parameters = []
    for row, every in itertools.zip_longest(rows, all_seeds, fillvalue=ALL_SEEDS):
        few, many = (FIRST_SEED, FEW_SEEDS) if row[0] in SLOW else (SEEDS, every)
        parameters += [
            pytest.param(*row, few, id=f"{' '.join(row)} seeds {few[0]}-{few[-1]}"),
            pytest.param(*row, many, id=f"{' '.join(row)} seeds {many[0]}-{many[-1]}", marks=pytest.mark.slow),
        ]
    return pytest.mark.parametrize((*names, "seeds"), parameters)


@every_exercise
def test_the_folder_has_no_fault(slug: str) -> None:
    exercise, faults = check_exercise(ROOT / "exercises" / slug)
    assert faults == ()
    assert exercise is not None


@every_exercise
def test_what_is_forbidden_is_caught(grader: Grader, slug: str) -> None:
    assert check_forbidden(EXERCISES[slug], grader) == ()


@every_exercise
def test_cards_stand_in_lessons_of_the_course(slug: str) -> None:
    for card in {card for bug in EXERCISES[slug].bugs for card in bug.cards}:
        lesson, _, name = card.partition(".")
        (file,) = (ROOT / "content" / "pytorch").glob(f"[0-9]*-{lesson}.md")
        assert re.search(rf"<!-- card {name}\b", file.read_text(encoding="utf-8")), f"{card} is not in {file.name}"


@on_seeds(("slug",), [(slug,) for slug in SLUGS])
def test_the_solution_passes(grader: Grader, slug: str, seeds: range) -> None:
    assert prove_solution(EXERCISES[slug], grader, seeds) == ()


@every_exercise
def test_what_an_experiment_promises_to_show_is_in_the_report(grader: Grader, slug: str) -> None:
    exercise = EXERCISES[slug]
    promised = [kind for kind in SHOWN if f"probe.show_{kind}" in (exercise.folder / "experiments.py").read_text()]
    report = grader.grade(exercise, exercise.solution, seed=0)
    for kind in promised:
        assert any(getattr(result.traces, kind) for result in report.experiments), kind


@on_seeds(("slug",), [(slug,) for slug in SLUGS])
def test_the_starter_fails_kindly(grader: Grader, slug: str, seeds: range) -> None:
    assert prove_starter(EXERCISES[slug], grader, seeds) == ()


@on_seeds(("slug",), [(slug,) for slug in SLUGS])
def test_every_bug_fails_and_is_named(grader: Grader, slug: str, seeds: range) -> None:
    assert prove_bugs(EXERCISES[slug], grader, seeds) == ()


@pytest.mark.parametrize(("slug", "bug_id"), BUGS)
def test_a_file_with_a_bug_fails_and_is_told_so(grader: Grader, slug: str, bug_id: str) -> None:
    exercise = EXERCISES[slug]
    bug = exercise.bug(bug_id)
    report = grader.grade(exercise, broken_solution(exercise, bug), seed=0)
    assert not report.passed
    assert report.diagnosis == Diagnosis(Certainty.NAMED, bug.sentence, bug_id)
    assert report.cards == bug.cards


@on_seeds(("slug", "style"), STYLE_FILES, STYLE_SEEDS)
def test_right_answers_of_other_styles_pass(grader: Grader, slug: str, style: str, seeds: range) -> None:
    source = (STYLES / slug / f"{style}.py").read_text(encoding="utf-8")
    for report in grader.grade_on_seeds(EXERCISES[slug], source, seeds=seeds, file=f"{style}.py"):
        failed = [(result.name, result.message) for result in report.experiments if not result.passed]
        assert report.passed, (report.seed, report.error, failed)


@every_exercise
def test_there_are_several_styles_of_it(slug: str) -> None:
    fewest = FEWEST_STYLES.get(slug, FEWEST_STYLES_OF_OTHERS)
    assert len([style for of, style in STYLE_FILES if of == slug]) >= fewest
