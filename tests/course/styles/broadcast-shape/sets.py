"""What a column says, ones aside, is a set with one element at most."""

from itertools import zip_longest


class ShapeError(ValueError):
    pass


def column(lengths):
    said = set(lengths) - {1}
    if len(said) > 1:
        raise ShapeError(sorted(said))
    return said.pop() if said else 1


def broadcast_shape(a, b):
    columns = zip_longest(a[::-1], b[::-1], fillvalue=1)
    return tuple(map(column, columns))[::-1]
