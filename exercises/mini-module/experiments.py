"""What is done with `Module`: models are derived from it, and their names, refusals, modes and states are looked at."""

import sys

import torch
from torch import nn

CALLS = 300  # a hundred are plenty for three levels, and the time of nested generators is quadratic in their depth


def normal(rng, *shape):
    return torch.randn(*shape, generator=rng, dtype=torch.float64)


def parameter(*shape):
    return nn.Parameter(torch.zeros(*shape, dtype=torch.float64))


def layer_of(module_class):
    """A linear layer that also owns a buffer and an ordinary attribute."""

    class Layer(module_class):
        def __init__(self, n_in, n_out):
            super().__init__()
            self.sizes = (n_in, n_out)
            self.weight = parameter(n_out, n_in)
            self.register_buffer("shift", torch.zeros(n_out, dtype=torch.float64))
            self.bias = parameter(n_out)

        def forward(self, x, scale=1.0):
            return scale * (x @ self.weight.T + self.bias) + self.shift

    return Layer


def tree_of(module_class):
    """Three levels; parameters, buffers and children are assigned in mixed order."""
    layer = layer_of(module_class)

    class Activation(module_class):
        def forward(self, x):
            return x.tanh()

    class Block(module_class):
        def __init__(self):
            super().__init__()
            self.activation = Activation()
            self.inner = layer(3, 4)
            self.gain = parameter(4)

        def forward(self, x):
            return self.activation(self.inner(x, scale=2.0)) * self.gain

    class Tree(module_class):
        def __init__(self):
            super().__init__()
            self.block = Block()
            self.offset = parameter(2)
            self.head = layer(4, 2)
            self.register_buffer("seen", torch.zeros(1, dtype=torch.float64))

        def forward(self, x):
            return self.head(self.block(x)) + self.offset

    return Tree()


TREE_SHAPES = {
    "offset": [2],
    "seen": [1],
    "block.gain": [4],
    "block.inner.weight": [4, 3],
    "block.inner.bias": [4],
    "block.inner.shift": [4],
    "head.weight": [2, 4],
    "head.bias": [2],
    "head.shift": [2],
}


def numbers_for_tree(rng):
    return {name: normal(rng, *shape) for name, shape in TREE_SHAPES.items()}


def filled_tree(module_class, numbers):
    """The tree with numbers in it, put there by attribute, so that nothing but registration is needed."""
    tree = tree_of(module_class)
    with torch.no_grad():
        for name, values in numbers.items():
            owner, *path = tree, *name.split(".")
            for part in path:
                owner = getattr(owner, part)
            owner.copy_(values)
    return tree


def walked(walk):
    """What a walk over a model gives, in a list; one that leads back to where it was soon ends in a RecursionError."""
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(CALLS)
    try:
        return list(walk())
    finally:
        sys.setrecursionlimit(usual)


def names(module):
    return [name for name, _ in walked(module.named_parameters)]


def refusal(call, keyword=""):
    """The type of the exception that a call raises, and whether its message has the keyword."""
    try:
        call()
    except NotImplementedError:  # a part that is not written yet
        raise
    except Exception as error:  # noqa: BLE001  # any exception is what is observed
        kind = type(error).__name__
        return f"{kind} that names {keyword}" if keyword and keyword in str(error) else kind
    return "nothing is raised"


def nothing(rng):
    return {}


# Registration


make_names = nothing


def observe_names(impl, case, probe):
    return [(name, list(found.shape)) for name, found in walked(tree_of(impl.Module).named_parameters)]


make_same_objects = nothing


def observe_same_objects(impl, case, probe):
    tree = tree_of(impl.Module)
    inner, head = tree.block.inner, tree.head
    expected = [tree.offset, tree.block.gain, inner.weight, inner.bias, head.weight, head.bias]
    found = walked(tree.parameters)
    return {
        "parameters": len(found),
        "the objects that were assigned": [one is other for one, other in zip(found, expected, strict=False)],
    }


make_attributes = nothing


def observe_attributes(impl, case, probe):
    module, child = impl.Module(), impl.Module()
    weight, buffer = parameter(2), torch.ones(3, dtype=torch.float64)
    module.weight = weight
    module.child = child
    module.register_buffer("buffer", buffer)
    module.size = 5
    return {
        "a parameter": module.weight is weight,
        "a child": module.child is child,
        "a buffer": module.buffer is buffer,
        "a number": module.size,
        "an unknown name": refusal(lambda: module.unknown, "unknown"),
        "training at first": module.training,
    }


def make_forward(rng):
    return {"numbers": numbers_for_tree(rng), "x": normal(rng, 5, 3), "upstream": normal(rng, 5, 2)}


def observe_forward(impl, case, probe):
    tree = filled_tree(impl.Module, case["numbers"])
    result = tree(case["x"])
    (result * case["upstream"]).sum().backward()
    gradients = {"offset": tree.offset.grad, "block.inner.weight": tree.block.inner.weight.grad}
    probe.show_gradients(gradients)
    return {"result": result, "gradients": gradients}


make_too_early = nothing


def observe_too_early(impl, case, probe):
    seen = {}

    class Early(impl.Module):
        def __init__(self):
            self.size = 3
            seen["a number"] = self.size
            seen["an unknown name is there"] = hasattr(self, "weight")
            seen["a parameter"] = refusal(lambda: setattr(self, "weight", parameter(2)))
            seen["a module"] = refusal(lambda: setattr(self, "child", nothing_special))
            seen["a buffer"] = refusal(lambda: self.register_buffer("buffer", torch.ones(1)))
            super().__init__()
            seen["the number afterwards"] = self.size

    nothing_special = impl.Module()
    Early()
    return seen


make_over_parameter = nothing


def observe_over_parameter(impl, case, probe):
    def attempt(value):
        layer = layer_of(impl.Module)(3, 2)
        outcome = refusal(lambda: setattr(layer, "weight", value), "weight")
        return outcome, sorted(names(layer)), isinstance(layer.weight, nn.Parameter)

    return {
        "a tensor": attempt(torch.ones(2, 3)),
        "a number": attempt(1.0),
        "a module": attempt(impl.Module()),
    }


make_parameter_replaced = nothing


def observe_parameter_replaced(impl, case, probe):
    layer, new = layer_of(impl.Module)(3, 2), parameter(7)
    layer.weight = None
    without = names(layer), layer.weight, list(layer.state_dict())
    tensor = refusal(lambda: setattr(layer, "weight", torch.ones(7)), "weight")
    module = refusal(lambda: setattr(layer, "weight", impl.Module()), "weight")
    layer.weight = new
    return {
        "after None": without,
        "a tensor over None": tensor,
        "a module over None": module,
        "after another parameter": names(layer),
        "it is the new one": layer.weight is new,
    }


make_over_child = nothing


def observe_over_child(impl, case, probe):
    def attempt(value):
        tree = tree_of(impl.Module)
        return refusal(lambda: setattr(tree, "block", value), "block"), sorted(names(tree))

    return {"a tensor": attempt(torch.ones(2)), "a list": attempt([1, 2])}


make_child_replaced = nothing


def observe_child_replaced(impl, case, probe):
    tree = tree_of(impl.Module)
    tree.block = layer_of(impl.Module)(1, 1)
    replaced = names(tree)
    tree.block = None
    without = names(tree), tree.block, list(tree.state_dict())
    number = refusal(lambda: setattr(tree, "block", 1.0), "block")
    tree.block = layer_of(impl.Module)(1, 1)
    return {
        "after another module": replaced,
        "after None": without,
        "a number over None": number,
        "after a module over None": names(tree),
    }


make_kind_changed = nothing


def observe_kind_changed(impl, case, probe):
    def changed(name, value):
        tree = tree_of(impl.Module)
        setattr(tree, name, value)
        return sorted(walked(tree.state_dict)), sorted(names(tree)), getattr(tree, name) is value

    return {
        "a parameter over a child": changed("head", parameter(3)),
        "a parameter over a buffer": changed("seen", parameter(3)),
        "a module over a buffer": changed("seen", layer_of(impl.Module)(2, 2)),
    }


make_placeholder = nothing


def observe_placeholder(impl, case, probe):
    module, weight, child = impl.Module(), parameter(2), layer_of(impl.Module)(1, 2)
    module.weight = None
    module.child = 0
    module.weight = weight
    module.child = child
    return {
        "the parameter": module.weight is weight,
        "the child": module.child is child,
        "names": names(module),
    }


make_buffers = nothing


def observe_buffers(impl, case, probe):
    module, new = impl.Module(), torch.full((4,), 2.0, dtype=torch.float64)
    module.register_buffer("mean", torch.zeros(3, dtype=torch.float64))
    module.register_buffer("count", torch.zeros(1, dtype=torch.float64))
    module.mean = new
    number = refusal(lambda: setattr(module, "mean", 3.0), "mean")
    seen = {
        "parameters": names(module),
        "state": dict(module.state_dict()),
        "the new tensor": module.mean is new,
        "a number over a buffer": number,
    }
    order = list(module.state_dict())
    module.mean = None
    without = list(module.state_dict()), module.mean
    return {
        **seen,
        "order after another tensor": order,
        "after None": without,
        "a number over None": refusal(lambda: setattr(module, "mean", 3.0), "mean"),
        "after a tensor over None": (setattr(module, "mean", new), list(module.state_dict())),
    }


make_plain_attributes = nothing


def observe_plain_attributes(impl, case, probe):
    layer = layer_of(impl.Module)
    module = impl.Module()
    module.weight = parameter(2)
    module.tensor = torch.ones(2, dtype=torch.float64, requires_grad=True)
    module.product = parameter(2) * 2
    module.layers = [layer(2, 2), layer(2, 2)]
    module.by_name = {"first": layer(2, 2)}
    module.pair = (parameter(1), layer(1, 1))
    module.kind = layer
    return {"parameters": names(module), "state": list(module.state_dict())}


make_tied = nothing


def observe_tied(impl, case, probe):
    layer = layer_of(impl.Module)
    module = impl.Module()
    module.first = layer(2, 2)
    module.second = layer(2, 2)  # equal numbers, other objects
    module.third = module.first
    module.fourth = layer(2, 2)
    module.fourth.bias = module.second.bias
    module.weight = module.fourth.weight
    return {
        "parameters": names(module),
        "how many": len(list(module.parameters())),
        "state": list(module.state_dict()),
    }


make_instances = nothing


def observe_instances(impl, case, probe):
    layer = layer_of(impl.Module)
    one, other = layer(2, 3), layer(4, 5)
    return {
        "shapes": [[list(found.shape) for found in walked(each.parameters)] for each in (one, other)],
        "share their weight": one.weight is other.weight,
        "names of a module without anything": names(impl.Module()),
    }


# Services


make_mode = nothing


def observe_mode(impl, case, probe):
    tree = tree_of(impl.Module)
    tree.block.spare = impl.Module()
    tree.block.spare = None

    def modes():
        nodes = tree, tree.block, tree.block.activation, tree.block.inner, tree.head
        return [node.training for node in nodes]

    seen = {"at first": modes()}
    seen["eval() gives the module"] = tree.eval() is tree
    seen["after eval()"] = modes()
    seen["train() gives the module"] = tree.train() is tree
    seen["after train()"] = modes()
    tree.block.train(False)
    seen["after train(False) of the block"] = modes()
    tree.train(mode=True)
    seen["after train(mode=True)"] = modes()
    tree.eval()
    seen["require grad after eval()"] = [found.requires_grad for found in tree.parameters()]
    return seen


def make_zero_grad(rng):
    return {"numbers": numbers_for_tree(rng), "x": normal(rng, 5, 3)}


def observe_zero_grad(impl, case, probe):
    tree = filled_tree(impl.Module, case["numbers"])
    tree.block.spare = parameter(1)
    tree.block.spare = None
    tree(case["x"]).sum().backward()
    filled = [found.grad is not None for found in tree.parameters()]
    tree.zero_grad()
    return {"before": filled, "after": [found.grad for found in tree.parameters()]}


def make_state(rng):
    return {"numbers": numbers_for_tree(rng)}


def observe_state(impl, case, probe):
    tree = filled_tree(impl.Module, case["numbers"])
    return [(name, values) for name, values in tree.state_dict().items()]


def make_live_state(rng):
    return {"numbers": numbers_for_tree(rng), "edit": normal(rng, 4, 3)}


def observe_live_state(impl, case, probe):
    tree = filled_tree(impl.Module, case["numbers"])
    state = tree.state_dict()
    with torch.no_grad():
        tree.block.inner.weight.mul_(case["edit"])
        tree.block.inner.shift.add_(1.0)
    seen = {
        "a parameter edited after state_dict()": state["block.inner.weight"].clone(),
        "a buffer edited after state_dict()": state["block.inner.shift"].clone(),
        "carry history or require grad": [values.requires_grad for values in state.values()],
    }
    state["head.bias"].fill_(3.0)
    tree.seen = tree.offset.sum()  # a buffer with history
    state_of_results = tree.state_dict()["seen"]
    return {
        **seen,
        "the bias after an edit of the state": tree.head.bias,
        "a buffer with history": (state_of_results, state_of_results.requires_grad),
    }


def make_load(rng):
    return {"numbers": numbers_for_tree(rng), "new": numbers_for_tree(rng)}


def observe_load(impl, case, probe):
    tree = filled_tree(impl.Module, case["numbers"])
    weight, shift, offset = tree.block.inner.weight, tree.block.inner.shift, tree.offset
    given = {name: values.float() for name, values in case["new"].items()}
    given["offset"].requires_grad_()
    inputs = probe.inputs(given)
    tree.load_state_dict(given)
    changed = inputs.changed()
    seen = {
        "numbers": [values.clone() for values in tree.state_dict().values()],
        "the same objects": [tree.block.inner.weight is weight, tree.block.inner.shift is shift],
        "parameters require grad": [found.requires_grad for found in tree.parameters()],
        "parameters are leaves": [found.is_leaf for found in tree.parameters()],
        "changed in the given state": changed,
    }
    with torch.no_grad():
        for values in given.values():
            values.fill_(0.0)
    seen["weight after the given state was edited"] = weight.detach().clone()
    seen["offset after the given state was edited"] = offset.detach().clone()
    of_own_dtype = {name: values.clone() for name, values in case["new"].items()}
    tree.load_state_dict(of_own_dtype)
    with torch.no_grad():
        for values in of_own_dtype.values():
            values.fill_(0.0)
    seen["after a state of the model's own dtype was loaded and edited"] = dict(tree.state_dict())
    return seen


def make_strict(rng):
    return {"new": numbers_for_tree(rng)}


def observe_strict(impl, case, probe):
    tree = tree_of(impl.Module)
    tree.load_state_dict(case["new"])
    missing = {name: values for name, values in case["new"].items() if name != "head.shift"}
    extra = {**case["new"], "head.slope": torch.ones(1, dtype=torch.float64)}

    return {
        "a missing name": refusal(lambda: tree.load_state_dict(missing), "head.shift"),
        "an extra name": refusal(lambda: tree.load_state_dict(extra, strict=True), "head.slope"),
    }


def make_not_strict(rng):
    numbers = numbers_for_tree(rng)
    new = {name: values for name, values in numbers_for_tree(rng).items() if not name.startswith("head")}
    return {"numbers": numbers, "new": {**new, "unknown.weight": normal(rng, 2)}}


def observe_not_strict(impl, case, probe):
    tree = filled_tree(impl.Module, case["numbers"])
    tree.load_state_dict(case["new"], strict=False)
    return list(tree.state_dict().items())


def make_other_shapes(rng):
    shapes = {"one": [1], "three": [3], "four": [4], "turned": [3, 4]}
    return {"state": numbers_for_tree(rng), **{name: normal(rng, *shape) for name, shape in shapes.items()}}


def observe_other_shapes(impl, case, probe):
    """Each of these could be copied, by broadcasting or number by number."""

    def attempt(name, values, strict):
        tree = tree_of(impl.Module)
        tree.load_state_dict(case["state"])
        return refusal(lambda: tree.load_state_dict({**case["state"], name: values}, strict=strict), name)

    return {
        "one number for four": attempt("block.inner.bias", case["one"], strict=True),
        "a row for a tall matrix": attempt("block.inner.weight", case["three"], strict=True),
        "a wide matrix for a tall one": attempt("block.inner.weight", case["turned"], strict=True),
        "a row for a wide matrix, not strict": attempt("head.weight", case["four"], strict=False),
    }


def make_training(rng):
    return {"numbers": numbers_for_tree(rng), "x": normal(rng, 8, 3), "y": normal(rng, 8, 2)}


def observe_training(impl, case, probe):
    tree = tree_of(impl.Module)
    found = list(tree.parameters())
    tree.load_state_dict(case["numbers"])
    losses = []
    for _ in range(4):
        tree.zero_grad()
        loss = ((tree(case["x"]) - case["y"]) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            for each in found:
                each -= 0.05 * each.grad
        losses.append(loss.item())
    probe.show_losses(losses)
    return {"losses": probe.numbers(losses, torch.float64), "state": list(tree.state_dict().items())}


make_own_class = nothing


def observe_own_class(impl, case, probe):
    return {"derived from torch's Module": issubclass(impl.Module, nn.Module)}
