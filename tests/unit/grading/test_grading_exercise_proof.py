"""What is said of an exercise that does not keep its word: each fault with its file and seeds."""

from collections.abc import Callable

import pytest

from quizterm.grading.exercise import Exercise
from quizterm.grading.exercise_check import load_exercise
from quizterm.grading.exercise_proof import prove, prove_bugs
from quizterm.grading.runner import Grader

SEEDS = range(6)
DRAW = "return {'n': int(torch.randint(1, 3, (), generator=rng))}"  # 1 or 2
OBSERVE = "def observe_only(impl, case, probe):\n    return impl.answer(case['n'])\n"
RIGHT = "def answer(n):\n    return n\n"
UNWRITTEN = "def answer(n):\n    raise NotImplementedError('say n')\n"

Written = Callable[..., Exercise]


@pytest.fixture
def written(small_exercise: Callable[..., Exercise]) -> Written:
    """Makes an exercise that asks for the number of its case, and has other files than a right one has."""

    def write(**texts: str) -> Exercise:
        folder = small_exercise(OBSERVE, reference=RIGHT, make_case=DRAW).folder
        for name, text in {"starter": UNWRITTEN, **texts}.items():
            (folder / f"{name}{'.toml' if name == 'bugs' else '.py'}").write_text(text, encoding="utf-8")
        return load_exercise(folder)

    return write


def bug(name: str, answer: str) -> str:
    edit = f'[[bug.edit]]\nold = "return n"\nnew = "return {answer}"\n'
    return f'[[bug]]\nid = "{name}"\nsentence = "It is {name}."\ncards = ["engine.value"]\n{edit}\n'


def seeds_of_case(grader: Grader, exercise: Exercise, case: int) -> list[int]:
    """The seeds on which the number is `case`."""
    reports = grader.grade_on_seeds(exercise, f"def answer(n):\n    return {case}\n", seeds=SEEDS)
    return [report.seed for report in reports if report.passed]


def told(grader: Grader, exercise: Exercise) -> list[tuple[str, str]]:
    """The faults: file and message."""
    return [(fault.file.name, fault.message) for fault in prove(exercise, grader, SEEDS)]


def test_an_exercise_that_keeps_its_word_has_no_fault(grader: Grader, written: Written) -> None:
    assert prove(written(bugs=bug("doubled", "2 * n") + bug("negative", "-n")), grader, SEEDS) == ()


def test_a_solution_is_told_the_first_seed_on_which_it_fails_and_how_many(grader: Grader, written: Written) -> None:
    exercise = written(solution="def answer(n):\n    return 1\n")
    twos = seeds_of_case(grader, exercise, 2)
    assert 0 < len(twos) < len(SEEDS)
    [(file, message)] = told(grader, exercise)
    assert file == "solution.py"
    assert message.startswith("the solution fails the experiment 'only': ")
    assert message.endswith(f"({len(twos)} of {len(SEEDS)} seeds, the first is {twos[0]})")
    [fault] = prove(exercise, grader, [twos[0]])
    assert fault.message.endswith(f"(seed {twos[0]})")


def test_a_solution_that_cannot_be_run(grader: Grader, written: Written) -> None:
    [(file, message)] = told(grader, written(solution="1 / 0\n" + RIGHT))
    assert file == "solution.py"
    assert message.startswith("the solution cannot be run: ZeroDivisionError")
    assert message.endswith(f"(all {len(SEEDS)} seeds)")


def test_nothing_is_said_of_bugs_before_the_solution_passes(grader: Grader, written: Written) -> None:
    exercise = written(solution="def answer(n):\n    return n + 5\n", bugs=bug("right", "n - 5"))
    assert prove_bugs(exercise, grader, SEEDS) != ()
    assert [file for file, _ in told(grader, exercise)] == ["solution.py"]


def test_a_bug_of_which_something_equals_not_even_itself(grader: Grader, written: Written) -> None:
    folder = written(bugs=bug("strange", "object()")).folder
    table, code = folder / "exercise.toml", folder / "experiments.py"
    table.write_text(table.read_text() + '\n[[experiment]]\nname = "kind"\ntitle = "whether it is a number"\n')
    code.write_text(
        code.read_text()
        + "def make_kind(rng): return {}\n"
        + "def observe_kind(impl, case, probe): return isinstance(impl.answer(1), int)\n"
    )
    [(file, message)] = told(grader, load_exercise(folder))
    assert file == "bugs.toml"
    assert message.startswith("what is observed of the bug 'strange' cannot be compared; let `observe` return tensors")


@pytest.mark.parametrize(
    ("starter", "problem"),
    [
        (RIGHT, "the starter passes, so that there is nothing to do"),
        ("import nowhere\n", "the starter cannot be run: ModuleNotFoundError"),
        (UNWRITTEN + "answer(1)\n", "the starter cannot be run: not written yet: say n; it has to load"),
        ("def answer(n):\n    return n / 0\n", "the starter breaks down in the experiment 'only': ZeroDivisionError"),
    ],
)
def test_a_starter_that_is_no_kind_beginning(grader: Grader, written: Written, starter: str, problem: str) -> None:
    [(file, message)] = told(grader, written(starter=starter))
    assert file == "starter.py"
    assert message.startswith(problem)


def test_a_bug_that_nothing_notices_on_some_seeds(grader: Grader, written: Written) -> None:
    exercise = written(bugs=bug("doubled", "2 * n") + bug("squared", "n * n"))  # 1 * 1 is 1, and 2 * 2 is 2 + 2
    ones, twos = seeds_of_case(grader, exercise, 1), seeds_of_case(grader, exercise, 2)
    doubled, *squared = prove_bugs(exercise, grader, SEEDS)
    assert doubled.message.startswith("the bug 'doubled' cannot be told from 'squared'")
    assert f"({len(twos)} of {len(SEEDS)} seeds, the first is {twos[0]})" in doubled.message
    assert [fault.message.partition(";")[0] for fault in squared] == [
        "no experiment notices the bug 'squared'" if kind == 1 else "the bug 'squared' cannot be told from 'doubled'"
        for kind in ((1, 2) if ones[0] < twos[0] else (2, 1))
    ]
    lines = (exercise.folder / "bugs.toml").read_text(encoding="utf-8").splitlines()
    assert [lines[fault.line - 1] for fault in (doubled, *squared)] == ['id = "doubled"', *['id = "squared"'] * 2]


def test_a_reference_that_fails(grader: Grader, written: Written) -> None:
    [(file, message)] = told(grader, written(reference="def answer(n):\n    return n / 0\n"))
    assert file == "experiments.py"
    assert "the reference fails in only, seed 0" in message
    assert "ZeroDivisionError" in message
