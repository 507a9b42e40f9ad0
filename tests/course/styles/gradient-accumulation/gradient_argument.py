"""The share is what backward() starts from; gradients are cleared after each step."""

import torch


def accumulate(model, micro_batches, loss_fn, optimizer, k):
    micro_batches = list(micro_batches)
    optimizer.zero_grad()
    for start in range(0, len(micro_batches), k):
        group = micro_batches[start : start + k]
        sizes = torch.tensor([x.shape[0] for x, _ in group], dtype=torch.float64)
        for (x, y), share in zip(group, sizes / sizes.sum(), strict=True):
            loss = loss_fn(model(x), y)
            loss.backward(share.to(loss.dtype))
        optimizer.step()
        optimizer.zero_grad()
