"""`quizterm browse [FILTER]`: the cards and exercises that a filter leaves, one a line."""

import json
from argparse import Namespace

from quizterm.cli.text import one_line
from quizterm.study.browse import Collection, Line
from quizterm.study.session import open_study

SCHEMA = 1
_LINES_AT_ONCE = 500


def run(arguments: Namespace) -> int:
    with open_study(decks=arguments.content) as study:
        collection = Collection(study)
        ids = [item_id for some in collection.find(" ".join(arguments.filter)) for item_id in some]
        parts = (ids[start : start + _LINES_AT_ONCE] for start in range(0, len(ids), _LINES_AT_ONCE))
        lines = [line for part in parts for line in collection.lines(part)]
    if arguments.json:
        print(json.dumps({"schema": SCHEMA, "items": [line.as_dict() for line in lines]}))
    else:
        for line in lines:
            print(_in_words(line))
        if not lines:
            print("Nothing fits this filter")
    return 0


def _in_words(line: Line) -> str:
    return f"{one_line(line.name):<36} {line.standing:<10}{line.due:<9}{one_line(line.title)}".rstrip()
