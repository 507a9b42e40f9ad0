"""Two versions of a file: their lines whole, in every width."""

import re

import pytest

from quizterm.study.line_diff import diff_rows
from quizterm.tui.screens.beside import NARROWEST_BESIDE, laid_out

LONG = "total = " + " + ".join(f"value_{number}" for number in range(20))
ROWS = diff_rows(f"a = 1\n{LONG}\nb = 2\nc = 3\n", f"a = 1\n{LONG} + 1\nb = 2\nc = 4\n")


@pytest.mark.parametrize("width", [20, 50, 76, NARROWEST_BESIDE, 150])
def test_long_lines_are_broken_and_nothing_of_them_is_lost(width: int) -> None:
    lines, _ = laid_out(ROWS, width)
    assert max(line.cell_length for line in lines) <= width
    plain = [line.plain for line in lines]
    half = (width - 3) // 2
    columns = (
        [[one[:half] for one in plain], [one[half + 3 :] for one in plain]] if width >= NARROWEST_BESIDE else [plain]
    )
    written = [
        "".join(re.sub(r"^( *\d+ [-+ ] |      )(↪ )?", "", one).rstrip("\n") for one in rows) for rows in columns
    ]
    squeezed = ["".join(one.split()) for one in written]
    assert any("".join(LONG.split()) in one for one in squeezed)
    assert any("".join((LONG + " + 1").split()) in one for one in squeezed)


@pytest.mark.parametrize("width", [50, NARROWEST_BESIDE])
def test_each_change_is_found_where_it_is_drawn(width: int) -> None:
    lines, begins = laid_out(ROWS, width)
    numbers = [re.match(r" *(\d+) -", lines[begin].plain) for begin in begins]
    assert [number and number[1] for number in numbers] == ["2", "4"]
    assert begins[1] > begins[0] + 1
