"""A default device for what is made, as_tensor for what is moved, float64 for the total."""

import torch


def train_epoch_on(model, batches, loss_fn, make_opt, device):
    with torch.device(device):
        model.to(device)
        optimizer = make_opt(model.parameters())
        total, count = torch.zeros((), dtype=torch.float64), torch.zeros((), dtype=torch.int64)
        for batch in batches:
            x, y = (torch.as_tensor(part, device=device) for part in batch)
            model.zero_grad(set_to_none=False)
            loss = loss_fn(model(x), y)
            loss.backward()
            optimizer.step()
            with torch.no_grad():
                total += loss * len(y)
                count += len(y)
        return total / count
