import errno
from pathlib import Path

import pytest

from quizterm.grading.bug_cache import BugCache
from quizterm.grading.outcome import Ended, Observed, Outcome, Raised
from quizterm.grading.verdict import Failure, FailureKind
from quizterm.grading.wire import RawTensor

OUTCOMES: dict[str, dict[str, Outcome]] = {
    "seed_zero": {
        "one": Observed({"x.grad": 0.1, "w": RawTensor("uint8", (2,), b"\0\1")}),
        "two": Raised("TypeError", Failure(FailureKind.CRASH, "TypeError: no", "Traceback")),
    },
    "crash": {"one": Ended(Failure(FailureKind.CRASH, "gone"))},
}


def cache(folder: Path, seed: int = 1) -> BugCache:
    return BugCache(folder, "engine", "hash", "2.13.0", "cpu", seed)


def test_outcomes_are_kept_exactly(tmp_path: Path) -> None:
    cache(tmp_path / "new").save(OUTCOMES)
    assert cache(tmp_path / "new").load() == OUTCOMES
    assert [file.suffix for file in (tmp_path / "new").iterdir()] == [".json"], "no unfinished file is left"


def test_every_part_of_the_key_counts(tmp_path: Path) -> None:
    cache(tmp_path).save(OUTCOMES)
    key = {"slug": "engine", "content_hash": "hash", "torch": "2.13.0", "device": "cpu", "seed": 1}
    for part, other in {"slug": "adam", "content_hash": "new", "torch": "2.14", "device": "cuda:0", "seed": 2}.items():
        assert BugCache(tmp_path, **(key | {part: other})).load() == {}  # type: ignore[arg-type]  # one of each type


def test_a_timeout_is_not_kept_because_the_machine_may_have_been_slow(tmp_path: Path) -> None:
    slow: dict[str, dict[str, Outcome]] = {"loop": {"one": Ended(Failure(FailureKind.TIMEOUT, "late"))}}
    cache(tmp_path).save(OUTCOMES | slow)
    assert cache(tmp_path).load() == OUTCOMES


def test_a_disk_without_room_keeps_nothing_and_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("json.dump", full)
    cache(tmp_path / "new").save(OUTCOMES)
    assert list((tmp_path / "new").iterdir()) == [], "nothing unfinished either"
    (tmp_path / "file").touch()
    cache(tmp_path / "file" / "folder").save(OUTCOMES)
    assert cache(tmp_path / "new").load() == {}


@pytest.mark.parametrize(
    "damaged", [b"", b"{", b"[]", b'{"bugs": 3}', b'{"bugs": {"a": {"one": "AAAA"}}}', b"\xff", b'{"bugs": {"a": 1}}']
)
def test_a_damaged_file_counts_as_empty(tmp_path: Path, damaged: bytes) -> None:
    cache(tmp_path).save(OUTCOMES)
    (file,) = tmp_path.iterdir()
    file.write_bytes(damaged)
    assert cache(tmp_path).load() == {}
    cache(tmp_path).save(OUTCOMES)
    assert cache(tmp_path).load() == OUTCOMES
