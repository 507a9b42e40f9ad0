"""The same steps, from gradients that are asked for part by part and averaged over the examples at the end."""

import torch


def accumulate(model, micro_batches, loss_fn, optimizer, k):
    parameters = list(model.parameters())
    parts = list(micro_batches)
    for start in range(0, len(parts), k):
        group = parts[start : start + k]
        sums = [torch.zeros_like(parameter) for parameter in parameters]
        for x, y in group:
            loss = loss_fn(model(x), y)
            for total, gradient in zip(sums, torch.autograd.grad(loss, parameters), strict=True):
                total += len(x) * gradient
        for parameter, total in zip(parameters, sums, strict=True):
            parameter.grad = total / sum(len(x) for x, _ in group)
        optimizer.step()
