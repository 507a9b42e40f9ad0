"""The last axis, after all the others."""


def broadcast_shape(a, b):
    if not a or not b:
        return a or b
    *front_a, m = a
    *front_b, n = b
    return broadcast_shape(tuple(front_a), tuple(front_b)) + (stretch(m, n),)


def stretch(m, n):
    match m, n:
        case (1, length) | (length, 1):
            return length
        case _ if m == n:
            return m
    raise ValueError(f"{m} against {n}")
