"""Python code in colours, by the standard library's tokenizer: Pygments would take 30 ms to import."""

import builtins
import io
import keyword
import tokenize
from collections.abc import Iterator

from textual.content import Content, Span

from quizterm.tui.text import visible

_KEYWORD = "bold $text-secondary"
_CONSTANT = "$text-warning"
_NUMBER = "$text-warning"
_STRING = "$text-success"
_COMMENT = "italic $foreground-muted"
_BUILTIN = "$text-accent"
_DEFINED = "bold $text-primary"
_DECORATOR = "$text-accent"

_BUILTINS = frozenset(name for name in dir(builtins) if not name.startswith("_"))
_CONSTANTS = frozenset({"True", "False", "None"})
_DEFINING = frozenset({"def", "class"})
_STRING_TOKENS = frozenset(
    code for name, code in vars(tokenize).items() if name == "STRING" or name.startswith("FSTRING_")
)


def highlight_python(code: str) -> Content:
    """The code as content. Code that does not parse is coloured as far as it goes."""
    text = visible(code)
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    spans = [
        Span(starts[first_row - 1] + first_column, starts[last_row - 1] + last_column, style)
        for (first_row, first_column), (last_row, last_column), style in _styled(text)
    ]
    return Content(text, spans)


def _styled(text: str) -> Iterator[tuple[tuple[int, int], tuple[int, int], str]]:
    before = ""
    for token in _tokens(text):
        style = _style(token, before)
        if style and token.start < token.end:
            yield token.start, token.end, style
        if token.string.strip():
            before = token.string


def _tokens(text: str) -> Iterator[tokenize.TokenInfo]:
    try:
        yield from tokenize.generate_tokens(io.StringIO(text, newline="\n").readline)
    except (tokenize.TokenError, SyntaxError):
        return  # an unclosed bracket or string, or an indentation that fits nowhere: the rest stays uncoloured


def _style(token: tokenize.TokenInfo, before: str) -> str:
    if token.type in _STRING_TOKENS:
        return _STRING
    if token.type == tokenize.COMMENT:
        return _COMMENT
    if token.type == tokenize.NUMBER:
        return _NUMBER
    if token.string == "@" and before in ("", ":"):
        return _DECORATOR
    if token.type != tokenize.NAME or before == ".":
        return ""
    if before in _DEFINING:
        return _DEFINED
    if token.string in _CONSTANTS:
        return _CONSTANT
    if keyword.iskeyword(token.string):
        return _KEYWORD
    return _BUILTIN if token.string in _BUILTINS else ""
