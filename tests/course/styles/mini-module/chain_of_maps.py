"""The tables in a ChainMap, and one method that applies a function to every node."""

from collections import ChainMap
from types import SimpleNamespace

import torch
from torch import nn


class Module:
    training = True

    def __init__(self):
        tables = SimpleNamespace(parameters={}, children={}, buffers={})
        self.__dict__["_tables"] = tables
        self.__dict__["_names"] = ChainMap(tables.parameters, tables.children, tables.buffers)

    def __setattr__(self, name, value):
        is_parameter, is_module = isinstance(value, nn.Parameter), isinstance(value, Module)
        if "_tables" not in self.__dict__:
            if is_parameter or is_module:
                raise AttributeError(f"{name} comes before super().__init__()")
            self.__dict__[name] = value
            return
        home = next((table for table in self._names.maps if name in table), self.__dict__)
        tables = self._tables
        target = tables.parameters if is_parameter else tables.children if is_module else home
        refused = (
            (home is tables.parameters and not is_parameter)
            or (home is tables.children and not (is_parameter or is_module))
            or (home is tables.buffers and not (is_module or isinstance(value, torch.Tensor)))
        )
        if refused and value is not None:
            raise TypeError(f"{name} cannot become a {type(value).__name__}")
        if home is not target and name in home:
            del home[name]
        target[name] = value

    def __getattr__(self, name):
        found = self.__dict__.get("_names", {})
        if name in found:
            return found[name]
        raise AttributeError(f"{name}?")

    def __call__(self, *args, **kwargs):
        return self.forward(*args, **kwargs)

    def register_buffer(self, name, tensor):
        if "_tables" not in self.__dict__:
            raise AttributeError("too early")
        self._tables.buffers[name] = tensor

    def apply(self, function, prefix=""):
        function(self, prefix)
        for name, child in self._tables.children.items():
            if child is not None:
                child.apply(function, f"{prefix}{name}.")
        return self

    def named_parameters(self):
        found = {}

        def look(module, prefix):
            for name, parameter in module._tables.parameters.items():
                if parameter is not None and parameter not in found:
                    found[parameter] = prefix + name

        self.apply(look)
        return ((name, parameter) for parameter, name in found.items())

    def parameters(self):
        return (parameter for name, parameter in self.named_parameters())

    def zero_grad(self):
        for _, parameter in self.named_parameters():
            parameter.grad = None

    def train(self, mode=True):
        return self.apply(lambda module, _: vars(module).update(training=mode))

    def eval(self):
        return self.train(False)

    def state_dict(self):
        state = {}

        def look(module, prefix):
            for table in (module._tables.parameters, module._tables.buffers):
                state.update({prefix + name: tensor.detach() for name, tensor in table.items() if tensor is not None})

        self.apply(look)
        return state

    def load_state_dict(self, state_dict, strict=True):
        def fill(module, prefix):
            for table in (module._tables.parameters, module._tables.buffers):
                for name, tensor in table.items():
                    given = state_dict.get(prefix + name)
                    if tensor is None or given is None:
                        continue
                    if given.shape != tensor.shape:
                        raise RuntimeError(f"{prefix + name} has shape {tuple(given.shape)}")
                    with torch.no_grad():
                        tensor[...] = given

        if strict and set(state_dict) != set(self.state_dict()):
            raise RuntimeError(f"these differ: {set(state_dict) ^ set(self.state_dict())}")
        self.apply(fill)
