"""The same by torch's own count: it numbers backward nodes as it records them, so a higher number comes first."""


def backward_nodes(t):
    reached = {t.grad_fn} - {None}
    waiting = list(reached)
    while waiting:
        fresh = {source for source, _ in waiting.pop().next_functions} - reached - {None}
        reached |= fresh
        waiting.extend(fresh)
    accumulates = [node for node in reached if not node.next_functions]
    others = sorted(reached.difference(accumulates), key=lambda node: node._sequence_nr(), reverse=True)
    return [node.name() for node in (*others, *accumulates)]
