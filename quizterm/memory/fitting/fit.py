"""Fits the 21 weights to a learner's reviews: penalised maximum likelihood by Fisher scoring.

One backward pass gives every item's own gradient, because the weights are expanded to one column per item first. The
sum of their outer products estimates the curvature of the loss (the information matrix; Berndt, Hall, Hall & Hausman,
1974), so that each step is a Newton step within the bounds: five to ten do what hundreds of Adam steps do.

Imports torch, so only the process that fits imports this module.
"""

from typing import NamedTuple

import torch
from torch import Tensor

from quizterm.memory.fitting.histories import Histories, cross_entropy, log_loss
from quizterm.memory.fsrs import DEFAULT_WEIGHTS, HIGHEST_WEIGHTS, LOWEST_WEIGHTS

# How far the weights of real learners lie from the defaults, one standard deviation each (fsrs-rs, its training prior).
# fmt: off
SPREAD = (
    6.43, 9.66, 17.58, 27.85, 0.57, 0.28, 0.6, 0.12, 0.39, 0.18, 0.33,
    0.3, 0.09, 0.16, 0.57, 0.25, 1.03, 0.31, 0.32, 0.14, 0.27,
)
# fmt: on
FEWEST = 64  # scored reviews; with fewer there is nothing to learn
HELD_OUT = 0.2  # the share of the newest reviews on which weights are judged
_TOLERANCE = 1e-5  # of the mean log loss
_MOST_EVALUATIONS = 40
_LARGEST_DAMPING = 1e4


class Proposal(NamedTuple):
    """Weights fitted to all reviews, and what they are worth.

    `before` and `after` are log losses on the newest fifth: of the current weights, and of weights fitted to the rest.
    """

    weights: list[float]
    before: float
    after: float

    @property
    def helps(self) -> bool:
        return self.after < self.before


def propose(histories: Histories, current: list[float]) -> Proposal | None:
    """Weights for these reviews; None when there is too little to learn from."""
    moments = histories.when[histories.scored].sort().values
    if len(moments) < FEWEST:
        return None
    newest = histories.when >= moments[int(len(moments) * (1 - HELD_OUT))]
    older = fit(histories, ~newest)
    before = log_loss(histories, torch.tensor(current), newest)
    return Proposal(fit(histories, start=older).tolist(), before, log_loss(histories, older, newest))


def fit(histories: Histories, chosen: Tensor | None = None, start: Tensor | None = None) -> Tensor:
    """The weights, (21,) in float64, that explain the chosen reviews best and are likely beforehand."""
    loss = _Loss(histories, histories.scored if chosen is None else histories.scored & chosen)
    at = loss.at(_double(DEFAULT_WEIGHTS) if start is None else start)
    damping = 0.0
    for _ in range(_MOST_EVALUATIONS - 1):
        candidate = loss.at(_next_weights(at, damping))
        if candidate.loss < at.loss:
            gain = (at.loss - candidate.loss) / loss.reviews
            at = candidate
            damping = damping / 4 if damping > 0.02 else 0.0
            if gain < _TOLERANCE:
                break
        elif damping > _LARGEST_DAMPING:
            break
        else:
            damping = max(4 * damping, 0.25)
    return at.weights


class _Point(NamedTuple):
    """The loss at some weights with its first two derivatives."""

    weights: Tensor
    loss: float
    gradient: Tensor
    curvature: Tensor


class _Loss:
    """The log loss of chosen reviews, weighted by how recent they are, plus a penalty for unlikely weights.

    The penalty makes a small log no special case: with few reviews the weights stay near the defaults.
    """

    def __init__(self, histories: Histories, chosen: Tensor) -> None:
        self._histories = histories
        self._importance = _recency(histories, chosen)
        self.reviews = max(self._importance.sum().item(), 1.0)
        self._prior = _double(DEFAULT_WEIGHTS)
        self._precision = 2 / _double(SPREAD) ** 2
        # An item's outer product grows with the square of its reviews' importance, the curvature only linearly.
        squares = histories.per_item(self._importance**2) / histories.per_item(self._importance).clamp(min=1e-9)
        self._balance = squares.clamp(min=1e-3).rsqrt().double()

    def at(self, weights: Tensor) -> _Point:
        histories = self._histories
        columns = weights.to(histories.dtype)[:, None].repeat(1, histories.items).requires_grad_()
        entropy = cross_entropy(histories.retrievability(columns), histories.passed)
        loss = (entropy * self._importance).sum()
        (by_item,) = torch.autograd.grad(loss, columns)
        scores, away = by_item.double(), weights - self._prior
        balanced = scores * self._balance
        penalty = (self._precision * away**2).sum().item() / 2
        curvature = balanced @ balanced.T + torch.diag(self._precision)
        return _Point(weights, loss.item() + penalty, scores.sum(1) + self._precision * away, curvature)


def _recency(histories: Histories, chosen: Tensor) -> Tensor:
    """Newer reviews count up to four times as much as old ones, since people and courses change."""
    where = chosen.nonzero()[:, 0]
    oldest_first = where[histories.when[where].argsort()]
    importance = torch.zeros_like(histories.passed)
    importance[oldest_first] = 0.25 + 0.75 * torch.linspace(0, 1, len(where), dtype=importance.dtype) ** 3
    return importance


def _next_weights(at: _Point, damping: float) -> Tensor:
    damped = at.curvature + damping * torch.diag(at.curvature.diag())
    low, high = _double(LOWEST_WEIGHTS) - at.weights, _double(HIGHEST_WEIGHTS) - at.weights
    weights = at.weights + _newton_step(at.gradient, damped, low, high)
    weights = weights.clamp(_double(LOWEST_WEIGHTS), _double(HIGHEST_WEIGHTS))  # rounding may leave them
    weights[:4] = weights[:4].cummax(0).values  # a first Hard never begins below Again, Good never below Hard, ...
    return weights


def _newton_step(gradient: Tensor, curvature: Tensor, low: Tensor, high: Tensor) -> Tensor:
    """The step within low..high that minimises the quadratic model: what would leave the box is fixed at its edge."""
    step, free = torch.zeros_like(gradient), ~(((low >= 0) & (gradient > 0)) | ((high <= 0) & (gradient < 0)))
    while free.any():
        pull = -gradient[free] - curvature[free][:, ~free] @ step[~free]
        step[free] = torch.linalg.solve(curvature[free][:, free], pull)
        outside = free & ((step < low) | (step > high))
        step = step.clamp(low, high)
        if not outside.any():
            break
        free &= ~outside
    return step


def _double(values: tuple[float, ...]) -> Tensor:
    return torch.tensor(values, dtype=torch.float64)
