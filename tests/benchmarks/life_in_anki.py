"""The same long life in Anki, as an installed program beside which quizterm is measured.

Run as `PYTHON -m tests.benchmarks.life_in_anki make|live FILE` by an interpreter that has the `anki` package, which
quizterm itself never needs; `live` prints JSON.
"""

import json
import sqlite3
import sys
from contextlib import closing
from itertools import islice
from pathlib import Path

from tests.benchmarks import collection
from tests.benchmarks.laps import Laps, resident_megabytes

ANSWERS = 200
_AT_ONCE = 10_000


def make_up(file: Path) -> None:
    """One deck of 100,000 notes with a card each, scheduled by FSRS, and the log of the answers."""
    from anki.collection import AddNoteRequest, Collection

    with closing(Collection(str(file))) as anki:
        anki.set_config("fsrs", True)
        deck = anki.decks.id("Deck")
        limits = anki.decks.config_dict_for_deck_id(deck)
        limits["new"]["perDay"], limits["rev"]["perDay"] = 10, 9_999
        anki.decks.update_config(limits)
        anki.decks.select(deck)
        kind = anki.models.by_name("Basic")
        cards = collection.cards()
        while some := list(islice(cards, _AT_ONCE)):
            notes = [anki.new_note(kind) for _ in some]
            for note, card in zip(notes, some, strict=True):
                note.fields = [f"{card.title}<br>{card.question}", "<br>".join([card.answer, *card.points])]
            anki.add_notes([AddNoteRequest(note, deck) for note in notes])
        ids = anki.db.list("select id from cards order by id")
        today = anki.sched.today
    states: dict[int, tuple[int, int, int]] = {}
    log: dict[int, tuple[int, ...]] = {}
    for answer in collection.answers():
        card_id, interval = ids[answer.card], answer.due_day - answer.day
        before = 0 if answer.last_day is None else answer.day - answer.last_day
        states[card_id] = (today + answer.due_day - collection.TODAY, max(1, interval), card_id)
        when = answer.at_ms
        while when in log:
            when += 1
        is_review = int(answer.last_day is not None)
        log[when] = (when, card_id, -1, answer.rating, interval, before, 2500, answer.duration_ms, is_review)
    memory = json.dumps({"s": 60.0, "d": 5.0, "dr": 0.9})
    with closing(sqlite3.connect(file)) as driver, driver:  # in one transaction, which the package would not make of it
        driver.executemany(
            "update cards set type = 2, queue = 2, due = ?, ivl = ?, factor = 2500, reps = 5, data = ? where id = ?",
            [(due, interval, memory, card_id) for due, interval, card_id in states.values()],
        )
        driver.executemany("insert into revlog values (?, ?, ?, ?, ?, ?, ?, ?, ?)", list(log.values()))


def live(file: Path) -> Laps:
    """Start, answer, take back, look around, end."""
    laps = Laps()
    with laps.lap("import"):
        from anki.collection import Collection  # first: its modules import each other
        from anki.cards import Card  # isort: skip
        from anki.scheduler.v3 import CardAnswer  # isort: skip
    with laps.lap("open"):
        anki = Collection(str(file))
    scheduler = anki.sched
    with laps.lap("first queue"):
        queued = scheduler.get_queued_cards()
        Card(anki, backend_card=queued.cards[0].card).render_output()
        scheduler.describe_next_states(queued.cards[0].states)
    laps.megabytes["first card"] = resident_megabytes()
    for _ in range(ANSWERS):
        with laps.lap("next card"):
            queued = scheduler.get_queued_cards()
            if not queued.cards:
                break  # in a short life
            card = Card(anki, backend_card=queued.cards[0].card)
            card.render_output()
            scheduler.describe_next_states(queued.cards[0].states)
        card.start_timer()
        answer = scheduler.build_answer(card=card, states=queued.cards[0].states, rating=CardAnswer.GOOD)
        with laps.lap("answer"):
            scheduler.answer_card(answer)
    for _ in range(30):  # it remembers as many steps
        with laps.lap("undo"):
            anki.undo()
    for _ in range(9):
        with laps.lap("due counts"):
            scheduler.deck_due_tree()
    for name, word in (("rare", collection.RARE), ("common", collection.COMMON)):
        for _ in range(5):
            with laps.lap(f"search, {name} word"):
                found = len(anki.find_cards(word))
            assert found >= 10, found
    laps.megabytes["day's end"] = resident_megabytes()
    with laps.lap("close"):
        anki.close()
    laps.megabytes["most"] = resident_megabytes("VmHWM")
    return laps


if __name__ == "__main__":
    command, name = sys.argv[1:]
    if command == "make":
        make_up(Path(name))
    else:
        json.dump(live(Path(name)).as_dict(), sys.stdout)
