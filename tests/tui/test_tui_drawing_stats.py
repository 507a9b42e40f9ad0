"""Heatmaps, shares and pages of panels, each beside the plainest way to see what they should be."""

from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual.content import Content

from quizterm.study.exercise_history import ExerciseRecord
from quizterm.study.record import learners_record
from quizterm.study.session import Study
from quizterm.tui.drawing.heatmap import LEVELS, heatmap
from quizterm.tui.drawing.panels import Panel, pages
from quizterm.tui.drawing.record_panels import record_panels
from quizterm.tui.drawing.shares import ShareRow, bar, share_rows, stacked

EIGHTHS = "▏▎▍▌▋▊▉█"


def monday_of(day: date) -> date:
    return day - timedelta(days=day.weekday())


@settings(max_examples=40)
@given(
    st.lists(st.integers(0, 40), min_size=1, max_size=365),
    st.dates(date(2024, 1, 1), date(2027, 1, 1)),
    st.integers(5, 130),
)
def test_each_day_stands_in_the_row_of_its_weekday_and_is_denser_the_more_was_done(
    counts: list[int], today: date, width: int
) -> None:
    _, *rows, _ = [line.plain.ljust(200) for line in heatmap(counts, today, width)]
    assert len(rows) == 7
    cell = 2 if width >= 110 else 1
    weeks = max(1, min(53, (width - 4) // cell))
    seen: list[tuple[int, int]] = []
    for ago, count in enumerate(reversed(counts)):
        day = today - timedelta(days=ago)
        week = weeks - 1 - (monday_of(today) - monday_of(day)).days // 7
        if week >= 0:
            seen.append((count, LEVELS.index(rows[day.weekday()][4 + week * cell])))
    assert all((count == 0) is (level == 0) for count, level in seen)
    assert [level for _, level in sorted(seen)] == sorted(level for _, level in seen)
    assert sum(character in LEVELS for row in rows for character in row[4 : 4 + weeks * cell : cell]) == len(seen)


def test_the_months_stand_over_their_first_weeks_and_the_legend_tells_the_levels() -> None:
    today = date(2026, 3, 10)
    months, *rows, legend = [line.plain for line in heatmap([0] * 300 + [1, 5, 9, 20] * 10, today, 60)]
    assert months.split()[-3:] == ["Dec", "Jan", "Feb"]
    assert rows[0].startswith("Mon ")
    assert legend.split() == ["·", "none", "░", "fewer", "▒", "5+", "▓", "9+", "█", "20+", "answers"]


@given(st.floats(-0.5, 1.5), st.integers(1, 80))
def test_a_bar_is_as_long_as_its_share(share: float, width: int) -> None:
    text = bar(share, width, "").plain
    assert len(text) == width
    eighths = sum(EIGHTHS.index(character) + 1 for character in text if character in EIGHTHS)
    assert abs(eighths - min(max(share, 0), 1) * width * 8) <= 0.5 + 1e-6


@given(st.lists(st.integers(0, 99), min_size=4, max_size=4), st.integers(1, 80))
def test_parts_fill_the_width_each_by_its_part(parts: list[int], width: int) -> None:
    text = stacked(parts, width, [(fill, "") for fill in "abcd"]).plain
    assert len(text) == width
    for fill, part in zip("abcd", parts, strict=True):
        if sum(parts):
            assert abs(text.count(fill) - part / sum(parts) * width) <= 1


@pytest.mark.parametrize("width", [1, 12, 30, 90])
def test_rows_of_shares_keep_to_the_width_and_say_their_numbers_where_they_fit(width: int) -> None:
    rows = [ShareRow("x[0] [/]", 0.5, "50% of 12", mark=0.9), ShareRow("a very long name of a lesson", None, "-")]
    lines = share_rows(rows, width)
    assert all(line.cell_length <= width for line in lines)
    assert width < 30 or lines[0].plain.endswith("50% of 12")
    assert width < 90 or lines[0].plain.startswith("x[0] [/]")


@settings(max_examples=40)
@given(st.lists(st.integers(1, 12), max_size=9), st.integers(5, 30), st.sampled_from([40, 99, 100, 180]))
def test_panels_stand_whole_in_their_order_on_pages_that_are_full(heights: list[int], height: int, width: int) -> None:
    panels = [
        Panel(f"p{number}", lambda width, tall=tall: [Content("x" * width)] * tall)
        for number, tall in enumerate(heights)
    ]
    made = pages(panels, width, height)
    texts = ["\n".join(line.plain for line in page) for page in made]
    assert sum(text.count("── p") for text in texts) == len(panels)
    tallest = max((tall + 1 for tall in heights), default=0)
    assert all(len(page) <= max(height, tallest) for page in made)
    assert all(line.cell_length <= width for page in made for line in page)
    assert sum(text.count("x" * 10) > 0 for text in texts) == len(made)


def test_an_exercise_is_told_in_half_a_page_and_what_went_wrong_last_where_there_is_room(study: Study) -> None:
    tried = [
        ExerciseRecord("topological-backward", 12, 3, date(2026, 3, 6), "passed"),
        ExerciseRecord("engine", 2, 0, date(2026, 3, 5), "failed: wrong gradient"),
    ]
    panel = record_panels(learners_record(study), tried, date(2026, 3, 10), 0.9)[-1]
    assert panel.title == "Exercises"
    half, whole = [line.plain for line in panel.draw(56)], [line.plain for line in panel.draw(100)]
    assert half[0] == whole[0] == "✓ topological-backward  3 of 12 passed, last 2026-03-06"
    assert half[1].endswith("…")
    assert whole[1] == "· engine                0 of 2 passed, last 2026-03-05: failed: wrong gradient"
