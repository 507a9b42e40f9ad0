"""Three tables, every service recursive on its own, and assignments to the tables spelled out case by case."""

from collections import OrderedDict

import torch
from torch import nn


class Module:
    def __init__(self):
        for table in ("params", "buffers", "children"):
            object.__setattr__(self, table, OrderedDict())
        object.__setattr__(self, "training", True)

    def _ready(self):
        if "params" not in self.__dict__:
            raise AttributeError("the base class has not been initialised")

    def _forget(self, name, *tables):
        self.__dict__.pop(name, None)
        for table in tables:
            table.pop(name, None)

    def __setattr__(self, name, value):
        if isinstance(value, nn.Parameter):
            self._ready()
            self._forget(name, self.buffers, self.children)
            self.params[name] = value
            return
        if "params" not in self.__dict__ and not isinstance(value, Module):
            object.__setattr__(self, name, value)
            return
        self._ready()
        if name in self.params:
            if value is not None:
                raise TypeError(f"{name} is a parameter")
            self.params[name] = None
        elif isinstance(value, Module):
            self._forget(name, self.buffers)
            self.children[name] = value
        elif name in self.children:
            if value is not None:
                raise TypeError(f"{name} is a module")
            self.children[name] = None
        elif name in self.buffers:
            if not (value is None or isinstance(value, torch.Tensor)):
                raise TypeError(f"{name} is a buffer")
            self.buffers[name] = value
        else:
            object.__setattr__(self, name, value)

    def __getattr__(self, name):
        if name not in ("params", "buffers", "children") and "params" in self.__dict__:
            for table in (self.params, self.children, self.buffers):
                try:
                    return table[name]
                except KeyError:
                    pass
        raise AttributeError(name)

    def __call__(self, *args, **kwargs):
        return type(self).forward(self, *args, **kwargs)

    def register_buffer(self, name, tensor):
        self._ready()
        self.buffers[name] = tensor

    def named_parameters(self):
        seen = set()

        def visit(module, prefix):
            for name, parameter in module.params.items():
                if parameter is None or id(parameter) in seen:
                    continue
                seen.add(id(parameter))
                yield prefix + name, parameter
            for name, child in module.children.items():
                if child is not None:
                    yield from visit(child, prefix + name + ".")

        return visit(self, "")

    def parameters(self):
        for _, parameter in self.named_parameters():
            yield parameter

    def zero_grad(self):
        for parameter in self.params.values():
            if parameter is not None:
                parameter.grad = None
        for child in self.children.values():
            if child is not None:
                child.zero_grad()

    def train(self, mode=True):
        self.training = mode
        for child in filter(None, self.children.values()):
            child.train(mode)
        return self

    def eval(self):
        return self.train(mode=False)

    def state_dict(self, prefix=""):
        state = OrderedDict()
        for table in (self.params, self.buffers):
            for name, tensor in table.items():
                if tensor is not None:
                    state[prefix + name] = tensor.detach()
        for name, child in self.children.items():
            if child is not None:
                state.update(child.state_dict(prefix + name + "."))
        return state

    def load_state_dict(self, state_dict, strict=True):
        left = dict(state_dict)
        missing = []
        self._load(left, missing, "")
        if strict and (left or missing):
            raise RuntimeError("left: " + " ".join(left) + ", missing: " + " ".join(missing))

    def _load(self, left, missing, prefix):
        for table in (self.params, self.buffers):
            for name, tensor in table.items():
                if tensor is None:
                    continue
                if prefix + name not in left:
                    missing.append(prefix + name)
                    continue
                values = left.pop(prefix + name)
                if values.shape != tensor.shape:
                    raise RuntimeError("shape of " + prefix + name)
                with torch.no_grad():
                    tensor.copy_(values)
        for name, child in self.children.items():
            if child is not None:
                child._load(left, missing, prefix + name + ".")
