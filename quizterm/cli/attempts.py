"""`quizterm attempts SLUG [N [M]]`: what was tried, and what changed between two attempts."""

from argparse import Namespace
from collections.abc import Iterator

from quizterm.cli.text import one_line
from quizterm.study.attempts import PastAttempt, attempt_numbered, past_attempts, present_text
from quizterm.study.line_diff import unified_lines
from quizterm.study.session import Study, open_study


def run(arguments: Namespace) -> int:
    with open_study(decks=arguments.content) as study:
        if arguments.first is None:
            lines = list(_listed(past_attempts(study, arguments.slug)))
            print("\n".join(lines) if lines else "No attempt yet")
        else:
            print("\n".join(_compared(study, arguments.slug, arguments.first, arguments.second)))
    return 0


def _listed(attempts: tuple[PastAttempt, ...]) -> Iterator[str]:
    for one in attempts:
        sign = "✓" if one.passed else "✗"
        gone = "" if one.text is not None else ", its file is gone"
        yield f"{one.number:>3}  {one.when}  {sign} {one_line(one.verdict)} (seed {one.seed}{gone})"


def _compared(study: Study, slug: str, first: int, second: int | None) -> Iterator[str]:
    """A unified diff of two attempts, or of one and the file as it stands."""
    before = attempt_numbered(study, slug, first)
    if second is None:
        after, name = present_text(slug), "your file"
    else:
        later = attempt_numbered(study, slug, second)
        after, name = later.text or "", _named(later)
    lines = unified_lines(before.text or "", after, (_named(before), name))
    shown = [one_line(line) for line in lines]
    yield from shown or [f"{_named(before)} and {name}: no difference"]


def _named(attempt: PastAttempt) -> str:
    return f"attempt {attempt.number}, {attempt.when}, {attempt.verdict}"
