"""A fold over columns from the right; a product decides, since with a 1 it is the other length."""

from functools import reduce


def at(shape, place):
    return shape[-place] if place <= len(shape) else 1


def broadcast_shape(a, b):
    def prepend(result, place):
        m, n = at(a, place), at(b, place)
        if m == n:
            return (m, *result)
        if not (m == 1 or n == 1):
            raise ValueError
        return (m * n, *result)

    return reduce(prepend, range(1, max(len(a), len(b)) + 1), ())
