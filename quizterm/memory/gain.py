"""What one review is worth now: the recall that is expected with it, less that without it, over the weeks to come.

What a learner knows is the sum of the chances of recall of all cards, as the field defines it
(https://github.com/open-spaced-repetition/fsrs4anki/wiki/The-Optimal-Retention). Let R be a card's chance of recall
today, S its stability and t the days since its last answer. Over the next H days the card contributes

- without a review: the integral of its forgetting curve from t to t + H;
- with a review today: R times the integral from 0 to H of the curve under the stability after Good, and 1 - R times
  that under the stability after Again and, once its relearning step is over, Good.

The gain is the difference. To take the card of the largest gain is the greedy choice for a learner who can do only so
many reviews a day. A card that is hardly forgotten gains little; of two that are forgotten as far, the one that will be
forgotten again within days gains less.
"""

from collections.abc import Iterable
from typing import NamedTuple

from quizterm.memory.fsrs import Memory
from quizterm.memory.item import Rating

HORIZON = 30.0  # days; in simulations of backlogs 30 lost less recall than 14, 60 or 120


class Trace(NamedTuple):
    """What is known of a card that waits: its item's id, its memory, and the study day of its last answer."""

    item_id: int
    stability: float
    difficulty: float
    last_day: int


def gain(trace: Trace, memory: Memory[float], today: int) -> float:
    """Days of recall that a review today adds within the horizon; see the module."""
    elapsed = float(max(0, today - trace.last_day))
    recall = memory.retrievability(trace.stability, elapsed)
    again, good = memory.grades[Rating.AGAIN - 1], memory.grades[Rating.GOOD - 1]
    recalled, _ = memory.next(trace.stability, trace.difficulty, recall, good, elapsed == 0)
    forgotten = memory.next(trace.stability, trace.difficulty, recall, again, elapsed == 0)
    relearned, _ = memory.next(*forgotten, 1.0, good, True)
    after = recall * memory.days_known(recalled, 0.0, HORIZON) + (1 - recall) * memory.days_known(
        relearned, 0.0, HORIZON
    )
    return after - memory.days_known(trace.stability, elapsed, elapsed + HORIZON)


def by_gain(traces: Iterable[Trace], memory: Memory[float], today: int) -> list[int]:
    """The ids of the items, the largest gain first."""
    ranked = sorted((-gain(trace, memory, today), trace.item_id) for trace in traces)
    return [item_id for _, item_id in ranked]
