"""What the editor's keys do to plain lines. Python itself says where indentation belongs."""

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.app import App

from quizterm.tui.editor.code_editor import CodeEditor
from quizterm.tui.editor.editing import (
    backspace,
    dedented,
    found_at,
    indented,
    next_indent,
    offset_of,
    place_of,
    to_next_stop,
    toggled,
)

BLOCKS = ["if x:", "for x in y:  # each: one", "def f(x):", "class A:", "else:", "with a as b:  # why"]
PLAIN = ["x = 1", "print('a:')", "x = {'a': 1}", "f(x)  # then:", "", "s = '#:'"]
LINES = st.lists(
    st.sampled_from(["x = 1", "    y = 2", "\tz", "", "# c", "        # d", "   a"]), min_size=1, max_size=6
)


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("indent", ["", "    ", "        "])
def test_a_block_is_indented_by_four(block: str, indent: str) -> None:
    assert next_indent(indent + block) == indent + "    "


@pytest.mark.parametrize("line", PLAIN)
@pytest.mark.parametrize("indent", ["", "    "])
def test_anything_else_keeps_its_indentation(line: str, indent: str) -> None:
    assert next_indent(indent + line) == indent


@pytest.mark.parametrize("line", ["return x", "pass", "break", "raise ValueError(x)", "continue  # next"])
def test_what_ends_a_block_ends_its_indentation(line: str) -> None:
    assert next_indent("        " + line) == "    "
    assert next_indent(line) == ""


def test_typing_a_function_line_by_line_gives_python() -> None:
    typed = ["def f(xs):", "for x in xs:", "if x:", "return x", "y = 1", "return y"]
    lines, indent = [], ""
    for line in typed:
        lines.append(indent + line)
        indent = next_indent(lines[-1])
    ast.parse("\n".join(lines))
    assert [len(line) - len(line.lstrip()) for line in lines] == [0, 4, 8, 12, 8, 8]


@given(st.integers(0, 40))
def test_tab_and_backspace_go_from_stop_to_stop(column: int) -> None:
    assert (column + len(to_next_stop(column))) % 4 == 0
    before = " " * column
    assert (column - backspace(before)) % 4 == 0 or column == 0
    assert backspace(before + "x") == 1


@given(LINES)
def test_dedenting_takes_back_what_indenting_did(lines: list[str]) -> None:
    assert dedented(indented(lines)) == lines


@given(LINES)
def test_a_second_toggle_takes_back_the_first_where_there_was_code(lines: list[str]) -> None:
    if any(line.strip() and not line.lstrip().startswith("#") for line in lines):
        commented = toggled(lines)
        assert all(line.lstrip().startswith("#") for line in commented if line.strip())
        assert toggled(commented) == lines


@given(st.text("ab \n", max_size=30), st.text("ab", min_size=1, max_size=2), st.integers(0, 30), st.booleans())
def test_a_search_finds_what_is_there_and_goes_around_the_end(
    text: str, wanted: str, start: int, backwards: bool
) -> None:
    found = found_at(text, wanted, start, backwards=backwards)
    places = [place for place in range(len(text)) if text.startswith(wanted, place)]
    if not places:
        assert found is None
    elif backwards:
        before = [place for place in places if place + len(wanted) <= start]
        assert found == (before or places)[-1]
    else:
        assert found == next((place for place in places if place >= start), places[0])


def test_small_letters_find_capitals_and_capitals_only_themselves() -> None:
    assert found_at("x.Grad İ grad", "grad", 0) == 2
    assert found_at("x.Grad İ grad", "grad", 3) == 9
    assert found_at("x.grad", "Grad", 0) is None


@given(st.text("ab\n", max_size=30), st.integers(0, 30))
def test_places_and_offsets_are_the_same_thing(text: str, offset: int) -> None:
    offset = min(offset, len(text))
    row, column = place_of(text, offset)
    assert text.split("\n")[row][:column] == text[:offset].split("\n")[-1]
    assert offset_of(text, (row, column)) == offset


async def test_ctrl_with_home_or_end_goes_to_an_end_of_the_file() -> None:
    app = App[None]()
    async with app.run_test() as player:
        editor = CodeEditor()
        await app.mount(editor)
        editor.show("x = 1\n\ny = 2", place=(1, 0))
        editor.focus()
        await player.press("ctrl+end")
        assert editor.cursor_location == (2, 5)
        await player.press("ctrl+home")
        assert editor.cursor_location == (0, 0)
