"""The border between other people's numbers and float32 tensors.

Read the brief, then replace the `raise` by your own code.
"""

import numpy as np
import torch


def to_float32(a, copy):
    """`a` as a float32 tensor on the CPU without history; shares memory if not `copy` and nothing has to change."""
    raise NotImplementedError("to_float32")
