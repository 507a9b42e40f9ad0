"""Negative indices, a list that is filled in place."""


def broadcast_shape(a, b):
    if len(a) < len(b):
        a, b = b, a
    result = list(a)
    for i in range(1, len(b) + 1):
        if result[-i] == 1:
            result[-i] = b[-i]
        elif b[-i] not in (1, result[-i]):
            raise ValueError("axis %d: %d against %d" % (-i, a[-i], b[-i]))
    return tuple(result)
