"""A recursive generator run by a trampoline, so that it reads like recursion; the set is a dictionary."""


def backward_nodes(t):
    listed = {}

    def visit(node):
        listed[node] = None
        for source, _ in node.next_functions:
            if source is not None and source not in listed:
                yield visit(source)
        done.append(node.name())

    done = []
    running = [visit(t.grad_fn)] if t.grad_fn is not None else []
    while running:
        for step in running[-1]:
            running.append(step)
            break
        else:
            running.pop()
    done.reverse()
    return done
