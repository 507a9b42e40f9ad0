"""Losses as a line chart in braille dots, two to the column and four to the row."""

import math
from collections.abc import Iterator, Sequence

from textual.content import Content

from quizterm.tui.blocks import EMPTY

_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
_BLANK = 0x2800
_GAP = 3  # dots: the right curve is drawn in dashes, so that the two are told apart without colours
_LOG_FROM = 30.0  # largest over smallest, from which the scale is logarithmic
EXPECTED_STYLE = "$text-success"
GOT_STYLE = "bold $text-error"
SAME_STYLE = "bold $text-primary"
NARROWEST = 24  # cells


def chart(expected: Sequence[float], got: Sequence[float], width: int, height: int, *, is_right: bool) -> list[Content]:
    """The lines of a chart of both curves: the right one dashed, the learner's drawn through, and a scale.

    Args:
        is_right: whether the learner's curve is as it should be; decides its colour only.
    """
    finite = [loss for loss in (*expected, *got) if math.isfinite(loss)]
    if not finite:
        return [Content.styled("There are no finite losses to draw.", "$foreground-muted")]
    is_log = min(finite) > 0 and max(finite) / min(finite) > _LOG_FROM
    labels = [f"{value:.3g}" for value in (max(finite), min(finite))]
    margin = max(map(len, labels)) + 2
    columns = max(width - margin, 4)
    canvas = _Canvas(columns, height, _scale(finite, is_log=is_log), max(len(expected), len(got)))
    canvas.draw(expected, 0, is_dashed=True)
    canvas.draw(got, 1, is_dashed=False)
    styles = (EXPECTED_STYLE, SAME_STYLE if is_right else GOT_STYLE)
    lines = [
        Content.styled(f"{_label(labels, row, height):>{margin - 2}} ", "$foreground-muted")
        + Content.styled("┤" if row in (0, height - 1) else "│", "$foreground-muted")
        + line
        for row, line in enumerate(canvas.lines(styles))
    ]
    return [*lines, _axis(margin, columns, max(len(expected), len(got)), is_log=is_log), *_legend(styles, expected)]


def _label(labels: Sequence[str], row: int, height: int) -> str:
    return labels[0] if row == 0 else labels[1] if row == height - 1 else ""


def _axis(margin: int, columns: int, count: int, *, is_log: bool) -> Content:
    first, last = "step 1", f"{count:,}"
    if is_log:
        first += ", logarithmic"
    gap = columns - len(first) - len(last)
    text = f"{first}{' ' * gap}{last}" if gap > 0 else first[:columns]
    return Content.styled(" " * margin + text, "$foreground-muted")


def _legend(styles: tuple[str, str], expected: Sequence[float]) -> Iterator[Content]:
    yours = Content.styled("━━ ", styles[1]) + "yours"
    yield Content.styled("╌╌ ", styles[0]) + "PyTorch's   " + yours if expected else yours


def _scale(finite: Sequence[float], *, is_log: bool) -> "_Scale":
    return _Scale(min(finite), max(finite), is_log)


class _Scale:
    """From losses to heights between 0, the largest loss, and 1, the smallest."""

    def __init__(self, low: float, high: float, is_log: bool) -> None:
        self._is_log = is_log
        self._low, self._high = (math.log(low), math.log(high)) if is_log else (low, high)

    def __call__(self, loss: float) -> float:
        value = math.log(loss) if self._is_log else loss
        span = self._high - self._low
        if not math.isfinite(span):  # losses at both ends of what floats can hold
            return (self._high / 2 - value / 2) / (self._high / 2 - self._low / 2)
        return (self._high - value) / span if span else 0.5


class _Canvas:
    def __init__(self, columns: int, rows: int, scale: _Scale, steps: int) -> None:
        self._columns, self._rows, self._steps = columns, rows, steps
        self._scale = scale
        self._half_column = (steps - 1) / (columns * 2 - 1) / 2  # in steps
        self._bits = [[0] * columns for _ in range(rows)]
        self._owner: list[list[int | None]] = [[None] * columns for _ in range(rows)]

    def draw(self, losses: Sequence[float], curve: int, *, is_dashed: bool) -> None:
        """Draw one curve over what is there; it breaks where a loss is not finite."""
        before: int | None = None
        for x, heights in enumerate(self._heights(losses)):
            if not heights:
                before = None
                continue
            low, high = min(heights), max(heights)
            if before is not None:
                low, high = min(low, before), max(high, before)
            if not is_dashed or x // _GAP % 2 == 0:
                for y in range(low, high + 1):
                    self._dot(x, y, curve)
            before = heights[-1]

    def lines(self, styles: Sequence[str]) -> Iterator[Content]:
        for bits, owners in zip(self._bits, self._owner, strict=True):
            cells = [
                Content.styled(chr(_BLANK + dots), "" if owner is None else styles[owner])
                for dots, owner in zip(bits, owners, strict=True)
            ]
            yield Content("").join(cells) if cells else EMPTY

    def _heights(self, losses: Sequence[float]) -> Iterator[list[int]]:
        """The rows that a curve reaches in each column of dots; none where a loss is not finite, or not there yet."""
        dots = self._columns * 2
        if self._steps > dots:
            for x in range(dots):
                first, last = (edge * self._steps // dots for edge in (x, x + 1))
                yield [self._row(self._scale(loss)) for loss in losses[first:last] if math.isfinite(loss)]
            return
        for x in range(dots):  # few losses: straight lines between them, and every peak
            step, beyond = divmod(x * (self._steps - 1), dots - 1)
            ends = losses[step : step + (2 if beyond else 1)]
            if len(ends) == (2 if beyond else 1) and all(map(math.isfinite, ends)):
                yield [self._row(height) for height in self._between(ends[0], ends[-1], beyond / (dots - 1))]
            else:
                yield []

    def _between(self, before: float, after: float, share: float) -> Iterator[float]:
        """The height at a share of the way from one loss to the next, and that of a loss nearby."""
        yield (1 - share) * self._scale(before) + share * self._scale(after)
        if share <= self._half_column:
            yield self._scale(before)
        elif share >= 1 - self._half_column:
            yield self._scale(after)

    def _row(self, height: float) -> int:
        return round(height * (self._rows * 4 - 1))

    def _dot(self, x: int, y: int, curve: int) -> None:
        self._bits[y // 4][x // 2] |= _DOTS[y % 4][x % 2]
        self._owner[y // 4][x // 2] = curve
