"""What code printed, as tokens that can be compared with what a learner typed.

White space only separates; `tensor(...)` is unwrapped; a number equals another that is the same at the precision
in which the expected one is printed: for `0.6400` also `0.64` and `0.64003`, but not `0.641`; `7.` only takes 7.
"""

import re
from collections.abc import Sequence
from decimal import ROUND_HALF_DOWN, ROUND_HALF_UP, Decimal, InvalidOperation
from typing import NamedTuple
from unicodedata import normalize

_TOKEN = re.compile(
    r"""(?P<number>[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?!\w))|(?P<word>\w+)|(?P<mark>\S)""",
    re.ASCII | re.VERBOSE,
)
_SIZE = re.compile(r"torch\.Size\(\[([^\]]*)\]\)")
_TIMES = re.compile(r"(?<=\d)[ \t]*[x×][ \t]*(?=\d)")
_BRACKETS = str.maketrans("[]", "()")
_LONGEST_NUMBER = 40
_ROUNDINGS = (ROUND_HALF_UP, ROUND_HALF_DOWN)  # a decimal half is no half in binary: it is printed either way


class Token(NamedTuple):
    """A number, a word or a single mark, and the index of its line."""

    text: str
    line: int


def tokens(text: str) -> list[Token]:
    """The tokens of a text; white space only separates them."""
    lines = normalize("NFC", text).split("\n")
    return [Token(match[0], number) for number, line in enumerate(lines) for match in _TOKEN.finditer(line)]


def shape_tokens(text: str) -> list[Token]:
    """As `tokens`, but `torch.Size([8, 3])`, `[8, 3]`, `8, 3` and `8 x 3` all give `(8 3)`."""
    plain = _TIMES.sub(" ", _SIZE.sub(r"(\1)", text)).translate(_BRACKETS)
    found = [token for token in tokens(plain) if token.text != ","]
    if not found or not all(_is_number(token.text) for token in found):
        return found
    return [Token("(", found[0].line), *found, Token(")", found[-1].line)]


def unwrap_tensors(found: Sequence[Token]) -> tuple[list[Token], list[Token]]:
    """Tokens with each `tensor(VALUE, NAME=...)` replaced by VALUE, and apart each `NAME=...` as one token."""
    kept: list[Token] = []
    named: list[Token] = []
    position = 0
    while position < len(found):
        end = _closing_bracket(found, position + 1) if found[position].text == "tensor" else None
        if end is None:
            kept.append(found[position])
            position += 1
            continue
        for argument in _arguments(found[position + 2 : end]):
            if "=" in (token.text for token in argument[:2]):
                named.append(Token("".join(token.text for token in argument), argument[0].line))
            else:
                kept += argument
        position = end + 1
    return kept, named


def same(expected: Sequence[Token], given: Sequence[Token]) -> bool:
    """Whether two runs of tokens agree, numbers at the precision of the expected one."""
    return len(expected) == len(given) and all(
        _same_text(one.text, other.text) for one, other in zip(expected, given, strict=True)
    )


def _same_text(expected: str, given: str) -> bool:
    if expected == given:
        return True
    if not (_is_number(expected) and _is_number(given)):
        return False
    wanted, number = Decimal(expected), Decimal(given)
    if "." not in expected or expected.endswith("."):
        return wanted == number
    try:
        return any(number.quantize(wanted, rounding) == wanted for rounding in _ROUNDINGS)
    except InvalidOperation:  # far more digits than can be the same
        return False


def _is_number(text: str) -> bool:
    match = _TOKEN.fullmatch(text)
    return match is not None and match["number"] is not None and len(text) <= _LONGEST_NUMBER


def _closing_bracket(found: Sequence[Token], opening: int) -> int | None:
    """Where the bracket at `opening` is closed; `None` if none stands there, or it never is."""
    if opening >= len(found) or found[opening].text != "(":
        return None
    depth = 0
    for position in range(opening, len(found)):
        depth += _deeper(found[position])
        if depth == 0:
            return position
    return None


def _arguments(found: Sequence[Token]) -> list[list[Token]]:
    """Tokens between brackets, parted at the commas outside further brackets."""
    parts: list[list[Token]] = [[]]
    depth = 0
    for token in found:
        depth += _deeper(token)
        if token.text == "," and depth == 0:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _deeper(token: Token) -> int:
    return (token.text in ("(", "[", "{", "<")) - (token.text in (")", "]", "}", ">"))
