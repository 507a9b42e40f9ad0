from typing import Any

import pytest
import torch

from quizterm.grading.explain import explain

REF = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 7.0]], dtype=torch.float64)
SQUARE = torch.tensor([[1.0, 2.0], [3.0, 5.0]], dtype=torch.float64)
STEPS = torch.tensor([9.0, 5.0, 4.0, 2.0], dtype=torch.float64)
CASE = {
    "lr": 0.3,
    "bias": torch.tensor([[0.5, -1.0, 2.0], [0.0, 0.1, 3.0]], dtype=torch.float64),
    "x": torch.ones(7, 2),
}


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
        (REF * -2.5, REF, "w is -2.5 times what it should be."),
        (REF * 0.1, REF, "w is what it should be divided by 10."),
        ((REF * 2.5).float(), REF.float(), "w is 2.5 times what it should be."),
        (REF + 0.5, REF, "w is off by 0.5 everywhere: a term is missing or one too many."),
        (REF * 0, REF, "w is 0 everywhere: nothing arrived there."),
        (
            (REF / 3).float().double() * 3,
            REF,
            "w is right to six digits and no further: float32 was used on the way, or something tiny is missing.",
        ),
        (REF * torch.nan, REF, "w became NaN: something overflowed, or 0 was divided by 0."),
        (REF * torch.inf, REF, "w became infinite: something overflowed, or 0 was divided by 0."),
        (None, REF, "w is None: nothing was put there."),
        (6.0, 3.0, "w is 2 times what it should be."),
        (-3.0, 3.0, "w has the right size and the wrong sign."),
        (1.0, 4.0, "w is what it should be divided by 4."),
        (STEPS[:-1], STEPS, "w ends one too early: the last batch or step is missing."),
        (STEPS[1:], STEPS, "w begins one too late: the first batch or step is missing."),
        ([4, 4], [4, 4, 1], "w ends one too early: the last batch or step is missing."),
        ([4, 4, 2, 0], [4, 4, 2], "w goes on for one too many: a batch or step at the end does not belong there."),
        ([0, 4, 4, 2], [4, 4, 2], "w begins one too early: something stands before the first batch or step."),
        (STEPS.roll(1), STEPS, "w is one step late: each number is the one before."),
        ([5.0, 4.0, 2.0, 1.0], [9.0, 5.0, 4.0, 2.0], "w is one step ahead: each number is the next one."),
        (
            list(REF.repeat(2, 1))[:3],
            list(REF.repeat(2, 1)),
            "w ends one too early: the last batch or step is missing.",
        ),
        ([1.0, 1.0, 2.0], [1.0, 1.0, 1.0], "w[2] is 2 times what it should be."),
        (4.1, 3.0, None),
        (REF.sin(), REF, None),
        ("text", REF, None),
        (torch.ones(4), REF, None),
        (torch.ones(9), STEPS, None),
        (torch.tensor(9.0).double(), STEPS, None),
        ([1.0, 2.0], [1.0, 3.5, 2.5], None),
        (torch.tensor([1, 2]), torch.tensor([2, 4]), None),
    ],
)
def test_what_numbers_say(got: Any, ref: Any, said: str | None) -> None:
    assert explain({"ok": 1.0, "w": got}, {"ok": 1.0, "w": ref}) == said


@pytest.mark.parametrize(
    ("got", "ref", "said"),
    [
        (REF - CASE["bias"], REF, "w lacks bias of the inputs, which should have been added."),
        (REF + CASE["bias"], REF, "w has bias of the inputs added to it."),
        (CASE["bias"], REF, "w is just bias of the inputs."),
        (REF * 0.3, REF, "w is lr (0.3) times what it should be."),
        (REF / 0.3, REF, "w is what it should be divided by lr (0.3)."),
        (4.5 * 0.3, 4.5, "w is lr (0.3) times what it should be."),
        (4.5 - 0.3, 4.5, "w lacks lr of the inputs, which should have been added."),
        (4.5 * 7, 4.5, "w is 7 times too large, like a sum in place of a mean."),
        (4.5 / 7, 4.5, "w is 7 times too small, like a mean in place of a sum."),
        (REF * 7, REF, "w is 7 times too large, like a sum in place of a mean."),
    ],
)
def test_what_numbers_say_in_the_light_of_the_inputs(got: Any, ref: Any, said: str) -> None:
    assert explain({"w": got}, {"w": ref}, case=CASE) == said
    assert explain({"w": got}, {"w": ref}, case=[{"deep": CASE}]) == said.replace("bias", "[0].deep.bias").replace(
        "lr", "[0].deep.lr"
    )


def test_the_first_wrong_part_is_explained_wherever_it_stands() -> None:
    assert explain([1.0, (2.0, 6.0)], [1.0, (2.0, 3.0)]) == "[1][1] is 2 times what it should be."
    assert explain(6.0, 3.0) == "The result is 2 times what it should be."


def test_equal_observations_need_no_words() -> None:
    assert explain({"w": REF}, {"w": REF.clone()}) is None


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("shape", [(), (1,), (2,), (3,), (2, 2), (3, 3), (4, 2), (5, 3, 2)])
def test_noise_says_nothing(shape: tuple[int, ...], dtype: torch.dtype) -> None:
    rng = torch.Generator().manual_seed(7)

    def noise(*size: int) -> torch.Tensor:
        return torch.randn(size, generator=rng, dtype=dtype)

    for _ in range(25):
        case = {"x": noise(*shape), "lr": float(noise()), "batches": [noise(4, 3), noise(2, 3)]}
        right = noise(*shape)
        for wrong in (noise(*shape), right + 0.1 * noise(*shape), right * (1 + 0.1 * noise(*shape))):
            assert explain({"w": wrong}, {"w": right}, case=case) is None
        steps = [noise(*shape) for _ in range(4)]
        assert explain([noise(*shape) for _ in range(4)], steps, case=case) is None
        assert explain([noise(*shape) for _ in range(3)], steps, case=case) is None
