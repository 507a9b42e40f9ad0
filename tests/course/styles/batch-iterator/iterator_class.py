"""An iterator by hand, with a position."""

import math

import torch


class Batches:
    def __init__(self, x, y, order, batch_size, count):
        self.x, self.y = x, y
        self.order = order
        self.batch_size = batch_size
        self.left = count
        self.position = 0

    def __iter__(self):
        return self

    def __len__(self):
        return self.left

    def __next__(self):
        if not self.left:
            raise StopIteration
        self.left -= 1
        rows = self.order[self.position : self.position + self.batch_size]
        self.position += self.batch_size
        return [self.x[rows], self.y[rows]]


def iterate_batches(x, y, batch_size, shuffle=False, drop_last=False, generator=None):
    n = x.size(0)
    order = torch.randperm(n, generator=generator) if shuffle else torch.arange(n)
    count = n // batch_size if drop_last else math.ceil(n / batch_size)
    return Batches(x, y, order, batch_size, count)
