"""What to say when a name is no lesson or card, or could be several."""

from collections.abc import Sequence
from typing import NoReturn

from quizterm.course.report import quoted
from quizterm.errors import UsageError

_MOST_NAMES = 3


def unknown(what: str, name: str, known: Sequence[str], likely: Sequence[str] = ()) -> NoReturn:
    """Raises: UsageError with the likely names, or else with those of the known ones that are spelt alike."""
    from difflib import get_close_matches

    close = likely or get_close_matches(name[:100], known, n=_MOST_NAMES, cutoff=0.5)
    command = "browse" if what == "card" else "lessons"
    hint = f"; did you mean {_listed(close)}?" if close else f"; `quizterm {command}` lists what there is"
    raise UsageError(f"no {what} is called {quoted(name)}{hint}")


def ambiguous(what: str, name: str, found: Sequence[str]) -> NoReturn:
    """Raises: UsageError with the full names."""
    raise UsageError(f"{quoted(name)} could be more than one {what}; write {_listed(found)}")


def _listed(names: Sequence[str]) -> str:
    return " or ".join(quoted(name) for name in names[:_MOST_NAMES])
