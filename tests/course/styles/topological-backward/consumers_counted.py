"""Count who has yet to report, as PyTorch does; nodes with slopes in place of closures, shares in a dictionary."""

from collections import Counter, deque


class Value:
    def __init__(self, data, parents=()):
        self.data = data
        self.parents = parents  # pairs (value, slope)
        self.grad = 0

    def __add__(self, other):
        return Value(self.data + other.data, ((self, 1.0), (other, 1.0)))

    def __mul__(self, other):
        if not isinstance(other, Value):
            return Value(self.data * other, ((self, other),))
        return Value(self.data * other.data, ((self, other.data), (other, self.data)))

    def tanh(self):
        import math

        t = math.tanh(self.data)
        return Value(t, ((self, (1 + t) * (1 - t)),))


def topo_order(root):
    waiting_for = Counter()
    met, todo = {root}, deque([root])
    while todo:
        for parent, _ in todo.popleft().parents:
            waiting_for[parent] += 1
            if parent not in met:
                met.add(parent)
                todo.append(parent)
    ready, backwards = [root], []
    while ready:
        value = ready.pop()
        backwards.append(value)
        for parent, _ in value.parents:
            waiting_for[parent] -= 1
            if not waiting_for[parent]:
                ready.append(parent)
    return backwards[::-1]


def backward(root):
    order = topo_order(root)
    share = dict.fromkeys(order, 0.0)
    share[root] = 1.0
    for value in order[::-1]:
        if not value.parents:
            value.grad += share[value]
        for parent, slope in value.parents:
            share[parent] += slope * share[value]
