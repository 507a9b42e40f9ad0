"""What models, optimizers and generators hold, as plain data. Imports torch, so only worker processes import this."""

from typing import Any

import torch
from torch import nn

RNG_SAMPLE = 4


def parameters(model: nn.Module) -> dict[str, torch.Tensor]:
    """Copies of a model's parameters by name."""
    return {name: parameter.detach().clone() for name, parameter in model.named_parameters()}


def buffers(model: nn.Module) -> dict[str, torch.Tensor]:
    """Copies of a model's buffers by name."""
    return {name: buffer.detach().clone() for name, buffer in model.named_buffers()}


def gradients(model: nn.Module) -> dict[str, torch.Tensor | None]:
    """Copies of the gradients of a model's parameters by name; None where there is none."""
    return {
        name: None if parameter.grad is None else parameter.grad.detach().clone()
        for name, parameter in model.named_parameters()
    }


def optimizer_state(optimizer: Any) -> list[dict[str, Any]]:
    """What an optimizer of torch's keeps for each of its parameters, in the order it holds them."""
    held = [parameter for group in optimizer.param_groups for parameter in group["params"]]
    return [dict(sorted(optimizer.state.get(parameter, {}).items())) for parameter in held]


def learning_rates(optimizer: Any) -> list[float]:
    """The learning rate of each parameter group."""
    return [float(group["lr"]) for group in optimizer.param_groups]


def random_state(device: torch.device) -> torch.Tensor:
    """The next numbers that the default generator of a device would give, without drawing them from it."""
    copy = torch.Generator(device)
    copy.set_state(torch.get_rng_state() if device.type == "cpu" else _device_state(device))
    return torch.rand(RNG_SAMPLE, generator=copy, device=device, dtype=torch.float32)


def _device_state(device: torch.device) -> torch.Tensor:
    state: torch.Tensor = torch.get_device_module(device).get_rng_state(device)
    return state


def outline(value: Any) -> Any:
    """Shapes, dtypes and devices in place of tensors, also of those on the meta device, which hold no numbers."""
    match value:
        case torch.Tensor():
            return {"shape": list(value.shape), "dtype": str(value.dtype), "device": value.device.type}
        case list() | tuple():
            return [outline(part) for part in value]
        case dict():
            return {key: outline(part) for key, part in value.items()}
        case _:
            return value


def on_meta(value: Any) -> Any:
    """The same with every tensor moved to the meta device, and modules likewise."""
    match value:
        case torch.Tensor() | nn.Module():
            return value.to("meta")
        case list() | tuple():
            return type(value)(on_meta(part) for part in value)
        case dict():
            return {key: on_meta(part) for key, part in value.items()}
        case _:
            return value
