import os
from collections.abc import Iterator

import pytest

from quizterm.errors import GradingError
from quizterm.grading.spare import Child, Spare


class Source:
    """Starts children that are only pipes; the other ends are kept in `theirs`."""

    def __init__(self) -> None:
        self.theirs: list[int] = []
        self.ended: list[int] = []
        self.fails = False

    def start(self) -> Child:
        if self.fails:
            raise GradingError("no process left")
        pipes = [os.pipe() for _ in range(3)]
        self.theirs += [pipes[0][0], pipes[1][1], pipes[2][1]]
        return Child(len(self.theirs) // 3, pipes[0][1], pipes[1][0], pipes[2][0])

    def end(self, child: Child) -> None:
        self.ended.append(child.number)
        if self.fails:
            raise GradingError("it never started")

    def die(self, number: int) -> None:
        os.close(self.theirs[3 * number - 2])
        self.theirs[3 * number - 2] = os.open(os.devnull, os.O_RDONLY)


@pytest.fixture
def source() -> Iterator[Source]:
    made = Source()
    yield made
    for descriptor in made.theirs:
        os.close(descriptor)


def test_what_was_kept_ready_is_taken_once(source: Source) -> None:
    spare = Spare(source.start, source.end)
    spare.refill()
    spare.refill()
    first, second = spare.take(), spare.take()
    assert (first.number, second.number) == (1, 2)
    assert source.ended == []
    first.close()
    second.close()


@pytest.mark.parametrize("harm", ["death", "a word"])
def test_a_spare_that_is_not_as_it_was_is_replaced(source: Source, harm: str) -> None:
    spare = Spare(source.start, source.end)
    spare.refill()
    if harm == "death":
        source.die(1)
    else:
        os.write(source.theirs[1], b"x")
    taken = spare.take()
    assert taken.number == 2
    assert source.ended == [1]
    taken.close()


def test_a_spare_that_is_dropped_is_ended(source: Source) -> None:
    spare = Spare(source.start, source.end)
    spare.drop()
    spare.refill()
    source.fails = True
    spare.drop()
    assert source.ended == [1]
    with pytest.raises(GradingError, match="no process left"):
        spare.take()
