"""From the gradient edge of a result; a path of iterators, names kept in a deque that grows at its left end."""

from collections import deque

from torch.autograd.graph import get_gradient_edge


def backward_nodes(t):
    names = deque()
    if t.requires_grad and not t.is_leaf:
        path = [iter([(get_gradient_edge(t).node, 0)])]
        open_nodes, seen = [], set()
        while path:
            node = next((n for n, _ in path[-1] if n is not None and n not in seen), None)
            if node is None:
                path.pop()
                if open_nodes:
                    names.appendleft(open_nodes.pop().name())
            else:
                seen.add(node)
                open_nodes.append(node)
                path.append(iter(node.next_functions))
    return list(names)
