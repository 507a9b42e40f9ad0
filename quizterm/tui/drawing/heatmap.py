"""The days of a year, a column a week: the more was done on a day, the denser its cell."""

from bisect import bisect_right
from collections.abc import Sequence
from datetime import date, timedelta

from textual.content import Content

LEVELS = "·░▒▓█"
_STYLES = ("$foreground 40%", *["$success"] * 4)
_MARGIN = 4
_WEEKS = 53
_MUTED = "$foreground-muted"
_ROW_NAMES = {0: "Mon", 2: "Wed", 4: "Fri"}
HEIGHT = 9  # rows, with the months above and the legend below


def heatmap(counts: Sequence[int], today: date, width: int) -> list[Content]:
    """The lines of the picture: as many weeks up to today as fit, weeks beginning on Monday.

    Args:
        counts: of days one after another, today last.
    """
    cell = 2 if width >= _MARGIN + 2 * _WEEKS else 1
    weeks = max(min(_WEEKS, (width - _MARGIN) // cell), 1)
    monday = today - timedelta(days=today.weekday() + 7 * (weeks - 1))
    bounds = _bounds(counts)
    lines = [_months(monday, weeks, cell)]
    for row in range(7):
        line = Content.styled(f"{_ROW_NAMES.get(row, ''):<{_MARGIN}}", _MUTED)
        days = [monday + timedelta(days=7 * week + row) for week in range(weeks)]
        lines.append(
            line + Content.assemble(*(_cell(counts, (today - day).days, bounds, cell) for day in days)).rstrip()
        )
    return [*lines, _legend(bounds)]


def _bounds(counts: Sequence[int]) -> tuple[int, int, int]:
    """The least counts of the three denser levels: quartiles of the days on which anything was done."""
    done = sorted(count for count in counts if count)
    if not done:
        return (1, 1, 1)
    quarter, half, most = (done[len(done) * part // 4] for part in (1, 2, 3))
    return quarter, half, most


def level(count: int, bounds: tuple[int, int, int]) -> int:
    """0 for nothing, then 1 to 4."""
    return 1 + bisect_right(bounds, count) if count else 0


def _cell(counts: Sequence[int], ago: int, bounds: tuple[int, int, int], width: int) -> tuple[str, str]:
    if not 0 <= ago < len(counts):
        return " " * width, ""
    reached = level(counts[-1 - ago], bounds)
    return LEVELS[reached] + (LEVELS[reached] if reached else " ") * (width - 1), _STYLES[reached]


def _months(monday: date, weeks: int, cell: int) -> Content:
    """The names of the months, each over the first week that begins in it."""
    line = " " * _MARGIN
    for week in range(weeks):
        begin = monday + timedelta(days=7 * week)
        place = _MARGIN + week * cell
        is_first = begin.day <= 7
        if is_first and len(line) <= place and place + 3 <= _MARGIN + weeks * cell:
            line = f"{line:<{place}}{begin:%b} "
    return Content.styled(line.rstrip(), _MUTED)


def _legend(bounds: tuple[int, int, int]) -> Content:
    leasts = {least: level(least, bounds) for least in bounds}  # the densest level of each
    pieces = [f"{LEVELS[0]} none", *(f"{LEVELS[reached]} {least:,}+" for least, reached in leasts.items())]
    if min(bounds) > 1:
        pieces.insert(1, f"{LEVELS[1]} fewer")
    return Content.styled(" " * _MARGIN + "  ".join(pieces) + " answers", _MUTED)
