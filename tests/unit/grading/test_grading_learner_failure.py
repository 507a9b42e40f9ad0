"""An exception of the learner's code, whatever it is made of, becomes a failure of one line."""

import pytest

from quizterm.grading.learner_failure import failure_of_exception
from quizterm.grading.verdict import FailureKind

FILE = "learner.py"
NAMELESS = "class M(type):\n    def __getattribute__(c, n): raise ValueError\n"


def raised(code: str) -> BaseException:
    with pytest.raises(BaseException) as caught:  # whatever the code raises is looked at
        exec(compile(code, FILE, "exec"), {})
    return caught.value


def test_the_traceback_shows_the_learners_frames_only() -> None:
    failure = failure_of_exception(raised("def f():\n    return 1 / 0\nf()"), FILE)
    assert (failure.kind, failure.message) == (FailureKind.CRASH, "ZeroDivisionError: division by zero")
    assert failure.traceback.count("File ") == failure.traceback.count(f'File "{FILE}"') == 2


def test_a_part_not_written_yet_is_told_from_what_torch_cannot_do() -> None:
    unwritten = failure_of_exception(raised("raise NotImplementedError('step')"), FILE)
    assert (unwritten.kind, unwritten.message) == (FailureKind.MISSING, "not written yet: step")
    refused = failure_of_exception(raised("import torch\ntorch.ones(1, device='meta').cpu()"), FILE)
    assert refused.kind is FailureKind.CRASH
    assert refused.message.startswith("NotImplementedError: ")


@pytest.mark.parametrize(
    "code",
    [
        "e = SyntaxError('odd')\ne.lineno, e.offset, e.text = 'x', 'y', 5\nraise e",
        "class E(Exception):\n    def __str__(self): raise ValueError\nraise E",
        "class E(Exception):\n    __notes__ = 5\nraise E('odd')",
        "e = NameError('odd')\ne.name = 5\nraise e",
        "e = ImportError('odd')\ne.name_from = 5\nraise e",
        f"{NAMELESS}class E(Exception, metaclass=M): pass\nraise E",
    ],
)
def test_an_exception_of_odd_parts_is_told(code: str) -> None:
    failure = failure_of_exception(raised(code), FILE)
    assert failure.kind is FailureKind.CRASH
    assert failure.message
    assert "\n" not in failure.message
