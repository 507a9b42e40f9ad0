"""`quizterm forecast`: what a year of reviews would cost at several retentions."""

import json
from argparse import Namespace

from quizterm.study.outlook import outlook
from quizterm.study.session import open_study

SCHEMA = 1


def run(arguments: Namespace) -> int:
    with open_study(decks=arguments.content) as study:
        forecasts = outlook(study)
        present, by_phase = study.settings.desired_retention, study.settings.retention_by_phase
    if arguments.json:
        rows = [one._asdict() | {"minutes_by_day": [round(m, 3) for m in one.minutes_by_day]} for one in forecasts]
        print(json.dumps({"schema": SCHEMA, "desired_retention": present, "forecasts": rows}))
        return 0
    print("A year ahead with your cards, your pace and your new cards a day:\n")
    print("  retention   minutes a day   reviews a day   cards remembered at its end")
    for one in forecasts:
        mark = "  <- yours" if one.retention == present else ""
        print(
            f"  {one.retention:>8.1%} {one.minutes_a_day:>14.1f} {one.reviews_a_day:>15.1f} "
            f"{one.remembered:>18,.0f}{mark}"
        )
    if by_phase:
        print("\nPhases with a retention of their own keep it: `retention_by_phase` in the settings.")
    print("\n`desired_retention` in the settings changes it; `quizterm reschedule` then moves your cards.")
    return 0
