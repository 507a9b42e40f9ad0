"""`quizterm` alone: the app at Today, or today's plan as text."""

from argparse import Namespace
from datetime import date

from quizterm.cli.loading import load
from quizterm.cli.mistakes import tell_mistakes
from quizterm.cli.terminal import is_interactive
from quizterm.cli.text import one_line
from quizterm.study.session import Study, open_study
from quizterm.study.today import Today, plan
from quizterm.study.words import count_text


def run(arguments: Namespace) -> int:
    if is_interactive():
        return load("quizterm.cli.app", "open_app")(arguments)
    with open_study(decks=arguments.content) as study:
        print(plan_text(plan(study), study))
        tell_mistakes(study)
    return 0


def plan_text(today: Today, study: Study) -> str:
    """The plan in lines of plain text."""
    rows = [
        ("Due", _items(today.due_cards, today.due_exercises)),
        ("New", _items(today.new_cards, today.new_exercises)),
    ]
    if today.later_today and today.next_at is not None:
        first = study.wall_clock(today.next_at)
        rows.append(("Later today", f"{count_text(today.later_today, 'card')}, the first at {first}"))
    rows.append(("Tomorrow", f"{count_text(today.tomorrow, 'card')}, if none is answered today"))
    rows.append(("In a week", f"{count_text(today.week, 'card')}, if none is answered until then"))
    if today.answered_today:
        rows.append(("Answers", f"{today.answered_today:,} today"))
    if today.next_reading is not None:
        rows.append(("To read", f"quizterm read {today.next_reading.lesson} {today.next_reading.section}"))
    lines = [_date(today.date), "", *(f"{name:<15}{text}" for name, text in rows)]
    if today.minutes:
        lines += ["", f"About {count_text(today.minutes, 'minute')}: quizterm review"]
    if today.held:
        lines += ["", *(one_line(held.reason) for held in today.held)]
    return "\n".join(lines)


def _items(cards: int, exercises: int) -> str:
    text = count_text(cards, "card")
    return f"{text}, {count_text(exercises, 'exercise')}" if exercises else text


def _date(day: date) -> str:
    return f"{day:%A}, {day.day} {day:%B} {day.year}"
