"""The names ids are made of: `course.lesson.card`."""

import re
import unicodedata

_NAME = re.compile(r"[^\W_][\w-]*")
NAME_RULE = "lower-case letters, digits, - and _, beginning with a letter or digit"
_LONGEST = 100


def is_name(text: str) -> bool:
    """Whether `text` may be one part of an id: see `NAME_RULE`, at most 100 characters."""
    return len(text) <= _LONGEST and _NAME.fullmatch(text) is not None and text == text.lower()


def slugify(text: str) -> str:
    """`Build It!` -> `build-it`: lower case, `-` between words; empty where `text` has no letter or digit."""
    lower = unicodedata.normalize("NFC", text).lower()
    joined = "".join(character if _belongs(character) else "-" for character in lower)
    return re.sub("-+", "-", joined)[:_LONGEST].strip("-")


def _belongs(character: str) -> bool:
    return re.match(r"[^\W_]", character) is not None
