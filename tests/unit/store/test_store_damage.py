"""Damage of every sort: when it is noticed, that it is named, that nothing is touched, and that a backup mends it."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from enum import Enum
from pathlib import Path

import pytest
from store_helpers import card, logged, moment, raw, review

from quizterm.errors import DatabaseDamagedError, DatabaseForeignError, DatabaseTooNewError, StoreError
from quizterm.memory.events import Draft, EventKind
from quizterm.store.backups import verify
from quizterm.store.restoring import newest_sound_backup, restore
from quizterm.store.rows import ItemKind, LessonRow
from quizterm.store.salvage import Lost, Salvaged, salvage
from quizterm.store.schema import RANDOM_BITS, VERSION
from quizterm.store.store import Store

CARDS = 120
PAGE = 4096
TABLE_LEAF = 13  # the first byte of a page with rows
NOW_MS = 1_796_025_600_000
DAY = moment().day


class Noticed(Enum):
    """When damage is found."""

    OPENING = "whenever quizterm starts"
    LOOKING = "in the background after every start"
    COMPARING = "in the background once a day, before a backup is made"


def answer_all(store: Store, days: int) -> None:
    store.append([review(item_id, moment(), days=days) for item_id in range(1, CARDS + 1)])


@pytest.fixture
def used(path: Path) -> Path:
    """A closed database with a backup of the day before, which lacks each card's newest answer."""
    with Store.open(path) as store:
        store.sync([LessonRow("c.one", [card(f"c.one.{number}") for number in range(CARDS)])], "course")
        answer_all(store, days=3)
        store.backup(path.parent / "backups", DAY - 1)
        answer_all(store, days=0)
    return path


def root_page(path: Path, name: str) -> int:
    ((page,),) = raw(path, "select rootpage from sqlite_schema where name = ?", name)
    return int(page) - 1


def overwrite(path: Path, page: int, content: bytes = b"\xa5" * PAGE) -> None:
    with path.open("r+b") as stream:
        stream.seek(page * PAGE)
        stream.write(content)


def a_page_of(name: str) -> Callable[[Path], None]:
    return lambda path: overwrite(path, root_page(path, name))


def a_word_of_the_schema(word: bytes, other: bytes) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        content = path.read_bytes()
        assert content.count(word) == 1
        path.write_bytes(content.replace(word, other))

    return change


def last_page(path: Path) -> None:
    overwrite(path, path.stat().st_size // PAGE - 1)


def index_of_an_earlier_day(path: Path) -> None:
    """SQLite goes on as if nothing were: it reads from the index that nothing is due."""
    page = root_page(path, "item_scheduled")
    whole = path.read_bytes()
    [backup] = (path.parent / "backups").iterdir()
    assert root_page(backup, "item_scheduled") == page
    overwrite(path, page, backup.read_bytes()[page * PAGE : (page + 1) * PAGE])
    assert path.read_bytes() != whole


def cards_of_an_earlier_day(path: Path) -> None:
    """As from a write-ahead log of another day: whole, but not what the log of events says."""
    raw_write(path, "update item set last_event = (select min(id) from event where item_id = item.id)")


def events_of_an_earlier_day(path: Path) -> None:
    raw_write(path, "drop trigger event_no_delete")
    raw_write(path, "delete from event where id in (select last_event from item)")


def newest_event_of_no_kind(path: Path) -> None:
    raw_write(path, "drop trigger event_no_update")
    raw_write(path, "update event set kind = 'forgotten' where id = (select max(id) from event)")


def an_item_with_bytes_for_a_text(path: Path) -> None:
    a_word_of_the_schema(b"content_hash TEXT", b"content_hash BLOB")(path)
    raw_write(path, "update item set content_hash = x'00' where id = 1")


def raw_write(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path)) as driver, driver:
        driver.execute(sql)


def cut(size: int) -> Callable[[Path], None]:
    return lambda path: path.write_bytes(path.read_bytes()[:size])


def text(path: Path) -> None:
    path.write_text("notes\n" * 1000)


def of_another_program(path: Path) -> None:
    path.unlink()
    raw_write(path, "create table note (text)")


def of_a_newer_quizterm(path: Path) -> None:
    raw_write(path, f"pragma user_version = {VERSION + 1}")


DAMAGES: list[tuple[Callable[[Path], None], Noticed, type[StoreError]]] = [
    (lambda path: overwrite(path, 0), Noticed.OPENING, DatabaseForeignError),
    (lambda path: overwrite(path, 0, bytes(100)), Noticed.OPENING, DatabaseForeignError),
    (a_page_of("meta"), Noticed.OPENING, DatabaseDamagedError),
    (a_page_of("event"), Noticed.LOOKING, DatabaseDamagedError),
    (a_page_of("item"), Noticed.LOOKING, DatabaseDamagedError),
    (a_page_of("item_scheduled"), Noticed.LOOKING, DatabaseDamagedError),
    (a_page_of("event_item"), Noticed.LOOKING, DatabaseDamagedError),
    (last_page, Noticed.LOOKING, DatabaseDamagedError),
    (index_of_an_earlier_day, Noticed.COMPARING, DatabaseDamagedError),
    (cards_of_an_earlier_day, Noticed.COMPARING, DatabaseDamagedError),
    (events_of_an_earlier_day, Noticed.COMPARING, DatabaseDamagedError),
    (cut(0), Noticed.OPENING, DatabaseDamagedError),
    (cut(60), Noticed.OPENING, DatabaseDamagedError),
    (cut(3 * PAGE), Noticed.OPENING, DatabaseDamagedError),
    (cut(5 * PAGE + 100), Noticed.OPENING, DatabaseDamagedError),
    (text, Noticed.OPENING, DatabaseForeignError),
    (of_another_program, Noticed.OPENING, DatabaseForeignError),
    (of_a_newer_quizterm, Noticed.OPENING, DatabaseTooNewError),
]
NAMES = (
    "header, zeros in the header, meta, event, item, index of items, index of events, last page, stale index,"
    " stale cards, lost events, empty, cut in the header, cut between pages, cut in a page, text, another program's,"
    " a newer quizterm's"
).split(", ")


@pytest.mark.parametrize(("harm", "noticed", "kind"), DAMAGES, ids=NAMES)
def test_damage_is_noticed_and_named_and_kept_and_mended(
    used: Path, harm: Callable[[Path], None], noticed: Noticed, kind: type[StoreError]
) -> None:
    backups = used.parent / "backups"
    [backup] = backups.iterdir()
    harm(used)
    damaged, good = used.read_bytes(), backup.read_bytes()
    problem = str(complaint(used, noticed, kind))
    assert problem.startswith(f"{used}: ")
    assert "\n" not in problem
    assert str(backup) in problem or kind is DatabaseTooNewError
    assert used.read_bytes() == damaged
    assert [file.read_bytes() for file in backups.iterdir()] == [good]
    sound = newest_sound_backup(used)
    assert sound is not None
    aside = restore(used, sound.file, NOW_MS)
    assert aside is not None
    assert aside.read_bytes() == damaged
    with Store.open(used) as store:
        store.verify()
        assert store.reviews_total() == CARDS
        assert store.rebuild() == 0


def complaint(path: Path, noticed: Noticed, kind: type[StoreError]) -> StoreError:
    """What quizterm says of a database when it is to be noticed, and that it says nothing before."""
    if noticed is Noticed.OPENING:
        with pytest.raises(kind) as refusal:
            Store.open(path)
        return refusal.value
    with Store.open(path) as store:
        if noticed is Noticed.COMPARING:
            store.verify(thorough=False)
        else:
            with pytest.raises(kind):
                store.verify(thorough=False)
        with pytest.raises(kind) as refusal:
            store.backup(path.parent / "backups", DAY)
    return refusal.value


@pytest.mark.parametrize(
    ("harm", "saved", "is_all"),
    [
        (a_page_of("item_scheduled"), CARDS, True),
        (index_of_an_earlier_day, CARDS, True),
        (cards_of_an_earlier_day, CARDS, True),
        (a_page_of("event_item"), CARDS, True),
        (newest_event_of_no_kind, CARDS - 1, False),
        (a_page_of("machine"), CARDS, True),
        (a_page_of("lesson"), CARDS, True),
        (a_page_of("item"), CARDS, True),
        (a_word_of_the_schema(b"INDEX item_scheduled", b"IND\x05X item_scheduled"), CARDS, True),
        (a_word_of_the_schema(b"event (target)", b"event (\xf4arget)"), CARDS, True),
        (an_item_with_bytes_for_a_text, CARDS, True),
        (a_page_of("event"), 0, False),
        (events_of_an_earlier_day, 0, False),
        (cut(0), 0, False),
        (text, 0, False),
    ],
)
def test_what_was_done_since_the_backup_is_saved_as_far_as_it_can_be_read(
    used: Path, harm: Callable[[Path], None], saved: int, is_all: bool
) -> None:
    harm(used)
    [backup] = (used.parent / "backups").iterdir()
    aside = restore(used, backup, NOW_MS)
    assert aside is not None
    damaged = aside.read_bytes()
    done = salvage(aside, used)
    assert (done.events, done.problem is None and not done.lost) == (saved, is_all)
    assert aside.read_bytes() == damaged
    with Store.open(used) as store:
        store.verify()
        assert store.reviews_total() == CARDS + saved
        assert store.rebuild() == 0
    assert salvage(aside, used) == done._replace(events=0)


def test_nothing_to_save_is_not_nothing_that_can_be_saved(used: Path) -> None:
    with Store.open(used) as store:
        backup = store.backup(used.parent / "backups", DAY)
    a_page_of("item_scheduled")(used)
    assert backup is not None
    aside = restore(used, backup, NOW_MS)
    assert aside is not None
    assert salvage(aside, used) == Salvaged(0)
    aside.write_bytes(b"")
    assert salvage(aside, used).problem is not None


def test_a_database_that_cannot_take_what_was_saved_is_named(used: Path) -> None:
    [backup] = (used.parent / "backups").iterdir()
    aside = restore(used, backup, NOW_MS)
    assert aside is not None
    used.unlink()
    used.mkdir()
    saved = salvage(aside, used)
    assert saved.events == 0
    assert saved.problem is not None
    assert str(used) in saved.problem


def test_what_is_in_the_write_ahead_log_is_saved_too(used: Path) -> None:
    [backup] = (used.parent / "backups").iterdir()
    with Store.open(used) as store:
        store.append([review(1, moment())])
        a_page_of("item_scheduled")(used)
        aside = restore(used, backup, NOW_MS)
    assert aside is not None
    assert salvage(aside, used) == Salvaged(CARDS + 1)


NO_KIND = "its kind or its grade is none that there is"


@pytest.mark.parametrize(
    ("change", "what", "why"),
    [
        ("kind = 'forgotten'", "", NO_KIND),
        ("rating = 9", "", NO_KIND),
        (
            "duration = -1",
            "reviewed c.one.59",
            "the event makes no sense (CHECK constraint failed: event_duration_counts)",
        ),
        ("day = 1000000000", "reviewed c.one.59", "`day` is out of range"),
        ("due_day = null", "reviewed c.one.59", "a review needs its item, its rating and its due day"),
        ("detail = '['", "reviewed c.one.59", "its detail cannot be read (Expecting value: line 1 column 2 (char 1))"),
        ("item_id = 999", "reviewed", "what it happened to cannot be read"),
    ],
)
def test_a_senseless_event_is_all_that_is_lost_and_is_named(used: Path, change: str, what: str, why: str) -> None:
    spoiled = logged(used)[CARDS + 59]
    with closing(sqlite3.connect(used)) as driver, driver:
        driver.execute("pragma ignore_check_constraints = on")
        driver.execute("drop trigger event_no_update")
        driver.execute(f"update event set {change} where id = ?", (spoiled.id,))
    assert lose(used) == Salvaged(CARDS - 1, (Lost(spoiled.id >> RANDOM_BITS, what, why),))


def test_what_belongs_to_a_lost_event_is_lost_with_it_and_nothing_else(used: Path) -> None:
    with Store.open(used) as store:
        first = store.append([review(1, moment()), Draft(EventKind.FLAGGED, moment(), 2)])[0]
        store.undo(moment())
        store.append([review(3, moment())])
    raw_write(used, "drop trigger event_no_update")
    raw_write(used, f"update event set due_day = null where id = {first.id}")
    saved = lose(used)
    assert saved.events == CARDS + 1
    assert [(lost.what, lost.why) for lost in saved.lost] == [
        ("reviewed c.one.0", "a review needs its item, its rating and its due day"),
        ("flagged c.one.1", "it belongs to one that is lost"),
        ("undone", "it belongs to one that is lost"),
    ]


def test_of_a_broken_page_only_its_events_are_lost(used: Path) -> None:
    """Each is read by itself: the oracle is that all are either there or told."""
    done = {event.id for event in logged(used)}
    content = used.read_bytes()
    pages = [content[start : start + PAGE] for start in range(0, len(content), PAGE)]
    overwrite(used, max(number for number, page in enumerate(pages) if page[0] == TABLE_LEAF and b"reviewed" in page))
    saved = lose(used)
    there = {event.id for event in logged(used)}
    assert 0 < len(saved.lost) < CARDS
    assert {lost.why for lost in saved.lost} == {"it cannot be read (database disk image is malformed)"}
    assert len(done - there) == len(saved.lost)


def test_what_another_machine_did_earlier_and_was_merged_since_is_saved(used: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite"
    with Store.open(other) as store:
        store.sync([LessonRow("c.one", [card("c.one.0")])], "course")
        store.append([review(1, moment(moment().at - 1000))])
        log = list(store.export())
    with Store.open(used) as store:
        assert store.merge(log) == 1
    a_page_of("item_scheduled")(used)
    assert lose(used) == Salvaged(CARDS + 1)


def lose(path: Path) -> Salvaged:
    """What is saved when the backup takes the place of the database."""
    [backup] = (path.parent / "backups").iterdir()
    with pytest.raises(DatabaseDamagedError):
        verify(path, thorough=True)
    aside = restore(path, backup, NOW_MS)
    assert aside is not None
    saved = salvage(aside, path)
    with Store.open(path) as store:
        store.verify()
        assert store.rebuild() == 0
    return saved


def test_what_a_stale_index_would_have_hidden(used: Path) -> None:
    with Store.open(used) as store:
        assert len(store.due_ids(moment(), ItemKind.CARD)) == CARDS
    index_of_an_earlier_day(used)
    with Store.open(used) as store:
        assert store.due_ids(moment(), ItemKind.CARD) == []


def test_the_newest_backup_is_passed_over_if_it_is_damaged_too(used: Path) -> None:
    with Store.open(used) as store:
        newest = store.backup(used.parent / "backups", DAY)
    assert newest is not None
    found = newest_sound_backup(used)
    assert found is not None
    assert found.file == newest
    last_page(newest)
    found = newest_sound_backup(used)
    assert found is not None
    assert found.file.name < newest.name
    for backup in (used.parent / "backups").iterdir():
        backup.write_bytes(b"")
    assert newest_sound_backup(used) is None
