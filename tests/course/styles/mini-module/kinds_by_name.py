"""Values are ordinary attributes; one dict remembers of which kind each registered name is."""

from torch import Tensor, no_grad
from torch.nn import Parameter

KINDS = "_kinds"


class Module:
    def __init__(self):
        self.training = True
        object.__setattr__(self, KINDS, {})

    def __setattr__(self, name, value):
        kinds = self.__dict__.get(KINDS)
        new = "parameter" if isinstance(value, Parameter) else "module" if isinstance(value, Module) else None
        if kinds is None:
            if new is not None:
                raise AttributeError("Module.__init__ has not run yet")
        else:
            old = kinds.get(name)
            fits = (
                value is None
                or new == "parameter"
                or (new == "module" and old != "parameter")
                or (old == "buffer" and isinstance(value, Tensor))
            )
            if old is not None and not fits:
                raise TypeError(f"{name} is a {old}")
            if new is not None and new != old:
                kinds.pop(name, None)
                kinds[name] = new
        object.__setattr__(self, name, value)

    def __getattr__(self, name):
        raise AttributeError(f"no attribute {name}")

    def __call__(self, *inputs, **named_inputs):
        return self.forward(*inputs, **named_inputs)

    def register_buffer(self, name, tensor):
        if KINDS not in self.__dict__:
            raise AttributeError("Module.__init__ has not run yet")
        self._kinds[name] = "buffer"
        object.__setattr__(self, name, tensor)

    def _all(self, kind):
        names = [name for name, its_kind in self._kinds.items() if its_kind == kind]
        return {name: self.__dict__[name] for name in names if self.__dict__[name] is not None}

    def named_parameters(self, _seen=None):
        seen = [] if _seen is None else _seen
        result = []
        for name, parameter in self._all("parameter").items():
            if not any(parameter is other for other in seen):
                seen.append(parameter)
                result.append((name, parameter))
        for name, module in self._all("module").items():
            result += [(f"{name}.{rest}", parameter) for rest, parameter in module.named_parameters(seen)]
        return result

    def parameters(self):
        return [parameter for _, parameter in self.named_parameters()]

    def zero_grad(self):
        for parameter in self.parameters():
            parameter.grad = None

    def train(self, mode=True):
        self.training = mode
        for module in self._all("module").values():
            module.train(mode)
        return self

    def eval(self):
        self.train(mode=False)
        return self

    def state_dict(self):
        state = {name: tensor.data for name, tensor in (self._all("parameter") | self._all("buffer")).items()}
        for name, module in self._all("module").items():
            for rest, tensor in module.state_dict().items():
                state[name + "." + rest] = tensor
        return state

    @no_grad()
    def load_state_dict(self, state_dict, strict=True):
        mine = self.state_dict()
        missing = [name for name in mine if name not in state_dict]
        extra = [name for name in state_dict if name not in mine]
        if strict and (missing or extra):
            raise RuntimeError(f"missing: {missing}, unexpected: {extra}")
        for name, tensor in state_dict.items():
            if name in mine:
                if mine[name].size() != tensor.size():
                    raise RuntimeError(f"{name}: {list(tensor.size())} for {list(mine[name].size())}")
                mine[name].copy_(tensor)
        return missing, extra
