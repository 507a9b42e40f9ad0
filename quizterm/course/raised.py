"""The exception that ends a printed text, as `RuntimeError: message`."""

import re
from dataclasses import dataclass

from quizterm.course import ellipsis

_KINDS = "Error|Exception|Group|Interrupt|Exit|Iteration|Warning"
_RAISED = re.compile(rf"(?:\w+\.)*(?P<type>[A-Z]\w*?(?:{_KINDS}))(?::[ \t]*(?P<message>.*))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Raised:
    """An exception's type, without its module, and message; the message may hold `...` and several lines."""

    type: str
    message: str

    def __str__(self) -> str:
        return f"{self.type}: {self.message}" if self.message else self.type


def split_raised(text: str) -> tuple[str, Raised | None]:
    """What was printed before the last line that names an exception, and the exception; `None` if no line does."""
    lines = text.split("\n")
    for number in range(len(lines) - 1, -1, -1):
        if match := _RAISED.fullmatch(lines[number].strip()):
            message = "\n".join([match["message"] or "", *lines[number + 1 :]])
            return "\n".join(lines[:number]), Raised(match["type"], message.strip())
    return text, None


def recalls(expected: Raised, given: Raised) -> bool:
    """Whether a learner named the exception: its type, and no message that is neither part of the real one nor holds
    what stands between the `...` of the expected one. In a message case and white space do not count.
    """
    if given.type != expected.type:
        return False
    keywords, said = _pieces(expected.message), _pieces(given.message)
    return ellipsis.contains(keywords, "".join(said)) or ellipsis.contains(said, "".join(keywords))


def is_what_was_raised(expected: Raised, got: Raised) -> bool:
    """Whether an exception is the expected one; `...` in the expected message stands for anything, or nothing."""
    message = re.sub(r"\s*\.\.\.\s*", ellipsis.MARK, " ".join(expected.message.split()))
    return got.type == expected.type and ellipsis.matches(message, " ".join(got.message.split()))


def _pieces(message: str) -> list[str]:
    squeezed = "".join(message.casefold().split())
    return [piece for piece in squeezed.split(ellipsis.MARK) if piece]
