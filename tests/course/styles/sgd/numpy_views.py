"""NumPy arrays that share the parameters' memory."""


class SGD:
    def __init__(self, params, lr=1e-3, weight_decay=0.0):
        self.params = tuple(params)
        self.arrays = [p.detach().numpy() for p in self.params]
        self.rate, self.decay = lr, weight_decay

    def zero_grad(self):
        for p in self.params:
            p.grad = None

    def step(self):
        for p, w in zip(self.params, self.arrays):
            if p.grad is not None:
                w -= self.rate * (p.grad.numpy() + self.decay * w)
