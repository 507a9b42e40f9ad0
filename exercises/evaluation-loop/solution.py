"""Score a model on data it is not trained on, and leave no trace in it."""

import torch


def evaluate(model, batches, loss_fn):
    """The mean loss and the accuracy over all examples of `batches` (inputs, targets); zeros if there are none."""
    was_training = model.training
    model.eval()
    total, right, examples = 0.0, 0, 0
    with torch.no_grad():
        for x, y in batches:
            scores = model(x)
            size = len(y)
            total += loss_fn(scores, y).item() * size
            right += (scores.argmax(1) == y).sum().item()
            examples += size
    model.train(was_training)
    if not examples:
        return 0.0, 0.0
    return total / examples, right / examples
