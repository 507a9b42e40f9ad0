from typing import Any

import pytest
import torch

from quizterm.grading.explain import explain

REF = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 7.0]], dtype=torch.float64)
SQUARE = torch.tensor([[1.0, 2.0], [3.0, 5.0]], dtype=torch.float64)


@pytest.mark.parametrize(
    ("got", "ref", "said"),
    [
        (REF.t().contiguous(), REF, "w is transposed."),
        (SQUARE.t().contiguous(), SQUARE, "w is transposed."),
        (torch.ones(3, 2), REF.float(), "w has its two sizes swapped."),
        (REF.unsqueeze(0), REF, "w has shape [1, 2, 3]: an axis of size 1 too many or too few."),
        (REF.float(), REF, "w has dtype float32 where float64 is right."),
        (-REF, REF, "w has the right size and the wrong sign."),
        (REF * 6, REF, "w is 6 times too large, like a sum in place of a mean."),
        (REF / 2, REF, "w is 2 times too small, like a mean in place of a sum."),
        (REF * 2.5, REF, "w is 2.5 times what it should be."),
        (REF * 0.1, REF, "w is what it should be divided by 10."),
        (REF + 0.5, REF, "w is off by 0.5 everywhere: a term is missing or one too many."),
        (REF * 0, REF, "w is 0 everywhere: nothing arrived there."),
        (REF * torch.nan, REF, "w became NaN: something overflowed, or 0 was divided by 0."),
        (REF * torch.inf, REF, "w became infinite: something overflowed, or 0 was divided by 0."),
        (None, REF, "w is None: nothing was put there."),
        (6.0, 3.0, "w is 2 times what it should be."),
        (-3.0, 3.0, "w has the right size and the wrong sign."),
        (1.0, 4.0, "w is what it should be divided by 4."),
        (4.1, 3.0, None),
        (REF.sin(), REF, None),
        ("text", REF, None),
        (torch.ones(4), REF, None),
    ],
)
def test_what_numbers_say(got: Any, ref: Any, said: str | None) -> None:
    assert explain({"ok": 1.0, "w": got}, {"ok": 1.0, "w": ref}) == said


def test_the_first_wrong_part_is_explained_wherever_it_stands() -> None:
    assert explain([1.0, (2.0, 6.0)], [1.0, (2.0, 3.0)]) == "[1][1] is 2 times what it should be."
    assert explain(6.0, 3.0) == "The result is 2 times what it should be."


def test_equal_observations_need_no_words() -> None:
    assert explain({"w": REF}, {"w": REF.clone()}) is None
