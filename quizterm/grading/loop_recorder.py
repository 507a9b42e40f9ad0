"""Run a small training loop line by line and record the state after each. Its text runs in the child; imports torch."""

import json
from collections.abc import Sequence
from typing import Any

import torch
from torch import nn

LEARNING_RATE = 0.08
NEXT_BATCH = "for "  # a line that begins so begins a round: it takes the next batch


def record(lines: Sequence[str], left_out: int | None, rounds: int, *, batch_norm: bool) -> str:
    """The states after each line, as JSON: the lines before the loop once, then the loop's lines in each round.

    The model comes from an evaluation, so it is in eval mode. `left_out` is the index of a line that is not run. An
    exception ends the record, as its last state.
    """
    namespace = _setting(batch_norm)
    first = next(index for index, line in enumerate(lines) if line.startswith(NEXT_BATCH))
    order = [(0, index) for index in range(first)]
    order += [(number, index) for number in range(1, rounds + 1) for index in range(first, len(lines))]
    states = []
    for number, index in order:
        raised = "" if index == left_out else _run(lines[index].strip(), namespace)
        states.append({"line": index, "round": number, "raised": raised, **_state(namespace)})
        if raised:
            break
    return json.dumps(states)


def _setting(batch_norm: bool) -> dict[str, Any]:
    torch.manual_seed(0)
    linear = nn.Linear(1, 1, bias=False)
    nn.init.zeros_(linear.weight)
    model = nn.Sequential(nn.BatchNorm1d(1, affine=False), linear) if batch_norm else linear
    model.eval()
    inputs = torch.tensor([[1.0], [2.0]])
    targets = torch.tensor([[-3.0], [3.0]]) if batch_norm else 3 * inputs
    return {
        "torch": torch,
        "model": model,
        "weight": linear.weight,
        "optimizer": torch.optim.SGD(model.parameters(), lr=LEARNING_RATE),
        "loss_fn": nn.functional.mse_loss,
        "batch": (inputs, targets),
    }


def _run(line: str, namespace: dict[str, Any]) -> str:
    """Run one line; what it raised, as `Type: message`."""
    if line.startswith(NEXT_BATCH):
        namespace["xb"], namespace["yb"] = namespace["batch"]
        namespace.pop("out", None)
        namespace.pop("loss", None)
        return ""
    try:
        exec(line, namespace)
    except RuntimeError as error:
        return f"{type(error).__name__}: {error}"
    return ""


def _state(namespace: dict[str, Any]) -> dict[str, Any]:
    model, weight, loss, out = (namespace.get(name) for name in ("model", "weight", "loss", "out"))
    assert isinstance(model, nn.Module)
    assert isinstance(weight, torch.Tensor)
    mean = next((buffer for name, buffer in model.named_buffers() if name.endswith("running_mean")), None)
    return {
        "mode": "train" if model.training else "eval",
        "out": None if out is None else out.flatten().tolist(),
        "loss": None if loss is None else loss.item(),
        "grad": None if weight.grad is None else weight.grad.item(),
        "weight": weight.item(),
        "running_mean": None if mean is None else mean.item(),
    }
