"""One table of entries that know their kind; the walk uses a stack instead of recursion."""

from dataclasses import dataclass
from enum import Enum

import torch
from torch.nn.parameter import Parameter


class Kind(Enum):
    PARAMETER = 0
    BUFFER = 1
    MODULE = 2


@dataclass
class Entry:
    kind: Kind
    value: object


class Module:
    entries = None  # until __init__ has run

    def __init__(self):
        self.__dict__["entries"] = {}
        self.__dict__["training"] = True

    def __setattr__(self, name, value):
        held = (self.entries or {}).get(name)
        if isinstance(value, Parameter):
            self._enter(name, Kind.PARAMETER, value)
        elif isinstance(value, Module) and (held is None or held.kind is not Kind.PARAMETER):
            self._enter(name, Kind.MODULE, value)
        elif held is None:
            self.__dict__[name] = value
        elif value is None or (held.kind is Kind.BUFFER and isinstance(value, torch.Tensor)):
            held.value = value
        else:
            raise TypeError(f"{name} is a {held.kind.name.lower()}, not a {type(value)}")

    def _enter(self, name, kind, value):
        if self.entries is None:
            raise AttributeError("call super().__init__() first")
        self.__dict__.pop(name, None)
        held = self.entries.get(name)
        if held is not None and held.kind is kind:
            held.value = value
        else:
            self.entries.pop(name, None)
            self.entries[name] = Entry(kind, value)

    def __getattr__(self, name):
        entries = self.__dict__.get("entries") or {}
        if name not in entries:
            raise AttributeError(f"there is no {name}")
        return entries[name].value

    def __call__(self, *args, **kwargs):
        return self.forward(*args, **kwargs)

    def register_buffer(self, name, tensor):
        self._enter(name, Kind.BUFFER, tensor)

    def _own(self, *kinds):
        found = [(name, entry) for name, entry in self.entries.items() if entry.kind in kinds]
        found.sort(key=lambda pair: pair[1].kind.value)
        return [(name, entry.value) for name, entry in found if entry.value is not None]

    def _walk(self):
        stack = [((), self)]
        while stack:
            path, module = stack.pop()
            yield path, module
            stack.extend(((*path, name), child) for name, child in reversed(module._own(Kind.MODULE)))

    def _tensors(self, *kinds):
        for path, module in self._walk():
            for name, tensor in module._own(*kinds):
                yield ".".join((*path, name)), tensor

    def named_parameters(self):
        first = {}
        for name, parameter in self._tensors(Kind.PARAMETER):
            first.setdefault(id(parameter), (name, parameter))
        return iter(first.values())

    def parameters(self):
        return (pair[1] for pair in self.named_parameters())

    def zero_grad(self):
        for parameter in self.parameters():
            parameter.grad = None

    def train(self, mode=True):
        for _, module in self._walk():
            module.training = bool(mode)
        return self

    def eval(self):
        for _, module in self._walk():
            module.training = False
        return self

    def state_dict(self):
        return {name: tensor.detach() for name, tensor in self._tensors(Kind.PARAMETER, Kind.BUFFER)}

    def load_state_dict(self, state_dict, strict=True):
        live = dict(self._tensors(Kind.PARAMETER, Kind.BUFFER))
        if strict:
            for name in [*live, *state_dict]:
                if name not in live:
                    raise RuntimeError(f"nothing is called {name} here")
                if name not in state_dict:
                    raise RuntimeError(f"{name} is missing")
        both = [name for name in live if name in state_dict]
        odd = [name for name in both if live[name].shape != state_dict[name].shape]
        if odd:
            raise RuntimeError(f"shapes differ: {odd}")
        for name in both:
            live[name].data.copy_(state_dict[name].data)
