"""torch's own function, and a module around the parameters that torch's own layer makes."""

from torch import nn

linear = nn.functional.linear


class Linear(nn.Module):
    """Not derived from `nn.Linear`, and neither may the learner's class be."""

    def __init__(self, n_in, n_out, bias=True):
        super().__init__()
        layer = nn.Linear(n_in, n_out, bias)
        self.weight = layer.weight
        self.bias = layer.bias

    def forward(self, x):
        return linear(x, self.weight, self.bias)
