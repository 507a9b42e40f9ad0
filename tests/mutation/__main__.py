"""Change every solution by machine and see whether the experiments notice: `make mutants`.

    python -m tests.mutation [SLUG ...] [--workers N] [--report]

Without slugs: all exercises. A mutant that lives is printed as a table for `tests/mutation/equivalent/<slug>.toml`,
to be declared there with a reason if no experiment that keeps to the brief could kill it; mend the experiments
otherwise. `--report` writes `exercises/MUTANTS.md`. Exits with 1 if too few mutants die or too many are declared.
"""

import argparse
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from quizterm.grading.exercise_check import load_exercise
from quizterm.grading.exercise_folders import exercise_folders
from quizterm.grading.runner import Grader
from tests.mutation.declared import as_declaration, declared
from tests.mutation.mutants import mutants_of
from tests.mutation.report import Tally, page
from tests.mutation.trial import Fate, hurried, seeds_that_agree, try_out

EXERCISES = Path(__file__).parents[2] / "exercises"
LEAST_KILLED = 0.98
MOST_EQUIVALENT = 0.04


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation")
    parser.add_argument("slugs", nargs="*")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--report", action="store_true", help="write exercises/MUTANTS.md")
    options = parser.parse_args(words)
    slugs = options.slugs or [folder.name for folder in exercise_folders(EXERCISES)]
    with ThreadPoolExecutor(options.workers) as threads:
        tallies = []
        for tally in threads.map(tally_of, slugs):
            tallies.append(tally)
            if options.report:  # after each, since all of them take long
                (EXERCISES / "MUTANTS.md").write_text(page(tallies), encoding="utf-8")
    return 0 if all(map(is_good, tallies)) else 1


def is_good(tally: Tally) -> bool:
    few_declared = len(tally.equivalent) <= MOST_EQUIVALENT * len(tally.trials)
    return tally.killed >= LEAST_KILLED and few_declared and not tally.stale


def tally_of(slug: str) -> Tally:
    began = time.monotonic()
    exercise = load_exercise(EXERCISES / slug)
    with Grader() as grader:
        grader.grade(exercise, exercise.solution, seed=0)  # the first one pays for starting
        seconds = grader.grade(exercise, exercise.solution, seed=0).seconds
        with hurried(exercise, seconds) as quick:
            more_seeds = seeds_that_agree(exercise, seconds)
            trials = tuple(try_out(grader, quick, mutant, more_seeds) for mutant in mutants_of(exercise))
    tally = Tally(slug, trials, declared(slug))
    tell(tally, time.monotonic() - began)
    return tally


def tell(tally: Tally, seconds: float) -> None:
    for trial in tally.alive:
        mutant = trial.mutant
        print(f"\n# line {mutant.line}, {mutant.operator}, told by {trial.fate} {' '.join(trial.by)}")
        print(as_declaration(mutant))
    for key in tally.stale:
        print(f"\n# declared, but dead or gone: {key}")
    print(
        f"{tally.slug}: {len(tally.trials)} mutants, {tally.count(Fate.DIED)} dead by a wrong value, "
        f"{tally.count(Fate.CRASHED)} by a crash, {tally.count(Fate.BONUS)} by a bonus experiment, "
        f"{len(tally.equivalent)} equivalent, {len(tally.alive)} alive: {tally.killed:.1%} killed, in {seconds:.0f} s",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
