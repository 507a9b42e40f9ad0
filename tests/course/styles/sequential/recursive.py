"""Each layer hands its output to the rest of the chain."""

import operator

from torch import nn


class Sequential(nn.Module):
    def __init__(self, *layers):
        super().__init__()
        self.register(layers, 0)

    def register(self, layers, place):
        if layers:
            self.register_module(str(place), layers[0])
            self.register(layers[1:], place + 1)

    def forward(self, x, place=0):
        return x if place == len(self) else self.forward(self[place](x), place + 1)

    def __len__(self):
        return sum(1 for _ in self.named_children_with_repeats())

    def __getitem__(self, place):
        layers = [layer for _, layer in self.named_children_with_repeats()]
        return layers[operator.index(place)]

    def named_children_with_repeats(self):
        return ((name, layer) for name, layer in self._modules.items() if name.isdecimal())
