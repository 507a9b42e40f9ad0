"""The same on real PyTorch: values hold 0-D float64 tensors, and torch has numbered every operation as it ran."""

import torch


class Value:
    """A tensor and the values it was computed from, since torch keeps no way from a backward node to its tensor."""

    def __init__(self, data, inputs=()):
        leaf = not isinstance(data, torch.Tensor)
        self.tensor = torch.tensor(data, dtype=torch.float64, requires_grad=True) if leaf else data
        self.inputs = inputs

    @property
    def grad(self):
        return self.tensor.grad if self.tensor.is_leaf else None

    def __add__(self, other):
        return Value(self.tensor + other.tensor, (self, other))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.tensor * other.tensor, (self, other))

    def tanh(self):
        return Value(self.tensor.tanh(), (self,))


def topo_order(root):
    reached, waiting = {root}, [root]
    while waiting:
        fresh = set(waiting.pop().inputs) - reached
        reached |= fresh
        waiting.extend(fresh)
    return sorted(reached, key=lambda value: -1 if value.tensor.is_leaf else value.tensor.grad_fn._sequence_nr())


def backward(root):
    root.tensor.backward(retain_graph=True)
