"""What one review does to an item, once it is chosen when the item comes back."""

from quizterm.memory.fsrs import Memory
from quizterm.memory.item import ItemState, Phase, Rating


def memory_after(state: ItemState, rating: Rating, day: int, memory: Memory[float]) -> tuple[float, float]:
    """Stability and difficulty after a review on a study day."""
    if state.stability is None or state.difficulty is None or state.last_day is None:
        return memory.first(rating)
    elapsed = max(0, day - state.last_day)  # the clock may have been set back
    retrievability = memory.retrievability(state.stability, elapsed)
    return memory.next(state.stability, state.difficulty, retrievability, memory.grades[rating - 1], elapsed == 0)


def after_review(
    state: ItemState,
    rating: Rating,
    day: int,
    due_day: int,
    due_at: int | None,
    stability: float,
    difficulty: float,
) -> ItemState:
    """The state after a review on study day `day`, given when the item comes back and what memory became.

    The steps themselves are not needed: a review that set `due_at` began or went on with a step.
    """
    if due_at is None:
        phase, step = Phase.REVIEW, 0
    else:
        first_steps = state.phase in (Phase.NEW, Phase.LEARNING)
        phase = Phase.LEARNING if first_steps else Phase.RELEARNING
        step = _next_step(state.step, rating)
    return ItemState(
        phase=phase,
        step=step,
        due_day=due_day,
        due_at=due_at,
        stability=stability,
        difficulty=difficulty,
        last_day=day,
        reps=state.reps + 1,
        lapses=state.lapses + (state.phase is Phase.REVIEW and rating is Rating.AGAIN),
        suspended=state.suspended,
        buried_day=state.buried_day,
        front=state.front,
        flagged=state.flagged,
        leech=state.leech,
    )


def _next_step(step: int, rating: Rating) -> int:
    match rating:
        case Rating.AGAIN:
            return 0
        case Rating.HARD:
            return step
        case Rating.GOOD | Rating.EASY:
            return step + 1
