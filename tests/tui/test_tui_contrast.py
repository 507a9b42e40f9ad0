"""What is written can be read in every theme whose colours are known."""

from collections.abc import Iterator

import pytest
from textual.color import Color
from textual.theme import BUILTIN_THEMES

from quizterm.tui.app import QuiztermApp
from quizterm.tui.contrast import BAR, GROUNDS, LEAST, contrast, readable
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
