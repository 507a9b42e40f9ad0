from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from doubling import write_double

from quizterm.grading.exercise import Exercise
from quizterm.grading.exercise_check import load_exercise
from quizterm.grading.runner import Grader

EXERCISES = Path(__file__).parents[3] / "exercises"
TOML = """\
title = "{slug}"
lesson = "engine"
requires = []
level = 1
names = ["answer"]
device = "cpu"
{settings}
[limits]
load = 5.0
experiment = 5.0
whole = 20.0
memory = 256

[[experiment]]
name = "only"
title = "the only one"
"""


@pytest.fixture(scope="session")
def engine() -> Exercise:
    return load_exercise(EXERCISES / "engine")


@pytest.fixture(scope="session")
def grader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Grader]:
    """One referee for all tests: starting one costs more than hundreds of gradings."""
    with Grader(cache=tmp_path_factory.mktemp("bugs")) as running:
        yield running


@pytest.fixture(scope="session")
def double(tmp_path_factory: pytest.TempPathFactory) -> Exercise:
    """A small exercise with short limits."""
    return write_double(tmp_path_factory.mktemp("exercises") / "double")


@pytest.fixture
def small_exercise(tmp_path: Path) -> Callable[..., Exercise]:
    """Makes an exercise with one experiment, which calls the learner's `answer(...)`."""

    def make(
        observe: str,
        *,
        reference: str = "def answer(*inputs): pass\n",
        settings: str = "forbidden = []\n",
        make_case: str = "return {}",
        slug: str = "small",
    ) -> Exercise:
        folder = tmp_path / slug
        folder.mkdir()
        files = {
            "exercise.toml": TOML.format(slug=slug, settings=settings),
            "brief.md": "# Small\n",
            "hints.md": "## One\n\n## Two\n\n## Three\n",
            "starter.py": reference,
            "solution.py": reference,
            "reference.py": reference,
            "experiments.py": f"import torch\ndef make_only(rng):\n    {make_case}\n\n{observe}",
            "bugs.toml": "",
        }
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
        return load_exercise(folder)

    return make
