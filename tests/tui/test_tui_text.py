"""From text to what is drawn: safe characters, Markdown into blocks, blocks into lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizterm.course.answers import Line
from quizterm.tui.blocks import Block, Box, Code, Columns, Heading, Items, Paragraph, Quote, Rule, Table
from quizterm.tui.cards.difference import compared, difference
from quizterm.tui.highlight import highlight_python
from quizterm.tui.layout import lay_out
from quizterm.tui.markdown import blocks_of
from quizterm.tui.text import one_line, plain, visible

anything = st.text(alphabet=st.characters(exclude_categories=()))


def lines_of(text: str, width: int) -> list[str]:
    return [line.plain for line in lay_out(blocks_of(text), width)]


class TestVisible:
    @given(anything)
    def test_nothing_is_left_that_a_terminal_obeys(self, text: str) -> None:
        shown = visible(text)
        assert all(char == "\n" or char.isprintable() or ord(char) > 159 for char in shown)
        assert visible(shown) == shown

    @given(st.text(alphabet=st.characters(categories=("L", "N", "P", "Sm"))))
    def test_printable_text_is_left_as_it_is(self, text: str) -> None:
        assert visible(text) == text

    def test_tabs_become_spaces_up_to_the_next_stop(self) -> None:
        assert visible("ab\tc") == "ab  c"

    def test_controls_are_written_out(self) -> None:
        assert visible("\x00\x1b[31m\x7f\x9b\u202e\ud800") == "␀␛[31m␡\\x9b\\u202e\\ud800"

    @given(anything)
    def test_markup_is_never_read(self, text: str) -> None:
        assert plain(f"[bold]{text}[/]").plain == visible(f"[bold]{text}[/]")

    def test_a_title_is_one_line(self) -> None:
        assert one_line("a\n b\tc").plain == "a b c"


class TestMarkdown:
    @pytest.mark.parametrize(
        ("text", "kind"),
        [
            ("words", Paragraph),
            ("### title", Heading),
            ("```python\nx = 1\n```", Code),
            ("- a\n- b", Items),
            ("3. a\n4. b", Items),
            ("| a |\n|---|\n| b |", Table),
            ("> [!NOTE]\n> words", Box),
            ("> words", Quote),
            ("---", Rule),
            ("<b>bold</b>", Paragraph),
        ],
    )
    def test_each_form_becomes_its_block(self, text: str, kind: type[Block]) -> None:
        (block,) = blocks_of(text)
        assert isinstance(block, kind)

    def test_comments_are_left_out(self) -> None:
        assert blocks_of("<!-- card x kind=recall -->\n\na <!-- b -->c") == blocks_of("a c")

    @pytest.mark.parametrize("kind", ["NOTE", "WARNING", "CONTRAST"])
    def test_call_outs_are_boxes_with_their_name(self, kind: str) -> None:
        lines = lines_of(f"> [!{kind}]\n> words\n> more", 30)
        assert lines[0].startswith(f"╭ {kind.capitalize()} ─")
        assert lines[1] == f"│ {'words more':<26} │"
        assert lines[2] == f"╰{'─' * 28}╯"

    def test_an_unknown_call_out_is_a_quotation(self) -> None:
        assert lines_of("> [!OTHER]\n> words", 30) == ["▎ [!OTHER] words"]

    def test_lists_hang_and_nest(self) -> None:
        assert lines_of("1. one two\n   - three\n2. four", 10) == ["1. one two", "   • three", "2. four"]

    def test_task_lists_show_boxes(self) -> None:
        assert lines_of("- [x] done\n- [ ] open", 20) == ["☑ done", "☐ open"]

    def test_links_say_where_they_lead_unless_it_is_in_quizterm(self) -> None:
        assert lines_of("[a](card:leaves.x) [b](https://example.com)", 60) == ["a b (https://example.com)"]

    def test_code_is_never_markup_and_long_lines_go_on(self) -> None:
        assert lines_of("```python\nx['a'] = [bold] + '[/]' + y\n```", 16) == ["▎x['a'] = [bold]", "▎↪  + '[/]' + y"]

    def test_a_text_inside_inline_code_is_kept(self) -> None:
        assert lines_of("`dict[str, int]` and `x[:, 0]`", 60) == ["dict[str, int] and x[:, 0]"]


class TestLayout:
    @given(st.text(alphabet="ab [`*_>|-#1.\n\x1b漢", max_size=200), st.integers(1, 60))
    def test_no_text_and_no_width_breaks_it(self, text: str, width: int) -> None:
        for line in lay_out(blocks_of(text), width):
            assert "\n" not in line.plain

    @given(st.text(alphabet="abc def\n漢字", max_size=300), st.integers(8, 60))
    def test_running_text_stays_within_the_width(self, text: str, width: int) -> None:
        assert all(line.cell_length <= width for line in lay_out([Paragraph(plain(text))], width))

    def test_a_table_stays_within_the_width(self) -> None:
        table = "| term | loosely | exactly |\n|---|---|---|\n" + "| leaf | an input | " + "words " * 30 + "|"
        for width in range(20, 100):
            assert max(len(line) for line in lines_of(table, width)) <= width

    def test_columns_stand_side_by_side_only_where_there_is_room(self) -> None:
        columns = [Columns((Paragraph(plain("left")),), (Paragraph(plain("right")),))]
        assert [line.plain.split() for line in lay_out(columns, 80)] == [["left", "right"]]
        assert [line.plain for line in lay_out(columns, 40)] == ["left", "", "right"]

    @pytest.mark.parametrize(("length", "lines"), [(38, 1), (39, 3)])
    def test_code_that_a_column_would_break_gets_the_whole_width(self, length: int, lines: int) -> None:
        columns = [Columns((Code(plain("x" * length)),), (Code(plain("y")),))]
        shown = [line.plain for line in lay_out(columns, 80)]
        assert len(shown) == lines
        assert shown[0].startswith("▎" + "x" * length)


class TestHighlight:
    @given(anything)
    def test_no_code_is_changed_or_breaks_it(self, code: str) -> None:
        assert highlight_python(code).plain == visible(code)

    @pytest.mark.parametrize(
        ("code", "word", "style"),
        [
            ("for x in y: pass", "for", "$text-secondary"),
            ("x = 'for'", "'for'", "$text-success"),
            ("x = 1.5", "1.5", "$text-warning"),
            ("x  # for", "# for", "$foreground-muted"),
            ("print(x)", "print", "$text-accent"),
            ("def print(): ...", "print", "$text-primary"),
            ("x = (1,", "1", "$text-warning"),
        ],
    )
    def test_words_are_coloured_by_what_they_are(self, code: str, word: str, style: str) -> None:
        start = code.index(word)
        end = start + len(word)
        spans = highlight_python(code).spans
        assert any(style in str(span.style) for span in spans if (span.start, span.end) == (start, end))

    def test_an_attribute_named_like_a_builtin_is_not_coloured(self) -> None:
        assert not highlight_python("x.sum").spans


class TestDifference:
    @given(anything, anything)
    def test_unmarked_parts_are_the_same_on_both_sides(self, expected: str, typed: str) -> None:
        theirs, ours = difference(expected, typed)
        assert (theirs.plain, ours.plain) == (visible(expected), visible(typed))
        if theirs.spans or ours.spans:
            assert _unmarked(theirs) == _unmarked(ours)

    def test_only_wrong_lines_are_marked(self) -> None:
        expected, given = compared([Line("2.0", "2", True), Line("tensor(4.)", "tensor(6.)", False)])
        assert given.plain.splitlines() == ["  2", "✗ tensor(6.)"]
        assert [expected.plain[span.start : span.end] for span in expected.spans] == ["4"]


def _unmarked(content: object) -> str:
    marked = {at for span in content.spans for at in range(span.start, span.end)}
    return "".join(char for at, char in enumerate(content.plain) if at not in marked)
