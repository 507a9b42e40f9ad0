"""`quizterm due`: today's counts, for people, status lines and scripts."""

import json
from argparse import Namespace
from dataclasses import asdict

from quizterm.study.session import open_study
from quizterm.study.today import Today, plan
from quizterm.study.words import count_text

SCHEMA = 1


def run(arguments: Namespace) -> int:
    with open_study(decks=arguments.content) as study:
        today = plan(study)
    if arguments.json:
        print(json.dumps(as_json(today)))
    elif arguments.short:
        print(f"{today.due_cards + today.due_exercises} due, {today.new_cards + today.new_exercises} new")
    else:
        print(in_words(today))
    return 0


def as_json(today: Today) -> dict[str, object]:
    """The counts in the form that scripts may rely on; `come_back` is there only while one lasts."""
    come_back = {} if today.come_back is None else {"come_back": asdict(today.come_back)}
    return {
        "schema": SCHEMA,
        "study_day": today.date.isoformat(),
        "due": {"cards": today.due_cards, "exercises": today.due_exercises},
        "new": {"cards": today.new_cards, "exercises": today.new_exercises},
        "tomorrow": today.tomorrow,
        "week": today.week,
        **come_back,
    }


def in_words(today: Today) -> str:
    """The counts in a line, and in another what a come-back holds back."""
    cards = f"{count_text(today.due_cards, 'card')} due, {today.new_cards} new"
    exercises = f"{count_text(today.due_exercises, 'exercise')} due, {today.new_exercises} new"
    counts = f"{cards}; {exercises}; {today.tomorrow} tomorrow, {today.week} within a week"
    if today.come_back is None:
        return counts
    return f"{counts}\n{today.come_back}; `quizterm review --order due` asks all of them"
