"""A graph of numbers as `git log --graph` draws history: a row for each node, results above what they came from."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from textual.content import Content

NODE, LEAF = "●", "○"
LANE_STYLE = "$foreground-muted"
BAD_STYLE = "bold $text-error"
_DASHED = {"│": "┆", "─": "╌"}

Edge = tuple[int, int]  # from an input to a result


class LaneRow(NamedTuple):
    """One line of the drawing; `node` stands on it, or none if lanes only meet or part."""

    drawing: Content
    node: int | None


class _Lane(NamedTuple):
    """Something that waits for a node further down."""

    node: int
    is_bad: bool


def lanes(count: int, edges: Iterable[Edge], bad: Collection[Edge] = ()) -> list[LaneRow]:
    """Draw nodes 0 to `count - 1`, inputs before results, from the last one down; `bad` edges are dashed."""
    inputs: list[list[int]] = [[] for _ in range(count)]
    for source, result in edges:
        inputs[result].append(source)
    drawing = _Drawing()
    for node in reversed(range(count)):
        drawing.place(node, [_Lane(source, (source, node) in bad) for source in inputs[node]])
    return drawing.rows


class _Drawing:
    def __init__(self) -> None:
        self.rows: list[LaneRow] = []
        self._slots: list[_Lane | None] = []
        self._undrawn = -1  # the lane that began in the last row, and would not be seen if it ended in the next

    def place(self, node: int, inputs: Sequence[_Lane]) -> None:
        """Let all lanes that wait for a node meet in it, and those to its inputs begin there."""
        here = [place for place, lane in enumerate(self._slots) if lane is not None and lane.node == node]
        if self._undrawn in here and _is_bad(self._slots[self._undrawn]):
            self._pass()
        home = here[0] if here else self._free(0, ())
        if home == len(self._slots):
            self._slots.append(None)
        if here[1:]:
            self._connect(home, here[1:], "╯")
            for place in here[1:]:
                self._slots[place] = None
        mark = NODE if inputs else LEAF
        cells = [
            _styled(mark if place == home else _lane_text(lane), place != home and _is_bad(lane)) + " "
            for place, lane in enumerate(self._slots)
        ]
        self.rows.append(LaneRow(Content("").join(cells).rstrip(), node))
        self._begin(home, inputs)
        while self._slots and self._slots[-1] is None:
            self._slots.pop()

    def _pass(self) -> None:
        """A row on which all lanes go on."""
        cells = [_styled(_lane_text(lane), _is_bad(lane)) + " " for lane in self._slots]
        self.rows.append(LaneRow(Content("").join(cells).rstrip(), None))

    def _begin(self, home: int, inputs: Sequence[_Lane]) -> None:
        self._slots[home] = inputs[0] if inputs else None
        self._undrawn = home if len(inputs) == 1 else -1
        begun: list[int] = []
        for _ in inputs[1:]:
            begun.append(self._free(home + 1, begun))
            if begun[-1] == len(self._slots):
                self._slots.append(None)
        for place, lane in zip(begun, inputs[1:], strict=True):
            self._slots[place] = lane
        if begun:
            self._connect(home, begun, "╮")

    def _free(self, start: int, taken: Collection[int]) -> int:
        """The first empty lane from `start` on, or a new one."""
        empty = (place for place in range(start, len(self._slots)) if self._slots[place] is None and place not in taken)
        return next(empty, len(self._slots))

    def _connect(self, home: int, others: Sequence[int], end: str) -> None:
        """A row on which lanes at `others` meet the one at `home`, or part from it."""
        last = max(others)
        middle = "┴" if end == "╯" else "┬"
        cells = []
        for place, lane in enumerate(self._slots):
            if place == home:
                text = "├"
            elif place in others:
                text = end if place == last else middle
            elif home < place < last:
                text = "─" if lane is None else "┼"
            else:
                text = _lane_text(lane)
            cells.append(_styled(text, _is_bad(lane) and text not in "├─┼"))
            if home <= place < last:
                reached = min(other for other in others if other > place)
                cells.append(_styled("─", _is_bad(self._slots[reached])))
            else:
                cells.append(Content(" "))
        self.rows.append(LaneRow(Content("").join(cells).rstrip(), None))


def _lane_text(lane: _Lane | None) -> str:
    return " " if lane is None else "│"


def _is_bad(lane: _Lane | None) -> bool:
    return lane is not None and lane.is_bad


def _styled(text: str, is_bad: bool) -> Content:
    if is_bad:
        return Content.styled(_DASHED.get(text, text), BAD_STYLE)
    return Content.styled(text, "bold $text-primary" if text in (NODE, LEAF) else LANE_STYLE)
