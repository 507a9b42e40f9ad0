"""Python in the editor, in the colours of the app's theme: the same that code has on other pages."""

from collections.abc import Mapping

from rich.style import Style
from textual.color import Color, ColorParseError
from textual.widgets.text_area import TextAreaTheme

# What the grammar calls a piece of code: the variable of the theme, and how it is written besides.
_STYLES = {
    **dict.fromkeys(
        (
            "keyword",
            "keyword.function",
            "keyword.operator",
            "keyword.return",
            "conditional",
            "repeat",
            "include",
            "exception",
        ),
        ("text-secondary", "bold"),
    ),
    "boolean": ("text-warning", ""),
    "constant.builtin": ("text-warning", ""),
    "none": ("text-warning", ""),
    "number": ("text-warning", ""),
    "float": ("text-warning", ""),
    "string": ("text-success", ""),
    "string.escape": ("text-accent", ""),
    "comment": ("foreground-muted", "italic"),
    "function.builtin": ("text-accent", ""),
    "type.builtin": ("text-accent", ""),
    "attribute": ("text-accent", ""),
    "function": ("text-primary", "bold"),
    "method": ("text-primary", "bold"),
    "type.class": ("text-primary", "bold"),
    "error": ("text-error", "underline"),
}


def editor_theme(name: str, variables: Mapping[str, str]) -> TextAreaTheme:
    """A theme for the editor.

    Args:
        variables: what the theme's variables stand for.
    """
    return TextAreaTheme(name, syntax_styles={part: _style(variables, *how) for part, how in _STYLES.items()})


def _style(variables: Mapping[str, str], variable: str, besides: str) -> Style:
    return Style.parse(besides) + Style(color=_colour(variables.get(variable, "")))


def _colour(value: str) -> str | None:
    """The colour as Rich reads it; None for those that only stand in relation to a background."""
    try:
        colour = Color.parse(value)
    except ColorParseError:
        return None
    if colour.ansi is not None:
        return None if colour.ansi < 0 else f"color({colour.ansi})"
    return colour.hex6 if colour.auto is False else None
