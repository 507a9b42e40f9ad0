import copy

import torch
from torch import nn

from quizterm.grading.model_state import (
    buffers,
    gradients,
    learning_rates,
    on_meta,
    optimizer_state,
    outline,
    parameters,
    random_state,
)

CPU = torch.device("cpu")


def trained() -> tuple[nn.Module, torch.optim.Optimizer]:
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3))
    optimizer = torch.optim.Adam([{"params": model[0].parameters()}, {"params": model[1].parameters(), "lr": 0.5}])
    model(torch.randn(4, 2)).square().sum().backward()
    optimizer.step()
    return model, optimizer


def test_states_are_copies_under_torchs_own_names() -> None:
    model, _ = trained()
    before = copy.deepcopy(model.state_dict())
    kept = parameters(model) | buffers(model)
    with torch.no_grad():
        for tensor in (*model.parameters(), *model.buffers()):
            tensor.zero_()
    assert kept.keys() == before.keys()
    assert all(torch.equal(kept[name], before[name]) for name in kept)


def test_gradients_are_copies_and_none_where_there_are_none() -> None:
    model, optimizer = trained()
    kept = gradients(model)
    optimizer.zero_grad()
    assert all(isinstance(gradient, torch.Tensor) and gradient.any() for gradient in (kept["1.weight"], kept["1.bias"]))
    assert set(gradients(model).values()) == {None}


def test_the_state_of_an_optimizer_stands_in_the_order_of_its_parameters() -> None:
    model, optimizer = trained()
    state = optimizer_state(optimizer)
    assert [list(one) for one in state] == [["exp_avg", "exp_avg_sq", "step"]] * 4
    for one, gradient in zip(state, gradients(model).values(), strict=True):
        assert gradient is not None
        torch.testing.assert_close(one["exp_avg"], 0.1 * gradient)
    assert learning_rates(optimizer) == [1e-3, 0.5]
    assert optimizer_state(torch.optim.SGD(model.parameters(), lr=1.0)) == [{}] * 4


def test_the_random_state_foretells_and_draws_nothing() -> None:
    torch.manual_seed(5)
    foretold = random_state(CPU)
    assert torch.equal(foretold, random_state(CPU))
    assert torch.equal(foretold, torch.rand(4))
    assert not torch.equal(foretold, random_state(CPU))


def test_shapes_are_computed_without_numbers() -> None:
    model, _ = trained()
    inputs = on_meta({"x": torch.ones(5, 2, dtype=torch.float32), "n": [3]})
    result = on_meta(copy.deepcopy(model))(inputs["x"])
    assert outline([result, inputs["n"]]) == [{"shape": [5, 3], "dtype": "torch.float32", "device": "meta"}, [3]]
