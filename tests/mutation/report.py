"""The mutants of one exercise counted, and all exercises as `exercises/MUTANTS.md`."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tests.mutation.trial import Fate, Trial

DEAD = (Fate.DIED, Fate.CRASHED, Fate.BONUS)


@dataclass(frozen=True, slots=True)
class Tally:
    """`reasons` are those declared, by a mutant's key."""

    slug: str
    trials: tuple[Trial, ...]
    reasons: dict[tuple[str, str, str], str]

    @property
    def equivalent(self) -> list[Trial]:
        """Those that no case tells from the solution and that are declared with a reason."""
        return [trial for trial in self.trials if trial.fate is Fate.AGREED and trial.mutant.key in self.reasons]

    @property
    def alive(self) -> list[Trial]:
        return [
            trial
            for trial in self.trials
            if trial.fate is Fate.LIVED or (trial.fate is Fate.AGREED and trial.mutant.key not in self.reasons)
        ]

    @property
    def stale(self) -> list[tuple[str, str, str]]:
        """Declarations of mutants that do not exist, or that die."""
        equivalent = {trial.mutant.key for trial in self.equivalent}
        return [key for key in self.reasons if key not in equivalent]

    def count(self, fate: Fate) -> int:
        return Counter(trial.fate for trial in self.trials)[fate]

    @property
    def killed(self) -> float:
        """The share of the mutants that are not equivalent and die."""
        dead = sum(map(self.count, DEAD))
        return dead / max(1, len(self.trials) - len(self.equivalent))


HEAD = """\
# Mutants

Every solution was changed by machine, one small change at a time, and every mutant was graded on two seeds, as a
submission is. A mutant is called equivalent only if a thousand cases (fifty where a run takes over half a second)
agree with the solution and no experiment that keeps to the brief could tell them apart; the reason is given.
A bonus experiment shows a learner what the brief leaves open, and does not count for the pass.
`make mutants` makes this page anew.

| exercise | mutants | dead by a wrong value | by a crash only | by a bonus only | equivalent | alive | killed |
|---|---|---|---|---|---|---|---|
"""


def page(tallies: Iterable[Tally]) -> str:
    tallies = list(tallies)
    return HEAD + "\n".join(_row(tally) for tally in tallies) + "\n" + _sum(tallies) + "".join(map(_notes, tallies))


def _row(tally: Tally) -> str:
    counts = (
        len(tally.trials),
        *map(tally.count, DEAD),
        len(tally.equivalent),
        len(tally.alive),
    )
    return f"| {tally.slug} | {' | '.join(map(str, counts))} | {tally.killed:.1%} |"


def _sum(tallies: list[Tally]) -> str:
    together = Tally("**all**", tuple(trial for tally in tallies for trial in tally.trials), {})
    equivalent = sum(len(tally.equivalent) for tally in tallies)
    alive = sum(len(tally.alive) for tally in tallies)
    dead = [together.count(fate) for fate in DEAD]
    share = sum(dead) / max(1, len(together.trials) - equivalent)
    counts = (len(together.trials), *dead, equivalent, alive)
    return f"| **all** | {' | '.join(map(str, counts))} | {share:.1%} |\n"


def _notes(tally: Tally) -> str:
    lines = list(_note_lines(tally))
    return f"\n## {tally.slug}\n\n" + "\n".join(lines) + "\n" if lines else ""


def _note_lines(tally: Tally) -> Iterator[str]:
    for trial in tally.alive:
        where = "found by a rare case only" if trial.fate is Fate.LIVED else "told by no case"
        yield f"- alive, {where}: {_described(trial)}"
    for trial in tally.equivalent:
        yield f"- equivalent: {_described(trial)}. {tally.reasons[trial.mutant.key]}"


def _described(trial: Trial) -> str:
    mutant = trial.mutant
    return f"`{mutant.scope}`: `{mutant.was}` to `{mutant.now}`"
