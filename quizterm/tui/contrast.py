"""Themes made readable: their colours, moved no further than is needed to be told from what they stand on."""

from collections.abc import Mapping
from functools import lru_cache

from textual.color import Color

BAR = "bar"  # our own variable: what the bars at the screen's edges stand on
GROUNDS = ("background", "surface", BAR)
LEAST = {  # WCAG 2.2: 7 is AAA and 4.5 AA for text, 3 is AA for what is no text
    "foreground": 7.0,
    "foreground-muted": 4.5,
    "text-primary": 4.5,
    "text-secondary": 4.5,
    "text-accent": 4.5,
    "text-success": 4.5,
    "text-warning": 4.5,
    "text-error": 4.5,
    "primary": 3.0,
    "success": 3.0,
    "warning": 3.0,
    "error": 3.0,
    "accent": 3.0,
}
_SHARE_OF_BAR = 0.75  # at least so much of the contrast that text has on the background, it has on a bar
_STEPS = 20
_BLACK, _WHITE = Color(0, 0, 0), Color(255, 255, 255)


def readable(variables: Mapping[str, str]) -> dict[str, str]:
    """A theme's variables with the colours of `LEAST` told from all `GROUNDS`, and with a `BAR`.

    A theme of the terminal's own 16 colours stays as it is: what they look like is not known.
    """
    background, panel = _colour(variables["background"]), _colour(variables["panel"])
    if background is None or panel is None:
        return {**variables, BAR: "transparent"}
    is_dark = contrast(_WHITE, background) > contrast(_BLACK, background)
    foreground = _colour(variables["foreground"]) or background.inverse
    bar = _bar(foreground, background, panel)
    grounds = (background, _colour(variables["surface"]) or background, bar)
    colours = {name: _colour(variables[name]) for name in LEAST}
    found = {
        name: _told(background + colour, grounds, LEAST[name], _WHITE if is_dark else _BLACK).hex
        for name, colour in colours.items()
        if colour is not None
    }
    return {**variables, **found, BAR: bar.hex}


def contrast(one: Color, other: Color) -> float:
    """The contrast ratio of two opaque colours, 1 to 21, as WCAG defines it."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _colour(value: str) -> Color | None:
    """A colour whose looks are known."""
    colour = _parsed(value)
    return None if colour.ansi is not None or colour.a == 0 else colour


@lru_cache(maxsize=256)
def _parsed(value: str) -> Color:
    return Color.parse(value)


def _bar(foreground: Color, background: Color, panel: Color) -> Color:
    """The panel, as much of it as leaves text readable on it."""
    wanted = _SHARE_OF_BAR * contrast(foreground, background)
    steps = (panel.blend(background, step / _STEPS, alpha=1.0) for step in range(_STEPS + 1))
    return next((colour for colour in steps if contrast(foreground, colour) >= wanted), background)


def _told(colour: Color, grounds: tuple[Color, ...], least: float, extreme: Color) -> Color:
    """The colour, moved towards black or white until it is told from all grounds."""
    steps = (colour.blend(extreme, step / _STEPS, alpha=1.0) for step in range(_STEPS + 1))
    return next((one for one in steps if min(contrast(one, ground) for ground in grounds) >= least), extreme)


def _luminance(colour: Color) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
