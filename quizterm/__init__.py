"""PyTorch in your fingers: daily recall and graded exercises in the terminal."""

__version__ = "0.1.0"
