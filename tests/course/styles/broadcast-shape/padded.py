"""Both shapes get leading ones up to the same length, then all columns are looked at together."""


def broadcast_shape(a, b):
    rank = max(len(a), len(b))
    a = (1,) * (rank - len(a)) + a
    b = (1,) * (rank - len(b)) + b
    if any(m != n and 1 not in (m, n) for m, n in zip(a, b)):
        raise ValueError(f"shapes {a} and {b} cannot be broadcast")
    return tuple(n if m == 1 else m for m, n in zip(a, b))
