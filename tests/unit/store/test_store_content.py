"""Syncing: items follow the content, and no history is lost when a card is renamed, moved or taken out."""

from pathlib import Path

import pytest
from store_helpers import COURSE, card, exercise, moment, raw, review

from quizterm.memory.item import Phase
from quizterm.store.rows import ItemKind, ItemRow, LessonRow, Synced
from quizterm.store.store import Store

NOW = moment()
NOTHING = Synced(added=[], renamed=[], vanished=[], returned=[])


def learned(store: Store, key: str) -> int:
    """The id of a card, after one answer to it."""
    item = store.item_by_key(key)
    assert item is not None
    store.append([review(item.id, NOW)])
    return item.id


def one_lesson(*rows: ItemRow) -> list[LessonRow]:
    return [LessonRow("c.one", rows)]


def test_first_sync_adds_everything_in_order(path: Path) -> None:
    with Store.open(path) as store:
        assert store.content_fingerprint() is None
        keys = [row.key for lesson in COURSE for row in lesson.items]
        assert store.sync(COURSE, "first") == NOTHING._replace(added=keys)
        assert store.content_fingerprint() == "first"
        assert list(store.items_by_keys(keys)) == keys
        assert {item.kind for item in store.items_by_keys(keys).values()} == {ItemKind.CARD, ItemKind.EXERCISE}


def test_syncing_the_same_content_changes_nothing(store: Store) -> None:
    assert store.sync(COURSE, "again") == NOTHING
    assert store.content_fingerprint() == "again"


def test_text_may_change_freely(store: Store) -> None:
    item_id = learned(store, "c.one.a")
    rows = one_lesson(card("c.one.a", "new text"), card("c.one.b"), card("c.one.c"), exercise("engine"))
    assert store.sync([*rows, COURSE[1]], "edited") == NOTHING
    item = store.item_by_key("c.one.a")
    assert item is not None
    assert (item.id, item.state.reps) == (item_id, 1)


def test_new_cards_are_asked_in_the_order_of_the_content(store: Store) -> None:
    def order() -> list[str]:
        items = [store.item(item_id) for item_id in store.new_ids(NOW, ItemKind.CARD)]
        return [item.key for item in items if item is not None]

    assert order() == ["c.one.a", "c.one.b", "c.one.c", "c.two.a", "c.two.b"]
    moved = [
        LessonRow("c.two", [card("c.two.b"), card("c.one.a"), card("c.two.a")]),
        LessonRow("c.zero", [card("c.zero.a")]),
        LessonRow("c.one", [card("c.one.c"), card("c.one.b")]),
    ]
    store.sync(moved, "moved")
    assert order() == ["c.two.b", "c.one.a", "c.two.a", "c.zero.a", "c.one.c", "c.one.b"]


def test_a_rename_keeps_the_history(store: Store) -> None:
    item_id = learned(store, "c.one.a")
    changed = one_lesson(card("c.one.z", "other text", was=["c.one.a"]), card("c.one.b"), card("c.one.c"))
    synced = store.sync([*changed, COURSE[1]], "renamed")
    assert synced.renamed == [("c.one.a", "c.one.z")]
    assert synced.vanished == ["exercise:engine"]
    assert synced.added == []
    item = store.item(item_id)
    assert item is not None
    assert (item.key, item.state.phase, item.gone) == ("c.one.z", Phase.REVIEW, False)
    assert len(store.history(item_id)) == 1


def test_an_item_is_found_by_the_key_it_had_before(store: Store) -> None:
    item_id = learned(store, "c.one.a")
    store.sync(one_lesson(card("c.one.y", was=["c.one.a"])), "renamed")
    store.sync(one_lesson(card("c.one.z", was=["c.one.y", "c.one.a"])), "renamed again")
    for key in ("c.one.a", "c.one.y", "c.one.z"):
        item = store.item_by_key(key)
        assert item is not None
        assert item.id == item_id


def test_a_rename_is_followed_over_a_version_that_was_never_seen(store: Store) -> None:
    item_id = learned(store, "c.one.a")
    store.sync(one_lesson(card("c.one.z", "text", was=["c.one.y", "c.one.a"])), "renamed twice")
    item = store.item_by_key("c.one.z")
    assert item is not None
    assert item.id == item_id


def test_a_rename_that_is_taken_back_is_followed_back(store: Store) -> None:
    item_id = learned(store, "c.one.a")
    store.sync(one_lesson(card("c.one.z", "text", was=["c.one.a"])), "renamed")
    synced = store.sync(one_lesson(card("c.one.a", "another text")), "back")
    assert synced.renamed == [("c.one.z", "c.one.a")]
    item = store.item_by_key("c.one.a")
    assert item is not None
    assert item.id == item_id


def test_was_means_nothing_while_the_old_card_is_there(store: Store) -> None:
    synced = store.sync(one_lesson(card("c.one.a"), card("c.one.z", "text", was=["c.one.a"])), "both")
    assert synced.renamed == []
    assert synced.added == ["c.one.z"]


def test_a_new_card_takes_over_a_key_that_another_had_before(store: Store) -> None:
    renamed_id = learned(store, "c.one.a")
    store.sync(one_lesson(card("c.one.z", "text", was=["c.one.a"])), "renamed")
    store.sync(one_lesson(card("c.one.z", "text", was=["c.one.a"]), card("c.one.a", "quite another")), "reused")
    renamed, new = store.item_by_key("c.one.z"), store.item_by_key("c.one.a")
    assert renamed is not None
    assert new is not None
    assert (renamed.id, renamed.state.reps) == (renamed_id, 1)
    assert new.id != renamed_id
    assert new.state.reps == 0


def test_without_was_an_equal_text_is_followed_even_into_another_lesson(store: Store) -> None:
    item_id = learned(store, "c.one.a")
    changed = [LessonRow("c.two", [card("c.two.moved", "c.one.a")])]
    assert store.sync(changed, "moved").renamed == [("c.one.a", "c.two.moved")]
    item = store.item_by_key("c.one.a")
    assert item is not None
    assert (item.id, item.key) == (item_id, "c.two.moved")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (["same", "same"], ["same"]),
        (["same"], ["same", "same"]),
        (["same", "same"], ["same", "same"]),
        ([""], [""]),
    ],
    ids=["two vanished", "two appeared", "two of each", "no hash"],
)
def test_an_ambiguous_text_is_not_followed(path: Path, before: list[str], after: list[str]) -> None:
    with Store.open(path) as store:
        store.sync(one_lesson(*(card(f"c.one.old{n}", text) for n, text in enumerate(before))), "before")
        new = [card(f"c.one.new{n}", text) for n, text in enumerate(after)]
        synced = store.sync(one_lesson(*new), "after")
        assert synced.renamed == []
        assert synced.added == [row.key for row in new]


def test_an_exercise_never_becomes_a_card(path: Path) -> None:
    with Store.open(path) as store:
        store.sync(one_lesson(ItemRow("exercise:engine", ItemKind.EXERCISE, "text")), "before")
        synced = store.sync(one_lesson(card("c.one.a", "text", was=["exercise:engine"])), "after")
        assert synced == NOTHING._replace(added=["c.one.a"], vanished=["exercise:engine"])


def test_a_vanished_card_waits_with_its_history_for_its_return(store: Store) -> None:
    item_id = learned(store, "c.one.a")
    later = moment(NOW.at + 5 * 86_400_000)
    without = one_lesson(card("c.one.b"))
    assert "c.one.a" in store.sync(without, "without").vanished
    assert store.sync(without, "still without").vanished == []
    assert store.due_ids(later, ItemKind.CARD) == []
    assert store.counts(later).due.cards == 0
    gone = store.item(item_id)
    assert gone is not None
    assert gone.gone
    assert store.sync(COURSE, "with").returned[0] == "c.one.a"
    assert store.due_ids(later, ItemKind.CARD) == [item_id]


def test_an_empty_content_hides_everything_and_loses_nothing(store: Store) -> None:
    learned(store, "c.one.a")
    assert len(store.sync([], "nothing").vanished) == 7
    assert store.lesson_progress() == {}
    assert len(store.sync(COURSE, "all").returned) == 7
    assert store.reviews_total() == 1


def test_two_items_with_one_key_are_refused_and_nothing_changes(store: Store, path: Path) -> None:
    before = raw(path, "select * from item")
    with pytest.raises(ValueError, match=r"two items c\.one\.a"):
        store.sync([*COURSE, LessonRow("c.three", [card("c.one.a")])], "twice")
    assert raw(path, "select * from item") == before
    assert store.content_fingerprint() == "course"


def test_an_undo_works_across_a_rename(store: Store) -> None:
    item_id = learned(store, "c.one.a")
    store.sync(one_lesson(card("c.one.z", was=["c.one.a"])), "renamed")
    undone = store.undo(NOW)
    assert undone is not None
    assert undone.item_ids == [item_id]
    assert store.new_ids(NOW, ItemKind.CARD) == [item_id]


def test_thousands_of_items_are_found_by_key(path: Path) -> None:
    with Store.open(path) as store:
        rows = [card(f"c.one.{number}") for number in range(1234)]
        store.sync(one_lesson(*rows), "many")
        keys = [row.key for row in reversed(rows)]
        assert list(store.items_by_keys([*keys, "c.one.unknown", keys[0]])) == keys
