"""Inline code in running text: a run of backticks up to the next run of the same length."""

import re

_TICKS = re.compile(r"(?<!\\)`+")


def code_spans(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Start and end of each span of inline code between `start` and `end`, which should be one paragraph."""
    runs = [(match.start(), match.end()) for match in _TICKS.finditer(text, start, end)]
    later: dict[int, list[int]] = {}
    for position, (first, last) in reversed(list(enumerate(runs))):
        later.setdefault(last - first, []).append(position)
    spans = []
    position = 0
    while position < len(runs):
        first, last = runs[position]
        same = later[last - first]
        while same and same[-1] <= position:
            same.pop()
        if same:
            spans.append((first, runs[same[-1]][1]))
            position = same[-1]
        position += 1
    return spans
