"""no_grad for your own engine: a scope in which results remember nothing.

Your engine belongs in this file. Read the brief, give the class of your engine its flag, and write no_grad.
"""


def Value(data, requires_grad=True):
    """Stands in the way until your engine's class has the flag: change the class, then delete this function."""
    raise NotImplementedError("the flag: change the class Value of your engine, then delete this function")


class no_grad:
    """A scope, and a decorator, in which results remember nothing."""

    def __enter__(self):
        raise NotImplementedError("no_grad.__enter__")

    def __exit__(self, *error):
        raise NotImplementedError("no_grad.__exit__")
