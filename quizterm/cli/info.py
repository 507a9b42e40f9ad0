"""`quizterm info`: all that is known of one card or exercise."""

import json
from argparse import Namespace
from collections.abc import Iterator

from quizterm.cli.text import one_line
from quizterm.study.info import Happened, Info, info
from quizterm.study.session import open_study
from quizterm.study.sparkline import sparkline
from quizterm.study.words import count_text, days_text

_WIDTH = 60


def run(arguments: Namespace) -> int:
    with open_study(decks=arguments.content) as study:
        found = info(study, arguments.item)
    if arguments.json:
        print(json.dumps(found.as_dict()))
    else:
        print("\n".join(one_line(line) for line in _lines(found)))
    return 0


def _lines(found: Info) -> Iterator[str]:
    yield f"{found.id}: {found.title}"
    if found.lesson:
        yield _row("Place", " › ".join(title for title in (found.lesson, found.section) if title))
    yield _row("State", found.state)
    if found.due is not None:
        yield _row("Due", f"{found.due} {found.due_time or ''}".rstrip())
    if found.stability is not None and found.difficulty is not None and found.recall is not None:
        yield _row("Recall now", f"{found.recall:.1%}")
        yield _row("Stability", f"{found.stability:.1f} days until recall falls to 90%")
        yield _row("Difficulty", f"{found.difficulty:.1f} of 10")
    yield _row("Answers", f"{found.answers:,}, {count_text(found.lapses, 'lapse')}")
    yield from (_row("Note" if number == 0 else "", line) for number, line in enumerate(found.note.splitlines()))
    yield from _curve(found)
    yield from (_row("History" if number == 0 else "", _happened(one)) for number, one in enumerate(found.history))


def _curve(found: Info) -> Iterator[str]:
    if found.curve:
        line = sparkline(found.curve, found.today, _WIDTH)
        yield _row("Forgetting", line.bars)
        dates = f"{found.curve[0].date} to {found.curve[-1].date}"
        yield _row("", f"{' ' * line.today}^ today; {dates}, from {line.low:.0%} to 100%")


def _happened(event: Happened) -> str:
    parts = [event.what if event.grade is None else event.grade]
    if event.verdict is not None:
        parts.append(event.verdict)
    if event.interval_days is not None:
        parts.append("back the same day" if event.interval_days <= 0 else f"back in {days_text(event.interval_days)}")
    if event.seconds is not None:
        parts.append(f"{event.seconds:.1f} s")
    if event.taken_back:
        parts.append("taken back")
    return f"{event.date} {event.time}  {', '.join(parts)}"


def _row(name: str, text: str) -> str:
    return f"{name:<12}{text}"
