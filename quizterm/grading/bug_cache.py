"""Outcomes of an exercise's bugs, kept between gradings: they change with the exercise, torch, device and seed only."""

import base64
import hashlib
import json
import tempfile
from collections.abc import Mapping
from pathlib import Path

from quizterm.grading.outcome import Ended, Outcome, from_plain, to_plain
from quizterm.grading.verdict import FailureKind
from quizterm.grading.wire import decode, encode

SCHEMA = 1

Outcomes = Mapping[str, Outcome]  # by experiment


class BugCache:
    """The outcomes of all bugs of one exercise for one torch, device and seed, in one JSON file in `folder`."""

    def __init__(self, folder: Path, slug: str, content_hash: str, torch: str, device: str, seed: int) -> None:
        key = hashlib.sha256("\n".join([str(SCHEMA), content_hash, torch, device, str(seed)]).encode()).hexdigest()
        self._file = folder / f"{slug}-{key[:32]}.json"

    def load(self) -> dict[str, Outcomes]:
        """What is kept, by bug. A file that is absent or cannot be read counts as empty: it will be written again."""
        try:
            data = json.loads(self._file.read_text(encoding="ascii"))
            return {
                bug: {name: from_plain(decode(base64.b64decode(text))) for name, text in outcomes.items()}
                for bug, outcomes in data["bugs"].items()
            }
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return {}

    def save(self, bugs: Mapping[str, Outcomes]) -> None:
        """Keep the outcomes of bugs, except where a bug ran out of time: that may be the machine's doing.

        Where the disk is full or read-only nothing is kept, and what bugs do is found out again.
        """
        data = {
            "schema": SCHEMA,
            "bugs": {
                bug: {name: base64.b64encode(encode(to_plain(one))).decode("ascii") for name, one in outcomes.items()}
                for bug, outcomes in bugs.items()
                if not any(map(_is_timeout, outcomes.values()))
            },
        }
        unfinished: Path | None = None
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(
                "w", encoding="ascii", dir=self._file.parent, prefix=".", delete=False
            ) as stream:
                unfinished = Path(stream.name)
                json.dump(data, stream)
            unfinished.replace(self._file)
        except OSError:
            if unfinished is not None:
                unfinished.unlink(missing_ok=True)


def _is_timeout(outcome: Outcome) -> bool:
    return isinstance(outcome, Ended) and outcome.failure.kind is FailureKind.TIMEOUT
