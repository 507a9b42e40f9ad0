"""ReLU, softmax and log-softmax: from scores to probabilities, safe for scores of any size.

Read the brief, then replace each `raise` by your own code.
"""

import torch


def relu(x):
    raise NotImplementedError("relu")


def softmax(x, dim):
    raise NotImplementedError("softmax")


def log_softmax(x, dim):
    raise NotImplementedError("log_softmax")
