"""A base class for models: it watches what is assigned to it, and so knows what it owns."""

import torch
from torch import nn


class Module:
    """Owns parameters, buffers and child modules; subclasses say in `forward` how to compute with them."""

    def __init__(self):
        vars(self).update(_parameters={}, _buffers={}, _modules={}, training=True)

    def __call__(self, *args, **kwargs):
        return self.forward(*args, **kwargs)

    # What is assigned goes into one of three tables, or becomes an ordinary attribute.

    def __setattr__(self, name, value):
        if isinstance(value, nn.Parameter):
            self._register("_parameters", name, value, leaving=("_buffers", "_modules"))
        elif name in self._table("_parameters"):
            self._replace("_parameters", name, value, allowed=())
        elif isinstance(value, Module):
            self._register("_modules", name, value, leaving=("_buffers",))
        elif name in self._table("_modules"):
            self._replace("_modules", name, value, allowed=())
        elif name in self._table("_buffers"):
            self._replace("_buffers", name, value, allowed=torch.Tensor)
        else:
            super().__setattr__(name, value)

    def __getattr__(self, name):
        # Asked only for what is no ordinary attribute.
        for table in ("_parameters", "_buffers", "_modules"):
            if name in self._table(table):
                return self._table(table)[name]
        raise AttributeError(f"{type(self).__name__!r} has no attribute {name!r}")

    def register_buffer(self, name, tensor):
        self._register("_buffers", name, tensor)

    def _table(self, table):
        """A table, empty as long as `__init__` has not made it."""
        return vars(self).get(table, {})

    def _register(self, table, name, value, leaving=()):
        if table not in vars(self):
            raise AttributeError(f"call super().__init__() before assigning {name!r}")
        for other in leaving:
            self._table(other).pop(name, None)
        vars(self).pop(name, None)
        self._table(table)[name] = value

    def _replace(self, table, name, value, allowed):
        if value is not None and not isinstance(value, allowed):
            raise TypeError(f"cannot assign a {type(value).__name__} to the registered name {name!r}")
        self._table(table)[name] = value

    # Every service is one walk over the tree.

    def _nodes(self, path=""):
        """This module and all below it, each with what stands in front of the names it owns."""
        yield path, self
        for name, child in self._modules.items():
            if child is not None:
                yield from child._nodes(f"{path}{name}.")

    def named_parameters(self):
        seen = set()
        for path, node in self._nodes():
            for name, parameter in node._parameters.items():
                if parameter is not None and parameter not in seen:
                    seen.add(parameter)
                    yield path + name, parameter

    def parameters(self):
        return (parameter for _, parameter in self.named_parameters())

    def zero_grad(self):
        for parameter in self.parameters():
            parameter.grad = None

    def train(self, mode=True):
        for _, node in self._nodes():
            node.training = mode
        return self

    def eval(self):
        return self.train(False)

    def _named_tensors(self):
        """All that belongs to the state, live; what is tied comes under both its names."""
        for path, node in self._nodes():
            for name, tensor in (node._parameters | node._buffers).items():
                if tensor is not None:
                    yield path + name, tensor

    def state_dict(self):
        """Tensors without history that share memory with the live ones."""
        return {name: tensor.detach() for name, tensor in self._named_tensors()}

    @torch.no_grad()
    def load_state_dict(self, state_dict, strict=True):
        own = dict(self._named_tensors())
        unmatched = set(own) ^ set(state_dict)
        if strict and unmatched:
            raise RuntimeError(f"missing or unexpected in the state: {', '.join(sorted(unmatched))}")
        for name in set(own) & set(state_dict):
            if own[name].shape != state_dict[name].shape:
                raise RuntimeError(f"{name} has another shape in the state")
            own[name].copy_(state_dict[name])
