"""Going back to a backup, whatever has become of the database."""

from pathlib import Path

import pytest
from store_helpers import moment, review

from quizterm.errors import DatabaseDamagedError, DatabaseUnavailableError, StoreError
from quizterm.store.restoring import list_backups, restore
from quizterm.store.store import Store

NOW_MS = 1_796_025_600_000  # 2026-11-30 08:00 UTC
ASIDE = "quizterm.sqlite.replaced-20261130T080000Z"


@pytest.fixture
def backup(store: Store, path: Path) -> Path:
    """A backup that holds one answer; the database holds two."""
    store.append([review(1, moment())])
    made = store.backup(path.parent / "backups", moment().day)
    assert made is not None
    store.append([review(2, moment())])
    return made


def reviews(path: Path) -> int:
    with Store.open(path) as opened:
        return opened.reviews_total()


def test_a_backup_takes_the_place_of_the_database_which_is_kept(backup: Path, store: Store, path: Path) -> None:
    store.close()
    aside = restore(path, backup, NOW_MS)
    assert aside == path.with_name(ASIDE)
    assert (reviews(path), reviews(aside)) == (1, 2)
    assert backup.exists()


def test_a_second_one_in_the_same_second_keeps_both(backup: Path, store: Store, path: Path) -> None:
    store.close()
    restore(path, backup, NOW_MS)
    assert restore(path, backup, NOW_MS) == path.with_name(f"{ASIDE}-2")


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\x00" + b"\xa5" * 5000])
def test_a_file_of_no_use_is_kept_byte_for_byte(backup: Path, store: Store, path: Path, content: bytes) -> None:
    store.close()
    path.write_bytes(content)
    aside = restore(path, backup, NOW_MS)
    assert aside is not None
    assert aside.read_bytes() == content
    assert reviews(path) == 1


def test_a_log_whose_database_is_gone_does_not_spoil_what_was_restored(
    backup: Path, store: Store, path: Path, tmp_path: Path
) -> None:
    path.rename(tmp_path / "moved.sqlite")
    assert restore(path, backup, NOW_MS) is None
    assert reviews(path) == 1
    assert path.with_name(f"{ASIDE}-wal").exists()
    path.rename(tmp_path / "moved again.sqlite")
    path.with_name(f"{path.name}-wal").write_bytes(b"log")
    assert restore(path, backup, NOW_MS) is None
    assert path.with_name(f"{ASIDE}-2-wal").read_bytes() == b"log"
    store.close()


def test_a_log_left_by_a_crash_does_not_spoil_what_was_restored(backup: Path, store: Store, path: Path) -> None:
    log = Path(f"{path}-wal")
    assert log.stat().st_size > 0, "the store is open: its newest answer is in the log only"
    aside = restore(path, backup, NOW_MS)
    assert reviews(path) == 1
    assert Path(f"{aside}-wal").exists()


def test_where_there_was_no_database_there_is_one(backup: Path, store: Store, path: Path) -> None:
    store.close()
    path.unlink()
    assert restore(path, backup, NOW_MS) is None
    assert reviews(path) == 1


@pytest.mark.parametrize("content", [None, b"", b"no database", b"SQLite format 3\x00" + b"\xa5" * 5000])
def test_a_backup_of_no_use_changes_nothing(store: Store, path: Path, content: bytes | None) -> None:
    store.append([review(1, moment())])
    bad = path.parent / "bad.sqlite"
    if content is not None:
        bad.write_bytes(content)
    with pytest.raises(StoreError, match=r"bad\.sqlite"):
        restore(path, bad, NOW_MS)
    assert reviews(path) == 1
    assert [file for file in path.parent.iterdir() if "replaced" in file.name or "restored" in file.name] == []


def test_a_rename_that_fails_leaves_everything_where_it_was(
    backup: Path, store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_replace(file: Path, target: Path) -> Path:
        raise PermissionError(13, "Permission denied", str(file))

    monkeypatch.setattr(Path, "replace", no_replace)
    with pytest.raises(StoreError):
        restore(path, backup, NOW_MS)
    monkeypatch.undo()
    assert [file.name for file in path.parent.iterdir() if "replaced" in file.name or "restored" in file.name] == []
    assert store.reviews_total() == 2
    assert reviews(path) == 2, "the newest answer is in the write-ahead log, which stands beside it again"


def test_an_open_quizterm_notices_that_its_file_was_replaced(backup: Path, store: Store, path: Path) -> None:
    restore(path, backup, NOW_MS)
    with pytest.raises(DatabaseUnavailableError, match="moved or replaced"):
        store.append([review(1, moment())])


def test_backups_are_listed_newest_first(backup: Path, store: Store, path: Path) -> None:
    store.backup(path.parent / "backups", moment().day + 1)
    found = list_backups(path)
    assert [one.made_ms for one in found] == sorted((one.made_ms for one in found), reverse=True)
    assert found[-1].file == backup
    assert all(one.size == one.file.stat().st_size for one in found)


def test_what_only_looks_like_a_backup_is_neither_listed_nor_named(backup: Path, store: Store, path: Path) -> None:
    (backup.parent / "folder.sqlite").mkdir()
    (backup.parent / "link.sqlite").symlink_to("nowhere")
    assert [one.file for one in list_backups(path)] == [backup]
    store.close()
    path.write_bytes(b"")
    with pytest.raises(DatabaseDamagedError, match=backup.name):
        Store.open(path)
