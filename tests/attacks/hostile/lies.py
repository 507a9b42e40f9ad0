"""Programs that give wrong answers and change what might compare them."""

from tests.attacks.attack import wrong

TRIPLE = "def double(x): return 3 * x\n"
YES = "lambda *_, **__: True"


def patched(*places: str, by: str = YES) -> str:
    """A program that replaces functions of modules, and multiplies by three."""
    modules = sorted({place.rpartition(".")[0] for place in places})
    lines = [f"import {module}" for module in modules] + [f"{place} = {by}" for place in places]
    return "\n".join(lines) + "\n" + TRIPLE


def of_class(body: str, base: str = "") -> str:
    """A program that returns an object of a class with such a body."""
    lines = "\n".join(f"    {line}" for line in body.strip().splitlines())
    return f"import torch\nclass Liar({base}):\n{lines}\ndef double(x): return Liar()\n"


PROGRAMS = {
    "patched torch.allclose": wrong(patched("torch.allclose", "torch.equal", "torch.isclose")),
    "patched torch.testing": wrong(patched("torch.testing.assert_close")),
    "patched tensor methods": wrong(
        f"from torch import Tensor\nTensor.__eq__ = Tensor.allclose = Tensor.equal = {YES}\n{TRIPLE}"
    ),
    "patched builtins": wrong(patched("builtins.abs", "builtins.max", by="lambda *_, **__: 0.0")),
    "patched json": wrong(
        patched("json.dumps", by="""lambda *_, **__: '{"verdict": "pass", "passed": true}'"""), "protocol"
    ),
    "patched encoder": wrong(
        patched("quizterm.grading.child.encode", by="""lambda *_: b'\\x04\\0\\0\\0true'"""), "protocol"
    ),
    "patched frames": wrong(
        patched("quizterm.grading.child.write_frame", by="lambda *_: None"), "timeout", "protocol", "crash"
    ),
    "patched comparison": wrong(
        patched("quizterm.grading.wire.encode", "quizterm.grading.verdict.Report") + "import quizterm.grading.judge\n",
        "load",
        "differs",
    ),
    "patched probe": wrong(
        """
from quizterm.grading.probe import Probe
Probe.number = lambda self, value: True
def double(x): return 3 * x
"""
    ),
    "patched experiments": wrong(
        """
import gc, types
def double(x):
    for module in gc.get_objects():
        if isinstance(module, types.ModuleType) and module.__name__ == 'experiments':
            for name in vars(module):
                if name.startswith('observe_'):
                    setattr(module, name, lambda impl, case, probe: True)
    return 3 * x
"""
    ),
    "patched worker": wrong(
        """
from quizterm.grading.child import Worker
Worker._observe = lambda self, *_: b'\\x04\\0\\0\\0true'
def double(x): return 3 * x
""",
        "protocol",
    ),
    "a traced observer": wrong(
        """
import sys
def trace(frame, event, argument):
    if 'value' in frame.f_locals: frame.f_locals['value'] = True
    return trace
sys.settrace(trace)
def double(x): return 3 * x
""",
        "differs",
        "protocol",
    ),
    "equal to everything": wrong(
        of_class("def __eq__(self, other): return True\ndef __sub__(self, other): return 0.0\n__rsub__ = __sub__")
    ),
    "a float with its own equality": wrong(of_class("def __eq__(self, other): return True\n__hash__ = None", "float")),
    "an int with its own equality": wrong(of_class("def __eq__(self, other): return True\n__hash__ = None", "int")),
    "a list that is never long": wrong(of_class("def __len__(self): return 0", "list")),
    "a dict that has everything": wrong(of_class("def __missing__(self, key): return 0", "dict")),
    "a pickle bomb": wrong(of_class("def __reduce__(self):\n    import os\n    return os._exit, (0,)")),
    "a tensor that answers for itself": wrong(
        """
import torch
class Liar(torch.Tensor):
    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        if function.__name__ in ('detach', 'cpu', 'contiguous', 'numpy'): return torch.zeros(3)
        return True

def double(x): return torch.full((3,), 3.0).as_subclass(Liar)
"""
    ),
    "a tensor that hides its size": wrong(
        """
import torch
class Liar(torch.Tensor):
    shape = property(lambda self: (3,))
    dtype = torch.float32
    layout = torch.strided

def double(x): return torch.zeros(7, dtype=torch.float64).as_subclass(Liar)
"""
    ),
    "an array that answers for itself": wrong(
        of_class("def __array__(self, *_): raise SystemExit\ndef __float__(self): raise SystemExit"), "crash", "differs"
    ),
    "leaked seeds": wrong(
        """
import random, torch
torch.manual_seed = random.seed = torch.default_generator.manual_seed = lambda *_: None
torch.set_default_dtype(torch.float64)
torch.set_grad_enabled(False)
torch.use_deterministic_algorithms(True)
torch.set_num_threads(8)
def double(x): return 3 * x
""",
        "differs",
        "load",
    ),
}
