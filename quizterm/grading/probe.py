"""What `observe(impl, case, probe)` looks with, the same for the learner's file, the reference and every bug."""

from collections.abc import Callable
from typing import Any

import torch


def _untold(loss: float) -> None:
    """Where nobody watches."""


class Probe:
    """Recorders for one experiment. `device` is where its tensors live; tensors in the case are there already.

    `progress` takes the losses of a training loop one by one, as they come, for a curve that is only shown.
    """

    def __init__(self, device: torch.device, progress: Callable[[float], None] = _untold) -> None:
        self.device = device
        self.progress = progress

    def number(self, value: Any) -> Any:
        """A float for whatever stands for one number: an int, a float, a 0-D tensor, a NumPy scalar.

        Anything else is returned as it is, and so will differ from a number.
        """
        if isinstance(value, torch.Tensor):
            return float(value.detach()) if value.numel() == 1 and not value.is_complex() else value
        if isinstance(value, bool | str | bytes) or not hasattr(type(value), "__float__"):
            return value
        return float(value)

    def gradient(self, value: Any) -> Any:
        """`number`, where no gradient (None) counts as 0."""
        return 0.0 if value is None else self.number(value)

    def caught(self, call: Callable[[], Any], keyword: str) -> Any:
        """What `call()` returns, or the type of the exception it raises and whether its message has `keyword`.

        The keyword is looked for regardless of case; the rest of the message is free.
        """
        try:
            return call()
        except Exception as error:  # noqa: BLE001  # any exception is what is observed
            mentions = keyword.lower() in str(error).lower()
            return {"raises": type(error).__name__, f"mentions {keyword!r}": mentions}
