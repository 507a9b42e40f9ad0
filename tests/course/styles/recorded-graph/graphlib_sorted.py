"""The standard library sorts a dictionary of predecessors."""

from graphlib import TopologicalSorter


def sources(node):
    return {source for source, _ in node.next_functions} - {None}


def backward_nodes(t):
    graph = {}
    todo = {t.grad_fn} - {None}
    while todo:
        node = todo.pop()
        graph[node] = sources(node)
        todo |= graph[node] - graph.keys()
    return [node.name() for node in TopologicalSorter(graph).static_order()][::-1]
