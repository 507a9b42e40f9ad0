"""`quizterm stats`: counts of what the learner did."""

import json
from argparse import Namespace

from quizterm.cli.text import one_line
from quizterm.memory.record import Share
from quizterm.study.exercise_history import exercise_history
from quizterm.study.record import Record, learners_record
from quizterm.study.session import open_study
from quizterm.study.statistics import statistics
from quizterm.study.words import count_text

_NAMES = {
    "reviews": "Reviews of cards",
    "reviews_today": "Reviews today",
    "exercise_reviews": "Exercises graded",
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
        record = learners_record(study)
        exercises = exercise_history(study)
    if arguments.json:
        print(json.dumps(counts | record.as_dict() | {"exercises": [one.as_dict() for one in exercises]}))
    else:
        for key, name in _NAMES.items():
            print(f"{name:<22}{counts[key]:>8,}")
        print(_in_words(record))
        for one in exercises:
            passed = f"{one.passes} of {count_text(one.attempts, 'attempt')} passed"
            print(f"  {one.slug:<20}{passed}, last {one.last}: {one.verdict}")
    return 0


def _in_words(record: Record) -> str:
    lines = [f"{'Minutes, all and today':<22}{record.minutes:>8,.0f}, {record.minutes_today:,.0f}"]
    lines.append(f"{'Days in a row':<22}{record.streak:>8,}")
    lines.append(f"{'True retention':<22}{_percent(record.true_retention):>8} of {record.true_retention.of:,} reviews")
    lines += [f"  {month:<20}{_percent(share):>8} of {share.of:,}" for month, share in record.by_month.items()]
    lines += [f"  {one_line(slug):<20}{_percent(share):>8} of {share.of:,}" for slug, share in record.by_lesson.items()]
    if record.calibration:
        lines.append("Predicted and recalled, by tenths of the predicted chance")
        lines += [
            f"  {one.low:.0%} to {one.high:<12.0%}{one.predicted:>10.1%}{one.recalled:>8.1%} of {one.answers:,}"
            for one in record.calibration
        ]
    return "\n".join(lines)


def _percent(share: Share) -> str:
    return "-" if share.rate is None else f"{share.rate:.1%}"
