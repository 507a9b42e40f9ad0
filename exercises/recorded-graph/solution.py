"""The record that PyTorch keeps of a computation, as a list of names."""


def backward_nodes(t):
    """The names of the backward nodes of a tensor's history, each node once and before those it hands gradient to."""
    if t.grad_fn is None:
        return []
    names, seen, stack = [], set(), [(t.grad_fn, False)]
    while stack:
        node, inputs_listed = stack.pop()
        if inputs_listed:
            names.append(node.name())
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            # A constant among the operands has no node, only a None.
            stack.extend((source, False) for source, _ in node.next_functions if source is not None)
    return names[::-1]
