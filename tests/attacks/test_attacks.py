"""Hostile programs: none passes, harms, stays, or disturbs the next file."""

import os
import sys
from collections.abc import Callable

import pytest

from quizterm.grading.layers import Layer
from tests.attacks.arena import SOLUTION, Arena, Configuration, kinds, messages
from tests.attacks.attack import Attack
from tests.attacks.hostile import (
    exits,
    files,
    floods,
    frames,
    hunting,
    leftovers,
    lies,
    loops,
    memory,
    network,
    processes,
)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the sandbox is complete on Linux only")

TABLES = (loops, processes, memory, files, network, exits, floods, lies, frames, hunting, leftovers)
ATTACKS: dict[str, Attack] = {
    f"{table.__name__.rpartition('.')[2]}: {name}": attack
    for table in TABLES
    for name, attack in table.PROGRAMS.items()
}
FORKED = Configuration()
PLAIN = Configuration(without=(Layer.NAMESPACES,))
NOBODY = Configuration(as_nobody=True)
PLAIN_NOBODY = Configuration(without=(Layer.NAMESPACES,), as_nobody=True)
SPAWNED = Configuration(spawn=True)
OTHERS = (PLAIN, NOBODY, PLAIN_NOBODY)

# One of each sort for the configurations beside the usual one; `slow` tests run all in all.
SAMPLE = [
    "loops: sleep with all signals blocked",
    "processes: daemon by two forks",
    "processes: kill the app",
    "processes: have the kernel signal the app",
    "memory: memory bit by bit",
    "files: write through SQLite",
    "files: close the database to its owner",
    "files: read the exercise's answers",
    "network: TCP",
    "exits: close all descriptors",
    "floods: a flood of output",
    "lies: a tensor that answers for itself",
    "frames: an answer under the right number",
    "hunting: answers among objects",
    "leftovers: spinning threads and a wrong answer",
]
SMALL_SAMPLE = ["loops: loop in a call", "files: delete the database", "processes: fork", "network: TCP"]


def strike(arena: Arena, attack: Attack) -> None:
    report = arena.attack(attack.source)
    assert not report["passed"]
    assert kinds(report) <= attack.kinds | {"passed"}, messages(report)
    assert kinds(report) != {"passed"}
    assert attack.says in messages(report)
    assert arena.harm() == []
    assert arena.grade(SOLUTION)["passed"], "the next file is graded as if nothing had happened"


def needs_root(configuration: Configuration) -> None:
    if configuration.as_nobody and os.getuid() != 0:
        pytest.skip("only root can become another user")


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_is_contained(arena_of: Callable[[Configuration], Arena], name: str) -> None:
    strike(arena_of(FORKED), ATTACKS[name])


@pytest.mark.parametrize("configuration", OTHERS, ids=str)
@pytest.mark.parametrize("name", SAMPLE)
def test_an_attack_is_contained_elsewhere(
    arena_of: Callable[[Configuration], Arena], configuration: Configuration, name: str
) -> None:
    needs_root(configuration)
    strike(arena_of(configuration), ATTACKS[name])


@pytest.mark.parametrize("name", SMALL_SAMPLE)
def test_an_attack_on_a_spawned_worker_is_contained(arena_of: Callable[[Configuration], Arena], name: str) -> None:
    strike(arena_of(SPAWNED), ATTACKS[name])


@pytest.mark.slow
@pytest.mark.parametrize("configuration", [*OTHERS, SPAWNED], ids=str)
@pytest.mark.parametrize("name", ATTACKS)
def test_every_attack_is_contained_everywhere(
    arena_of: Callable[[Configuration], Arena], configuration: Configuration, name: str
) -> None:
    needs_root(configuration)
    strike(arena_of(configuration), ATTACKS[name])


def test_there_are_attacks_of_every_sort() -> None:
    assert len(ATTACKS) >= 60
    assert {*SAMPLE, *SMALL_SAMPLE} <= ATTACKS.keys()


def test_right_answers_learnt_for_one_seed_fail_another(arena_of: Callable[[Configuration], Arena]) -> None:
    arena = arena_of(FORKED)
    spy = "def double(x):\n    print(repr(x))\n    return x + x\n"
    number = arena.grade(spy)["output"].split()[0]
    learnt = f"def double(x): return 2 * {number} if isinstance(x, float) else x + x\n"
    assert arena.grade(learnt)["passed"]
    assert not arena.grade(learnt, seed=2)["passed"]
