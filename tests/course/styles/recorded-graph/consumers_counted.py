"""Count the consumers that have yet to be listed, as the engine does; class names in place of `name()`."""

from collections import Counter


def backward_nodes(t):
    root = t.grad_fn
    if root is None:
        return []
    waiting, todo = Counter({root: 0}), [root]
    for node in todo:
        for source, _ in node.next_functions:
            if source:
                if source not in waiting:
                    todo.append(source)
                waiting[source] += 1
    ready, names = [root], []
    while ready:
        node = ready.pop(0)
        names.append(type(node).__name__)
        for source, _ in node.next_functions:
            if source:
                waiting[source] -= 1
                if waiting[source] == 0:
                    ready.append(source)
    return names
