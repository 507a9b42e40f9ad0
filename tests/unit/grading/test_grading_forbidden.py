import importlib
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import torch

from quizterm.grading.exercise import Exercise
from quizterm.grading.forbidden import EXPERIMENTS, Forbidding
from quizterm.grading.forbidden_check import check_forbidden, programs
from quizterm.grading.guards import Guard
from quizterm.grading.learner_failure import ForbiddenImportError, ForbiddenUseError
from quizterm.grading.runner import Grader

FILE = "learner.py"
X = torch.tensor([[1.0, 2.0], [3.0, 5.0]], requires_grad=True)


def learners(code: str, file: str = FILE) -> Callable[[], object]:
    """`code`, an expression, as the learner's file would run it."""
    namespace = {"torch": torch, "x": X, "importlib": importlib}
    return lambda: eval(compile(code, file, "eval"), namespace)


@pytest.mark.parametrize(
    "statement",
    [
        "import torch.optim",
        "import torch.optim.sgd as sgd",
        "from torch import optim",
        "from torch.optim import SGD",
        "from torch.optim.sgd import SGD",
        "exec('import torch.optim')",
    ],
)
def test_a_module_cannot_be_imported(statement: str) -> None:
    code = compile(statement, FILE, "exec")
    with Forbidding(["torch.optim"], [], FILE).active(), pytest.raises(ForbiddenImportError, match=r"torch\.optim"):
        exec(code, {})
    exec(code, {})


@pytest.mark.parametrize(
    "use",
    [
        "torch.optim.SGD",
        "importlib.import_module('torch.optim').SGD",
        "importlib.import_module('torch.optim.sgd').SGD",
        "importlib.import_module('sys').modules['torch.optim'].SGD",
        "getattr(torch.optim, 'SGD')",
        "eval('torch.optim.SGD')",
    ],
)
def test_a_module_cannot_be_used(use: str) -> None:
    with Forbidding(["torch.optim"], [], FILE).active(), pytest.raises(ForbiddenUseError, match=r"torch\.optim"):
        learners(use)()


@pytest.mark.parametrize(
    "read",
    [
        "vars(guard)",
        "guard.__dict__",
        "type(guard).__dict__",
        "object.__getattribute__(guard, '__dict__')",
        "[getattr(guard, name) for name in object.__dir__(guard)]",
        "importlib.import_module('gc').get_referents(guard)",
        "importlib.import_module('gc').get_referents(type(guard), vars(guard), type(guard).__getattr__)",
        "type(guard).__getattr__.__closure__",
        "guard.__spec__.loader",
        "importlib.import_module('copy').copy(guard.__spec__).loader",
    ],
)
def test_a_guard_does_not_hold_what_it_stands_for(read: str) -> None:
    real = torch.optim
    classes = {real.SGD, real.Adam, real.Optimizer}
    guard = Guard("torch.optim", real.__spec__)
    found = eval(read, {"guard": guard, "importlib": importlib})
    for one in found.values() if isinstance(found, Mapping) else found if isinstance(found, list) else [found]:
        assert one is not real
        assert not (isinstance(one, type) and one in classes)
        assert not hasattr(one, "exec_module")


@pytest.mark.parametrize(
    "reach", ["importlib.reload(torch.optim)", "torch.optim.__loader__.load_module('torch.optim')"]
)
def test_a_guarded_module_cannot_be_loaded_again(reach: str) -> None:
    with Forbidding(["torch.optim"], [], FILE).active(), pytest.raises((ForbiddenImportError, AttributeError)):
        learners(reach)()


@pytest.mark.parametrize("use", ["sys.modules['quizterm.grading.guards'].GUARDS", "__import__('quizterm')"])
def test_what_keeps_the_modules_is_forbidden_with_them(use: str) -> None:
    ask = learners(use.replace("sys", "importlib.import_module('sys')"))
    with Forbidding(["torch.optim"], [], FILE).active(), pytest.raises((ForbiddenImportError, ForbiddenUseError)):
        ask()
    ask()


def test_an_overload_of_an_operator_is_a_call_too() -> None:
    with Forbidding([], ["relu"], FILE).active(), pytest.raises(ForbiddenUseError, match="relu"):
        learners("torch.ops.aten.relu.default(x)")()


@pytest.mark.parametrize("file", ["<string>", "<f>.py", "<frozen importlib._bootstrap>", "experiments"])
def test_a_learners_file_may_be_named_like_anything(file: str) -> None:
    with Forbidding(["torch.optim"], [], file).active():
        with pytest.raises(ForbiddenImportError):
            exec(compile("import torch.optim", file, "exec"), {})
        with pytest.raises(ForbiddenUseError):
            learners("torch.optim.SGD", file)()


def test_a_module_that_was_never_imported_cannot_be_imported_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "never_imported.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    ask = learners("importlib.import_module('never_imported')")
    with Forbidding(["never_imported"], [], FILE).active(), pytest.raises(ForbiddenImportError, match="never_imported"):
        ask()
    assert isinstance(ask(), ModuleType)


def test_libraries_keep_what_the_learners_file_may_not_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # torch imports parts of itself late, because of a call the learner makes.
    (tmp_path / "late_library.py").write_text(
        "import torch.optim\nfrom torch.optim import SGD\nkept = torch.optim.Adam\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    adam = torch.optim.Adam
    with Forbidding(["torch.optim"], [], FILE).active():
        library: Any = learners("importlib.import_module('late_library')")()
    assert (library.SGD, library.kept) == (torch.optim.SGD, adam)


def test_everything_is_as_before_afterwards() -> None:
    before, finders = sys.modules.copy(), [*sys.meta_path]
    optim = torch.optim
    with Forbidding(["torch.optim", "torch.nn.functional", "no_such_module"], ["softmax"], FILE).active():
        assert sys.modules["torch.optim"] is torch.optim is not optim
    assert sys.modules == before
    assert sys.meta_path == finders
    assert torch.optim is optim
    assert isinstance(torch.nn.functional, ModuleType)
    assert learners("torch.softmax(x, 0)")() is not None


def test_code_of_the_experiments_keeps_its_modules_and_calls() -> None:
    with Forbidding(["torch.optim"], ["softmax"], FILE).active():
        assert learners("torch.optim.SGD", EXPERIMENTS)() is torch.optim.SGD
        learners("torch.softmax(x, 0)", EXPERIMENTS)()


def test_what_a_file_is_handed_may_use_what_the_file_may_not() -> None:
    handed = learners("torch.softmax(x, 0)", EXPERIMENTS)
    namespace = {"handed": handed}
    with Forbidding([], ["softmax"], FILE).active():
        eval(compile("handed()", FILE, "eval"), namespace)


@pytest.mark.parametrize(
    "use",
    [
        "torch.softmax(x, 0)",
        "x.softmax(dim=0)",
        "torch.nn.functional.softmax(x, dim=0)",
        "torch.special.softmax(x, 0)",
        "torch.nn.Softmax(0)(x)",
        "torch.Tensor.softmax(x, 0)",
        "eval('torch.softmax(x, 0)')",
    ],
)
def test_a_call_is_seen_under_every_alias(use: str) -> None:
    with Forbidding([], ["softmax"], FILE).active(), pytest.raises(ForbiddenUseError, match="softmax"):
        learners(use)()


def test_a_property_is_a_call_too() -> None:
    with Forbidding([], ["T"], FILE).active():
        with pytest.raises(ForbiddenUseError):
            learners("x.T")()
        learners("x.t()")()


@pytest.mark.parametrize("use", ["torch.log_softmax(x, 0)", "torch.nn.functional.cross_entropy(x, x)"])
def test_an_operator_is_seen_whatever_calls_it(use: str) -> None:
    with (
        Forbidding([], ["aten._log_softmax"], FILE).active(),
        pytest.raises(ForbiddenUseError, match=r"aten\._log_softmax"),
    ):
        learners(use)()


def test_what_is_not_forbidden_works_under_watch() -> None:
    with Forbidding([], ["softmax", "aten._softmax"], FILE).active():
        (gradient,) = learners("torch.autograd.grad((x.exp() / x.exp().sum(0)).square().sum(), x)")()  # type: ignore[misc]
    expected = torch.autograd.grad(X.softmax(0).square().sum(), X)[0]
    torch.testing.assert_close(gradient, expected)


CALLS = """\
forbidden = ["torch.optim"]

[[forbidden_call]]
name = "softmax"
examples = ["torch.softmax(x, 0)", "x.softmax(0)"]

[[forbidden_call]]
name = "aten._log_softmax"
examples = ["torch.nn.functional.cross_entropy(x, x)"]
"""
OBSERVE = "def observe_only(impl, case, probe):\n    return None\n"


def test_an_exercise_proves_that_what_it_forbids_is_caught(
    grader: Grader, small_exercise: Callable[..., Exercise]
) -> None:
    exercise = small_exercise(OBSERVE, settings=CALLS)
    assert len(list(programs(exercise))) == 8
    assert check_forbidden(exercise, grader) == ()


def test_what_is_not_caught_is_a_fault(grader: Grader, small_exercise: Callable[..., Exercise]) -> None:
    exercise = small_exercise(OBSERVE, settings=CALLS.replace('"x.softmax(0)"', '"x.exp()", "x.no_such"'))
    nothing, other = check_forbidden(exercise, grader)
    assert (nothing.file.name, nothing.line) == ("exercise.toml", 10)
    assert nothing.message == "`softmax` is forbidden, but where a file uses it nothing happens: x.exp()"
    assert "AttributeError" in other.message
