"""What is written can be read in every theme whose colours are known."""

import re
from collections.abc import Iterator

import pytest
from textual.color import Color
from textual.content import Content
from textual.theme import BUILTIN_THEMES

from quizterm.memory.item import Rating
from quizterm.tui.app import QuiztermApp
from quizterm.tui.contrast import BAR, GROUNDS, LEAST, contrast, readable
from quizterm.tui.layout import lay_out
from quizterm.tui.markdown import blocks_of
from quizterm.tui.widgets.grades import Grade, GradeBar
from quizterm.tui.widgets.panes import Pane, PaneBar
from tests.tui.driving import press

THEMES = {name: {**theme.to_color_system().generate(), **theme.variables} for name, theme in BUILTIN_THEMES.items()}
KNOWN = [name for name, theme in BUILTIN_THEMES.items() if not theme.ansi]


def least_contrast(variables: dict[str, str], name: str) -> float:
    """Of a colour on what it may stand on, transparent ones blended with it."""
    grounds = [Color.parse(variables[ground]) for ground in GROUNDS]
    return min(contrast(ground + Color.parse(variables[name]), ground) for ground in grounds)


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [  # as the examples of WCAG's checkers have it
        ("#000000", "#ffffff", 21.0),
        ("#777777", "#ffffff", 4.48),
        ("#0000ff", "#ffffff", 8.59),
        ("#808080", "#808080", 1.0),
    ],
)
def test_contrast_is_that_of_wcag(one: str, other: str, ratio: float) -> None:
    assert contrast(Color.parse(one), Color.parse(other)) == pytest.approx(ratio, abs=0.005)
    assert contrast(Color.parse(other), Color.parse(one)) == pytest.approx(ratio, abs=0.005)


@pytest.mark.parametrize("theme", KNOWN)
def test_every_colour_is_told_from_what_it_stands_on(theme: str) -> None:
    variables = readable(THEMES[theme])
    assert {name: least_contrast(variables, name) >= least for name, least in LEAST.items()} == dict.fromkeys(
        LEAST, True
    )


@pytest.mark.parametrize("theme", KNOWN)
def test_a_colour_that_can_be_read_stays_as_it_is(theme: str) -> None:
    variables = readable(THEMES[theme])
    for name, least in LEAST.items():
        before = THEMES[theme] | {BAR: variables[BAR]}
        if least_contrast(before, name) >= least and Color.parse(before[name]).a == 1:
            assert Color.parse(variables[name]) == Color.parse(before[name]), name


@pytest.mark.parametrize("theme", sorted(set(THEMES) - set(KNOWN)))
def test_the_colours_of_the_terminal_are_left_to_it(theme: str) -> None:
    assert readable(THEMES[theme]) == {**THEMES[theme], BAR: "transparent"}


def parts_with_words() -> Iterator[Content]:
    """What is drawn in colours of its own: call-outs, panes, grades."""
    for kind in ("NOTE", "WARNING", "CONTRAST"):
        blocks = blocks_of(f"> [!{kind}]\n> words")
        yield from (*lay_out(blocks, 60), *lay_out(blocks, 12))
    bar = PaneBar()
    bar.show([Pane("one", "One", "1"), Pane("other", "Other", "2")], "one")
    yield from bar._parts()
    grades = GradeBar()
    for rating in Rating:
        yield grades._cell("1 Again", Grade(rating, "1d", "1"), 20)


def test_words_are_drawn_in_colours_that_words_may_have() -> None:
    """Also those that are drawn the other way round, in the colour of the ground on theirs."""
    drawn = {
        (part.plain[span.start : span.end].strip(), name)
        for part in parts_with_words()
        for span in part.spans
        if any(map(str.isalnum, part.plain[span.start : span.end]))
        for name in re.findall(r"\$([a-z-]+)", str(span.style))
    }
    assert {"Note", "▸1 One", "▸1 Again"} <= {text for text, _ in drawn}
    assert {(text, name) for text, name in drawn if LEAST[name] < 4.5} == set()


def words(app: QuiztermApp) -> Iterator[tuple[str, str, float]]:
    """What is shown of words and numbers: theme, text and contrast."""
    for strip in app.screen._compositor.render_strips():
        for text, style, _ in strip:
            if style and style.color and style.bgcolor and any(map(str.isalnum, text)):
                yield app.theme, text.strip(), contrast(Color.parse(style.color.name), Color.parse(style.bgcolor.name))


async def test_every_word_on_the_screen_can_be_read(today: QuiztermApp) -> None:
    async with today.run_test(size=(80, 24)) as player:
        shown: list[tuple[str, str, float]] = []
        for keys in ("g", "question_mark", "q b R", "space slash y escape", "q comma enter x enter", "escape q W z"):
            await press(player, keys)
            for theme in ("solarized-light", "textual-light", "atom-one-dark", "nord"):
                today.theme = theme
                await player.pause()
                shown += words(today)
    assert len(shown) > 500
    assert [word for word in shown if word[2] < 4.5] == []
