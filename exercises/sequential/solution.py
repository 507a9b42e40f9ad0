"""A chain of modules: each takes what the one before it gives."""

from torch import nn


class Sequential(nn.Module):
    """Owns its layers under the names "0", "1", ... and applies them in this order."""

    def __init__(self, *layers):
        super().__init__()
        for place, layer in enumerate(layers):
            self.add_module(str(place), layer)

    def forward(self, x):
        for layer in self._modules.values():  # children() would leave out a layer that is there twice
            x = layer(x)
        return x

    def __len__(self):
        return len(self._modules)

    def __getitem__(self, place):
        return list(self._modules.values())[place]
