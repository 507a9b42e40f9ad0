"""The card entries of a lesson, read from the cache when first looked at."""

from collections.abc import Callable, Iterator, Sequence
from typing import overload

from quizterm.course.model import CardEntry


class LazyEntries(Sequence[CardEntry]):
    """Entries whose number is known. They are not kept here: the catalog keeps those of a few lessons."""

    def __init__(self, length: int, read: Callable[[], tuple[CardEntry, ...]]) -> None:
        self._length = length
        self._read = read

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> CardEntry: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[CardEntry]: ...
    def __getitem__(self, index: int | slice) -> CardEntry | Sequence[CardEntry]:
        return self._read()[index]

    def __iter__(self) -> Iterator[CardEntry]:
        return iter(self._read())

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if isinstance(other, Sequence) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))
