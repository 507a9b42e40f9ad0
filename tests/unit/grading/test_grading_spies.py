import gc

import pytest
import torch

from quizterm.grading.spies import Inputs, Moves, SavedTensors, SpyBatches


def test_batches_tell_how_they_were_iterated() -> None:
    batches = SpyBatches("abc")
    assert list(batches) == ["a", "b", "c"]
    assert next(iter(batches)) == "a"
    assert (batches.started, batches.finished, batches.taken) == (2, 1, [0, 1, 2, 0])


def test_batches_can_be_used_up() -> None:
    batches = SpyBatches("abc", once=True)
    assert [*batches, *batches] == ["a", "b", "c"]
    assert batches.started == 2


def test_batches_can_be_iterated_and_nothing_else() -> None:
    assert not hasattr(SpyBatches("abc"), "__len__")
    assert not hasattr(SpyBatches("abc"), "__getitem__")


def test_tensors_kept_for_a_backward_pass_are_counted() -> None:
    x = torch.ones(3, 4, dtype=torch.float64, requires_grad=True)
    with SavedTensors() as saved:
        y = x.exp()  # keeps its result
        assert (saved.count, saved.bytes, saved.alive) == (1, 12 * 8, 1)
        z = (y * y).sum()  # keeps both factors
        assert (saved.count, saved.alive) == (3, 3)
        z.backward()
    assert (saved.count, saved.alive) == (3, 0)
    assert x.grad is not None
    torch.testing.assert_close(x.grad, 2 * torch.ones_like(x).exp() ** 2)


def test_nothing_is_kept_without_recording_or_after_the_graph_is_gone() -> None:
    x = torch.ones(3, requires_grad=True)
    with SavedTensors() as saved:
        with torch.no_grad():
            x.exp()
        assert saved.count == 0
        y = x.exp()
        del y
        gc.collect()
    assert (saved.count, saved.alive) == (1, 0)


def test_moves_are_seen_in_every_spelling() -> None:
    x = torch.ones(2)
    with Moves() as moves:
        x.to(torch.float64).float().cpu()
        torch.nn.Linear(2, 1).double()
        x + 1
    assert moves.calls == ["to", "float", "cpu", "double", "double"]


@pytest.mark.parametrize(
    ("change", "changed"),
    [
        ("x['a'].add_(1)", ["a"]),
        ("x['b'][1][0] = 7", ["b[1]"]),
        ("x['a'].requires_grad_()", ["a"]),
        ("x['b'][0].t_()", ["b[0]"]),
        ("x['b'][1].data.zero_()", ["b[1]"]),
        ("x['a'] + 1", []),
        ("x['a'].add_(0)", []),
    ],
)
def test_changed_inputs_are_named(change: str, changed: list[str]) -> None:
    x = {"a": torch.tensor([1.0, torch.nan]), "b": [torch.ones(2, 3), torch.ones(2)], "c": 3}
    inputs = Inputs(x)
    exec(change, {"x": x})
    assert inputs.changed() == changed
