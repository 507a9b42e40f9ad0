"""What is written can be read in every theme whose colours are known."""

import pytest
from textual.color import Color
from textual.theme import BUILTIN_THEMES

from quizterm.tui.app import QuiztermApp
from quizterm.tui.contrast import BAR, GROUNDS, LEAST, contrast, readable

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


async def test_the_app_shows_the_readable_colours(today: QuiztermApp) -> None:
    async with today.run_test() as player:
        today.theme = "solarized-light"
        await player.pause()
        shown = {
            (segment.style.color.name, segment.style.bgcolor.name)
            for strip in today.screen._compositor.render_strips()
            for segment in strip
            if segment.text.strip() and segment.style and segment.style.color and segment.style.bgcolor
        }
    assert len(shown) > 3
    assert {contrast(Color.parse(text), Color.parse(ground)) >= 4.5 for text, ground in shown} == {True}
