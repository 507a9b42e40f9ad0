"""Markdown as plain text."""

import sys
import textwrap

import pytest

from quizterm.cli.markdown import plain


def test_own_links_are_told_in_words_and_others_stay() -> None:
    text = "[the rule](card:leaves.accumulates), [more](lesson:engine), [out](https://example.org)"
    assert plain(text) == "the rule (card leaves.accumulates), more (lesson engine), [out](https://example.org)"


def test_call_outs_are_told_in_words() -> None:
    assert plain("> [!WARNING]\n> Mind this.") == "> Warning:\n> Mind this."


@pytest.mark.parametrize("fence", ["```", "~~~", "````"])
def test_code_is_not_touched(fence: str) -> None:
    code = f"{fence}python\nx = '[a](card:b.c)'\n> [!NOTE]\n{fence}"
    assert plain(f"{code}\n[a](card:b.c)") == f"{code}\na (card b.c)"


def test_a_shorter_fence_does_not_close_a_longer_one() -> None:
    text = "````\n```\n[a](card:b.c)\n````"
    assert plain(text) == text


def test_control_characters_are_shown() -> None:
    assert plain("a\x1b]0;title\x07") == "a␛]0;title␇"


@pytest.fixture
def narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "40")


@pytest.mark.usefixtures("narrow_terminal")
@pytest.mark.parametrize("start", ["", "- ", "> ", "10. ", "  - "])
def test_a_terminal_gets_lines_that_fit(start: str) -> None:
    words = "word " * 30
    lines = plain(start + words).split("\n")
    assert len(lines) > 1
    assert all(len(line) <= 40 for line in lines)
    assert lines[0].startswith(start)
    assert " ".join(line.removeprefix(start).strip() for line in lines) == words.strip()


@pytest.mark.usefixtures("narrow_terminal")
def test_lines_of_one_paragraph_are_joined_before_they_are_broken() -> None:
    source = (
        "one two three four five six seven eight\nnine ten\n\n- an item that\n  goes on\n- another\n# A heading\nnext"
    )
    assert plain(source) == (
        "one two three four five six seven eight\nnine ten\n\n- an item that goes on\n- another\n# A heading\nnext"
    )
    assert plain("> [!NOTE]\n> a\n> b\nc") == "> Note:\n> a b\nc"


@pytest.mark.usefixtures("narrow_terminal")
def test_code_and_tables_are_never_broken() -> None:
    code = textwrap.dedent(f"""\
        ```python
        {"x = 1; " * 20}
        ```
        | {"a" * 60} | b |""")
    assert plain(code) == code


def test_a_pipe_gets_paragraphs_whole() -> None:
    paragraph = "word " * 60
    assert plain(paragraph) == paragraph
