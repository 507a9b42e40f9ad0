"""What is done with `Sequential`: chains of torch's layers, with the case's numbers in them, are run and looked at."""

import itertools

import torch
from torch import nn


def normal(rng, *shape):
    return torch.randn(*shape, generator=rng, dtype=torch.float64)


def weights(rng, *widths):
    """Weights and biases of linear layers between the given widths."""
    return [(normal(rng, n_out, n_in), normal(rng, n_out)) for n_in, n_out in itertools.pairwise(widths)]


def linear(weight, bias):
    layer = nn.Linear(*reversed(weight.shape)).double()
    with torch.no_grad():
        layer.weight.copy_(weight)
        layer.bias.copy_(bias)
    return layer


def output_and_gradients(chain, case, layers):
    x = case["x"].clone().requires_grad_()
    result = chain(x)
    (result * case["upstream"]).sum().backward()
    return {
        "output": result,
        "gradient of the input": x.grad,
        "gradients of the weights": [layer.weight.grad for layer in layers],
    }


def make_widths(rng):
    return {"weights": weights(rng, 3, 5, 2), "x": normal(rng, 4, 3), "upstream": normal(rng, 4, 2)}


def observe_widths(impl, case, probe):
    first, last = (linear(*numbers) for numbers in case["weights"])
    return output_and_gradients(impl.Sequential(first, nn.Tanh(), last), case, [first, last])


def make_one_width(rng):
    return {"weights": weights(rng, 3, 3, 3), "x": normal(rng, 4, 3), "upstream": normal(rng, 4, 3)}


def observe_one_width(impl, case, probe):
    first, last = (linear(*numbers) for numbers in case["weights"])
    return output_and_gradients(impl.Sequential(first, nn.Tanh(), last, nn.Sigmoid()), case, [first, last])


def make_names(rng):
    return {}


def observe_names(impl, case, probe):
    chain = impl.Sequential(nn.Linear(3, 5), nn.Tanh(), nn.BatchNorm1d(5), nn.Linear(5, 2))
    return {
        "children": [name for name, _ in chain.named_children()],
        "parameters": [name for name, _ in chain.named_parameters()],
        "state": list(chain.state_dict()),
    }


def make_torch_state(rng):
    first, last = weights(rng, 3, 5, 2)
    state = {"0.weight": first[0], "0.bias": first[1], "2.weight": last[0], "2.bias": last[1]}
    return {"state": state, "x": normal(rng, 4, 3)}


def observe_torch_state(impl, case, probe):
    chain = impl.Sequential(nn.Linear(3, 5), nn.ReLU(), nn.Linear(5, 2)).double()
    chain.load_state_dict(case["state"])
    return {"output": chain(case["x"])}


def make_twelve(rng):
    return {"weights": weights(rng, *[2] * 13), "x": normal(rng, 2)}


def observe_twelve(impl, case, probe):
    chain = impl.Sequential(*(linear(*numbers) for numbers in case["weights"]))
    return {"output": chain(case["x"]), "state": list(chain.state_dict())}


def make_none(rng):
    return {"x": normal(rng, 4, 3)}


def observe_none(impl, case, probe):
    chain = impl.Sequential()
    return {
        "gives its input": chain(case["x"]) is case["x"],
        "length": len(chain),
        "parameters": len(list(chain.parameters())),
        "the first": refusal(lambda: chain[0]),
    }


def refusal(call):
    """The type of the exception that a call raises."""
    try:
        call()
    except NotImplementedError:  # a part that is not written yet
        raise
    except Exception as error:  # noqa: BLE001  # any exception is what is observed
        return type(error).__name__
    return "nothing is raised"


def make_places(rng):
    return {}


def observe_places(impl, case, probe):
    layers = [nn.Linear(3, 5), nn.Tanh(), nn.Linear(5, 2), nn.Sigmoid()]
    chain = impl.Sequential(*layers)
    return {
        "length": len(chain),
        "from the front": [chain[place] is layers[place] for place in (0, 1, 3)],
        "from the end": [chain[place] is layers[place] for place in (-1, -3, -4)],
        "beyond the last": refusal(lambda: chain[4]),
        "before the first": refusal(lambda: chain[-5]),
    }


def make_twice(rng):
    return {"weights": weights(rng, 3, 3), "x": normal(rng, 4, 3), "upstream": normal(rng, 4, 3)}


def observe_twice(impl, case, probe):
    layer = linear(*case["weights"][0])
    chain = impl.Sequential(layer, nn.Tanh(), layer)
    return {
        **output_and_gradients(chain, case, [layer]),
        "length": len(chain),
        "the last is the first": chain[2] is chain[0],
        "parameters": [name for name, _ in chain.named_parameters()],
        "state": list(chain.state_dict()),
    }


def make_nested(rng):
    return {"weights": weights(rng, 3, 4, 5, 2), "x": normal(rng, 4, 3), "upstream": normal(rng, 4, 2)}


def observe_nested(impl, case, probe):
    layers = [linear(*numbers) for numbers in case["weights"]]
    inner = impl.Sequential(layers[1], nn.Tanh())
    chain = impl.Sequential(layers[0], inner, layers[2])
    return {**output_and_gradients(chain, case, layers), "state": list(chain.state_dict()), "length": len(chain)}


def make_modes(rng):
    return {"x": normal(rng, 6, 3).float()}


def observe_modes(impl, case, probe):
    layers = [nn.Dropout(0.4), nn.BatchNorm1d(3)]
    chain = impl.Sequential(*layers)
    seen = {"gives the chain": chain.eval() is chain}
    seen["after eval()"] = [chain.training, *(layer.training for layer in layers)]
    seen["output after eval()"] = chain(case["x"])
    chain.train()
    seen["after train()"] = [chain.training, *(layer.training for layer in layers)]
    return seen


def make_dtype(rng):
    return {"x": normal(rng, 4, 3)}


def observe_dtype(impl, case, probe):
    first, last = nn.Linear(3, 5), nn.Linear(5, 2)
    chain = impl.Sequential(first, nn.Tanh(), last).double()
    return [str(found.dtype) for layer in (first, last) for found in layer.parameters()] + [str(chain(case["x"]).dtype)]


def make_hooks(rng):
    return {"weights": weights(rng, 3, 5, 2), "x": normal(rng, 4, 3), "shift": normal(rng, 5)}


def observe_hooks(impl, case, probe):
    first, last = (linear(*numbers) for numbers in case["weights"])
    first.register_forward_hook(lambda _module, _inputs, output: output + case["shift"])
    last.register_forward_pre_hook(lambda _, inputs: (2 * inputs[0],))
    return {"output": impl.Sequential(first, nn.Tanh(), last)(case["x"])}


def make_own_class(rng):
    return {}


def observe_own_class(impl, case, probe):
    chain = impl.Sequential(nn.Linear(3, 5), nn.Tanh())
    made_of = nn.Sequential, nn.ModuleList
    return {
        "torch's containers in it": [type(found).__name__ for found in chain.modules() if isinstance(found, made_of)]
    }
