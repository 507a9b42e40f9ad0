"""A sequence of batches, cut when they are asked for; the order is a draw without putting back."""

import torch


class Walk:
    def __init__(self, x, y, size, order):
        self.x, self.y, self.size, self.order = x, y, size, order

    def __getitem__(self, place):
        rows = self.order[place * self.size : (place + 1) * self.size]
        if not len(rows):
            raise IndexError(place)  # ends a `for`
        return self.x.index_select(0, rows), self.y.index_select(0, rows)


def iterate_batches(x, y, batch_size, shuffle=False, drop_last=False, generator=None):
    count = x.size(0)
    order = torch.arange(count)
    if shuffle and count:
        order = torch.multinomial(torch.ones(count), count, replacement=False, generator=generator)
    return Walk(x, y, batch_size, order[: count // batch_size * batch_size] if drop_last else order)
