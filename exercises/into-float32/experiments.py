"""What is done with `to_float32`: inputs of every kind, and a look at the result, its memory and what it came from.

Arrays are made from the case's tensors, and own their memory.
"""

import warnings

import numpy as np
import torch


def normal(rng, *shape, dtype=torch.float32):
    return torch.randn(*shape, generator=rng, dtype=dtype)


def whole(rng, *shape, dtype=torch.int64):
    return torch.randint(1, 100, shape, generator=rng).to(dtype)


def array_of(tensor):
    return np.array(tensor.numpy())


def memory_of(given):
    """The array over the memory of an array or tensor."""
    return given.detach().numpy() if isinstance(given, torch.Tensor) else given


def seen(impl, given, copy):
    """The result, whether it belongs to a graph, and whether a write into it would be seen in what was given."""
    result = impl.to_float32(given, copy)
    shares = not isinstance(given, list) and np.shares_memory(memory_of(given), memory_of(result))
    return {"result": result, "requires grad": result.requires_grad, "shares memory": bool(shares)}


def seen_both(impl, given):
    return {f"copy={copy}": seen(impl, given, copy) for copy in (False, True)}


def make_lists(rng):
    return {
        "ints": whole(rng, 4).tolist(),
        "rows of ints": whole(rng, 2, 3).tolist(),
        "rows of floats": normal(rng, 2, 3).tolist(),
    }


def observe_lists(impl, case, probe):
    return {name: seen_both(impl, given) for name, given in case.items()}


def make_shared(rng):
    return {"x": normal(rng, 4), "rows": normal(rng, 2, 3)}


def observe_shared(impl, case, probe):
    return {name: seen(impl, array_of(x), copy=False) for name, x in case.items()}


def make_copied(rng):
    return {"x": normal(rng, 4), "rows": normal(rng, 2, 3)}


def observe_copied(impl, case, probe):
    return {name: seen(impl, array_of(x), copy=True) for name, x in case.items()}


def make_float64(rng):
    return {"x": normal(rng, 2, 3, dtype=torch.float64)}


def observe_float64(impl, case, probe):
    return seen_both(impl, array_of(case["x"]))


def make_integers(rng):
    return {"int64": whole(rng, 4), "uint8": whole(rng, 4, dtype=torch.uint8)}


def observe_integers(impl, case, probe):
    return {name: seen_both(impl, array_of(x)) for name, x in case.items()}


def make_bools(rng):
    return {"x": normal(rng, 5) > 0}


def observe_bools(impl, case, probe):
    return seen_both(impl, array_of(case["x"]))


def make_reversed(rng):
    return {"x": normal(rng, 4), "bytes": whole(rng, 4, dtype=torch.uint8)}


def observe_reversed(impl, case, probe):
    return {name: seen_both(impl, array_of(x)[::-1]) for name, x in case.items()}


def make_mirrored(rng):
    return {"x": normal(rng, 2, 3), "cube": normal(rng, 2, 3, 4)}


def observe_mirrored(impl, case, probe):
    x = array_of(case["x"])
    middle = array_of(case["cube"])[:, ::-1]
    return {
        "rows": seen_both(impl, x[::-1]),
        "columns": seen_both(impl, x[:, ::-1]),
        "the middle axis of three": seen_both(impl, middle),
    }


def make_transposed(rng):
    return {"x": normal(rng, 3, 2)}


def observe_transposed(impl, case, probe):
    return seen_both(impl, array_of(case["x"]).T)


def make_no_axes(rng):
    return {"x": normal(rng, 1)[0]}


def observe_no_axes(impl, case, probe):
    return seen_both(impl, array_of(case["x"]))


def make_short_axes(rng):
    return {"one row": normal(rng, 1, 3), "one column": normal(rng, 3, 1), "no rows": normal(rng, 0, 3)}


def observe_short_axes(impl, case, probe):
    return {name: seen_both(impl, array_of(x)) for name, x in case.items()}


def make_tensor(rng):
    return {"x": normal(rng, 2, 3)}


def observe_tensor(impl, case, probe):
    return seen_both(impl, case["x"])


def make_other_tensors(rng):
    return {"float64": normal(rng, 4, dtype=torch.float64), "int64": whole(rng, 4), "bool": normal(rng, 4) > 0}


def observe_other_tensors(impl, case, probe):
    return {name: seen_both(impl, x) for name, x in case.items()}


def make_history(rng):
    return {"weight": normal(rng, 2, 3), "double": normal(rng, 3, dtype=torch.float64)}


def observe_history(impl, case, probe):
    weight, double = case["weight"].requires_grad_(), case["double"].requires_grad_()
    given = {"a leaf": weight, "a result": 2 * weight, "a leaf of float64": double}
    observed = {name: seen_both(impl, tensor) for name, tensor in given.items()}
    return observed | {"given still require grad": [tensor.requires_grad for tensor in given.values()]}


def make_read_only(rng):
    return {"x": normal(rng, 4), "double": normal(rng, 4, dtype=torch.float64)}


def observe_read_only(impl, case, probe):
    observed = {}
    warned_always = torch.is_warn_always_enabled()
    torch.set_warn_always(True)  # otherwise only the first of a process is told
    try:
        for name, x in case.items():
            given = array_of(x)
            given.flags.writeable = False
            with warnings.catch_warnings(record=True) as told:
                warnings.simplefilter("always")
                observed[name] = seen_both(impl, given)
            observed[f"{name}, warnings"] = sum("not writable" in str(warning.message) for warning in told)
            observed[f"{name} is still read-only"] = not given.flags.writeable
    finally:
        torch.set_warn_always(warned_always)
    return observed


def make_elsewhere(rng):
    return {"x": normal(rng, 2, 3)}


def observe_elsewhere(impl, case, probe):
    # There are no numbers on meta, so that whoever tries to bring them is told so.
    try:
        return {"device of the result": impl.to_float32(probe.on_meta(case["x"]), copy=False).device.type}
    except NotImplementedError as error:
        if "meta" not in str(error):
            raise
        return "there is nothing to bring to the CPU"
