"""An exercise and a submission in; a verdict and a diagnosis out.

`grading.runner` is the one door to the worker processes; only these import torch.
"""
