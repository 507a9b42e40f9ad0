"""quizterm under a long life: how long each thing takes a learner who has 100,000 cards.

Run as `python -m tests.benchmarks.life_in_quizterm make|live HOME`; prints JSON.
"""

import gc
import json
import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from tests.benchmarks import collection
from tests.benchmarks.laps import Laps, resident_megabytes

ANSWERS = 200


def environment(home: Path) -> dict[str, str]:
    """What a quizterm sees that lives this life at the noon up to which its log goes."""
    noon = datetime.fromtimestamp(collection.NOON_MS / 1000, UTC)
    return {"QUIZTERM_HOME": str(home), "QUIZTERM_NOW": noon.isoformat(), "TZ": "UTC"}


def make_up(home: Path) -> Laps:
    """Write 400 lessons, let quizterm read them for the first time, and give it the answers of years."""
    from quizterm.store.store import Store
    from quizterm.study.session import open_study

    deck = home / "deck"
    deck.mkdir(parents=True)
    _write_lessons(deck)
    (home / "settings.toml").write_text(f'decks = ["{deck}"]\n', encoding="utf-8")
    laps = Laps()
    with laps.lap("first start with 400 new lessons"), open_study() as study:
        database = study.store.path
    _log_answers(database)
    with Store.open(database) as store, laps.lap("replay of 450,000 answers"):
        store.rebuild()
    return laps


def live() -> Laps:
    """Start, answer, take back, look around, end."""
    laps = Laps()
    gc.disable()  # as the app does until its first paint
    with laps.lap("import"):
        from quizterm.memory.events import Draft, EventKind
        from quizterm.memory.item import Rating
        from quizterm.store.rows import ItemKind
        from quizterm.study.browse import Collection
        from quizterm.study.outlook import outlook
        from quizterm.study.record import learners_record
        from quizterm.study.review import Review
        from quizterm.study.session import open_study
        from quizterm.study.today import plan
        from tests.benchmarks.orders import measure_orders
    with laps.lap("open"):
        study = open_study()
    with laps.lap("first queue"):
        review = Review(study)
    laps.megabytes["first card"] = resident_megabytes()
    gc.enable()
    gc.freeze()
    store = study.store
    with closing(sqlite3.connect(study.store.path.with_name("bare.sqlite"), isolation_level=None)) as bare:
        # As the store: on the same disk, in pages of the same size, with a log that is emptied at the same times.
        for pragma in ("journal_mode = wal", "synchronous = full", "wal_autocheckpoint = 0"):
            bare.execute(f"pragma {pragma}")
        bare.execute("create table if not exists line (id integer primary key, text text)")
        for turn in range(1, ANSWERS + 1):
            with laps.lap("next card"):
                review.refresh()
            question, now = review.question, study.now()
            if question is None:
                break  # in a short life
            with laps.lap("next item"):
                store.item(question.item_id)
            scheduler = study.card_scheduler(question.card.id)
            with laps.lap("preview"):
                preview = scheduler.preview(question.state, now, question.card.id)
            _, _, good, _ = preview
            draft = Draft(EventKind.REVIEWED, now, question.item_id, Rating.GOOD, 4000, 0, good.due_day, good.due_at)
            commits: list[tuple[str, Callable[[], object]]] = [
                ("answer", partial(store.append, [draft], expect={question.item_id: question.shown})),
                ("bare commit", partial(bare.execute, "insert into line (text) values ('answer')")),
            ]
            for name, commit in commits if turn % 2 else reversed(commits):  # the second finds the disk awake
                with laps.lap(name):
                    commit()
            if turn % 10 == 0:  # while the learner reads
                with laps.lap("checkpoint"):
                    study.idle()
                bare.execute("pragma wal_checkpoint(passive)")
    for _ in range(ANSWERS // 2):
        with laps.lap("undo"):
            store.undo(study.now())
    for _ in range(9):
        with laps.lap("due counts"):
            store.counts(study.now())
        with laps.lap("due ids"):
            store.due_ids(study.now(), ItemKind.CARD)
        with laps.lap("today's plan"):
            plan(study)
    laps.add(measure_orders(store, study.now()))
    browser = Collection(study)
    for name, word in (("rare", collection.RARE), ("common", collection.COMMON)):
        for _ in range(5):
            with laps.lap(f"search, {name} word"):
                found = sum(len(ids) for ids in browser.find(word))
            assert found >= 10, found
    laps.megabytes["day's end"] = resident_megabytes()
    with laps.lap("statistics"):
        learners_record(study)
    with laps.lap("forecast"):
        outlook(study)
    with laps.lap("look for damage"):
        store.verify(thorough=False)
    with laps.lap("compare everything"):
        store.verify()
    with laps.lap("close"):
        study.close()
    laps.megabytes["most"] = resident_megabytes("VmHWM")
    return laps


def _write_lessons(deck: Path) -> None:
    cards = collection.cards()
    for number in range(collection.LESSONS):
        texts = []
        for _ in range(collection.CARDS_A_LESSON):
            card = next(cards)
            points = "".join(f"- {point}\n" for point in card.points)
            head = f"### {card.title}\n<!-- card {card.name} kind=recall section=basics -->\n"
            texts.append(f"{head}{card.question}\n\n---\n\n{card.answer}\n\n#### Key points\n{points}\n")
        text = f"# Lesson {number}\n\n## Basics\n\nText.\n\n## Recall\n\n{''.join(texts)}"
        (deck / f"{number:03}-lesson.md").write_text(text, encoding="utf-8")


def _log_answers(database: Path) -> None:
    with closing(sqlite3.connect(database)) as driver, driver:
        driver.execute("pragma synchronous = off")
        select = "select item.id from item where key like 'deck.%' order by place"
        ids = [item_id for (item_id,) in driver.execute(select)]
        rows = [
            ((a.at_ms << 20) + a.card, ids[a.card], a.at_ms, a.day, a.rating, a.duration_ms, a.due_day)
            for a in collection.answers()
        ]
        driver.executemany(
            'insert into event (id, kind, item_id, at, "offset", day, rating, duration, weights, due_day, machine_id)'
            " values (?, 'reviewed', ?, ?, 0, ?, ?, ?, 0, ?, (select value from meta where key = 'machine'))",
            sorted(rows),
        )


if __name__ == "__main__":
    command, name = sys.argv[1:]
    folder = Path(name)
    os.environ.update(environment(folder))
    json.dump((make_up(folder) if command == "make" else live()).as_dict(), sys.stdout)
