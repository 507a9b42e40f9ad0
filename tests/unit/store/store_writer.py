"""A quizterm of its own process for the tests: answers card after card, and names each answer once it is stored.

Run as `store_writer.py DATABASE NUMBER ITEM...`; begins when a line comes in.
"""

import sys
from pathlib import Path

from store_helpers import moment, review

from quizterm.store.store import Store


def main(path: str, number: str, *item_ids: str) -> None:
    with Store.open(Path(path), patience=60.0) as store:
        print("ready", flush=True)
        sys.stdin.readline()
        for turn in range(int(number)):
            item_id = int(item_ids[turn % len(item_ids)])
            (event,) = store.append([review(item_id, moment(), days=1 + turn % 9)])
            print(event.id, flush=True)
            if turn % 10 == 9:
                store.checkpoint()


if __name__ == "__main__":
    main(*sys.argv[1:])
