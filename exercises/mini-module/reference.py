"""torch's own Module, loaded a second time: a class apart, so that one derived from `nn.Module` is told from it."""

import importlib.util

from torch.nn.modules import module as torch_module

_spec = importlib.util.spec_from_file_location(torch_module.__name__, torch_module.__file__)
_copy = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_copy)

Module = _copy.Module
