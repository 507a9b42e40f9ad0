"""Code of lessons, run from outside."""

from quizterm.grading.runner import Grader
from quizterm.grading.snippet import CodeUnit
from quizterm.grading.verdict import FailureKind


def test_code_of_lessons_runs_in_one_namespace_for_each_unit(grader: Grader) -> None:
    units = [
        CodeUnit(
            "section", ("import torch\nx = torch.ones(2)\nprint(x)", "y = x * 2\ny", "y.backward()", "print(y.sum())")
        ),
        CodeUnit("card", ("x",)),
        CodeUnit("warns", ("import warnings\nwarnings.warn('careful')\nNone",)),
        CodeUnit("data class", ("from dataclasses import dataclass\n@dataclass\nclass A:\n    x: int\nA(1)",)),
        CodeUnit("syntax", ("x = = 1",)),
    ]
    section, card, warns, data_class, syntax = grader.run_code(units)
    assert [block.printed for block in section.blocks] == ["tensor([1., 1.])\n", "", "", "tensor(4.)\n"]
    assert [block.value for block in section.blocks] == ["", "tensor([2., 2.])", "", ""]
    assert section.blocks[2].exception.startswith("RuntimeError: element 0 of tensors does not require grad")
    assert card.blocks[0].exception == "NameError: name 'x' is not defined"
    assert warns.blocks[0].warnings == ("UserWarning: careful",)
    assert warns.blocks[0].value == ""
    assert data_class.blocks[0].value == "A(x=1)"
    assert syntax.blocks[0].exception == "SyntaxError: invalid syntax"
    assert {unit.error for unit in (section, card, warns, data_class, syntax)} == {None}


def test_code_of_lessons_is_limited(grader: Grader) -> None:
    units = [
        CodeUnit("loop", ("print(1)", "while True: pass", "print(2)")),
        CodeUnit("exit", ("import os; os._exit(1)",)),
        CodeUnit("memory", ("bytearray(10 << 30)",)),
    ]
    loop, exits, memory = grader.run_code(units, seconds=0.5)
    assert [block.printed for block in loop.blocks] == ["1\n"]
    assert loop.error is not None
    assert loop.error.kind is FailureKind.TIMEOUT
    assert exits.error is not None
    assert exits.error.kind is FailureKind.CRASH
    assert memory.blocks[0].exception == "MemoryError"
