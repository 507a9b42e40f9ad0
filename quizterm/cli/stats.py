"""`quizterm stats`: counts of what the learner did."""

import json
from argparse import Namespace

from quizterm.study.session import open_study
from quizterm.study.statistics import statistics

_NAMES = {
    "reviews": "Reviews",
    "reviews_today": "Reviews today",
    "new_cards_today": "New cards met today",
    "cards": "Cards",
    "cards_seen": "Cards met",
    "due_cards": "Cards due now",
    "tomorrow": "Due tomorrow",
    "week": "Due within a week",
}


def run(arguments: Namespace) -> int:
    with open_study(decks=arguments.content) as study:
        counts = statistics(study).as_dict()
    if arguments.json:
        print(json.dumps(counts))
    else:
        for key, name in _NAMES.items():
            print(f"{name:<22}{counts[key]:>8,}")
    return 0
