"""The one way into the app for text that is not a literal of its own: never markup, never obeyed by a terminal."""

from textual.content import Content

from quizterm import visible as terminal

TAB_WIDTH = 4


def visible(text: str) -> str:
    """The text with tabs as spaces and every character that a terminal would obey written out instead."""
    if text.isascii() and text.replace("\n", " ").isprintable():
        return text
    return terminal.visible(text.replace("\r\n", "\n").expandtabs(TAB_WIDTH))


def plain(text: str, style: str = "") -> Content:
    """The text as content, in one style."""
    return Content.styled(visible(text), style)


def one_line(text: str, style: str = "") -> Content:
    """The text as content without line breaks: a title, a name."""
    return plain(" ".join(text.split()), style)
