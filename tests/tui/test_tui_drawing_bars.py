"""Pictures of bars, beside a twin that counts cells."""

from datetime import date, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from quizterm.study.info import CurvePoint, Happened
from quizterm.tui.drawing.columns import Mark, bars, chart, marked, spread
from quizterm.tui.drawing.forgetting import forgetting

EIGHTHS = " ▁▂▃▄▅▆▇█"
TODAY = date(2026, 3, 10)


@settings(max_examples=40)
@given(st.lists(st.floats(0, 50), min_size=1, max_size=30), st.integers(1, 6), st.floats(1, 50))
def test_a_bar_is_as_high_as_its_number_to_an_eighth_of_a_row(values: list[float], height: int, high: float) -> None:
    lines = [line.plain for line in bars(values, height, 0.0, high, "")]
    assert [len(line) for line in lines] == [len(values)] * height
    for place, value in enumerate(values):
        eighths = sum(EIGHTHS.index(line[place]) for line in lines)
        assert abs(eighths / 8 / height * high - min(value, high)) <= high / height / 8
        assert (eighths > 0) is (value > 0)
        column = "".join(line[place] for line in lines).lstrip(" ")
        assert set(column[1:]) <= {"█"}


@settings(max_examples=40)
@given(st.lists(st.integers(0, 99), max_size=60), st.integers(1, 100), st.integers(1, 6))
def test_a_chart_keeps_to_its_width(values: list[int], width: int, height: int) -> None:
    lines = chart(values, width, height, marks=[Mark(0, "today"), Mark(len(values) - 1, "the end")])
    least = len(str(max(values, default=0))) + 3
    assert all(line.cell_length <= max(width, least) for line in lines)


@given(st.lists(st.integers(), max_size=50), st.integers(1, 60))
def test_what_is_spread_over_few_parts_is_all_in_one_of_them(values: list[int], width: int) -> None:
    parts: list[int] = []
    sums = spread(values, width, lambda part: parts.extend(int(one) for one in part) or sum(part))
    assert parts == values
    assert len(sums) == min(len(values), width)


def test_marks_stand_below_their_bars_and_give_way_to_one_another() -> None:
    (line,) = marked([Mark(8, "later"), Mark(0, "today"), Mark(3, "lost"), Mark(19, "edge")], 20, 2)
    assert line.plain == "  today   later   edge"


def test_the_curve_falls_until_an_answer_brings_it_back() -> None:
    days = [TODAY + timedelta(days=day) for day in range(-10, 11)]
    curve = [CurvePoint(day, 0.99 - 0.02 * (index % 10)) for index, day in enumerate(days)]
    again = Happened(days[10], "09:00", "reviewed", "again", 10, 4.0, taken_back=False)
    undone = Happened(days[5], "09:00", "reviewed", "good", 10, 4.0, taken_back=True)
    *drawn, answers, today = [line.plain for line in forgetting(curve, [again, undone], TODAY, 80, 4)]
    assert drawn[0].startswith("100% ┤")
    assert drawn[-1].startswith(" 80% ┤")
    heights = [sum(EIGHTHS.index(line[6 + place]) for line in drawn) for place in range(21)]
    assert heights[:10] == sorted(heights[:10], reverse=True)
    assert heights[9] < heights[10]
    assert answers == " " * 16 + "✗"
    assert today == " " * 16 + "^ today"


@settings(max_examples=30)
@given(st.integers(7, 200), st.integers(1, 600))
def test_the_curve_keeps_to_any_width(width: int, length: int) -> None:
    curve = [CurvePoint(TODAY + timedelta(days=day), 0.9) for day in range(length)]
    assert all(line.cell_length <= width + 7 for line in forgetting(curve, [], TODAY, width))
