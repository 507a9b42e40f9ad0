"""A cram in the app: it says all the while that nothing is recorded, and its buttons promise no interval."""

from quizterm.memory.item import Rating
from quizterm.study.cram import Cram
from quizterm.study.review import Review
from quizterm.study.session import Study
from quizterm.tui.app import QuiztermApp
from quizterm.tui.screens.today import DAYS_AHEAD
from tests.tui.conftest import Seconds, StillClock
from tests.tui.driving import press


async def test_the_app_needs_no_more_than_another_sitting(study: Study, seconds: Seconds) -> None:
    Review(study).answer(Rating.EASY, 1_000)
    app = QuiztermApp(study, Cram(study), monotonic=seconds)
    async with app.run_test(size=(80, 24)) as player:
        shown = await press(player, "space")
        assert shown.splitlines()[0].strip().startswith("Cram, not recorded › Leaves")
        assert "1 Again" in shown
        assert "10m" not in shown
        assert "a cram records nothing" in await press(player, "minus")
        assert "Cram, not recorded" in await press(player, "1")
        end = await press(player, "space 3")
        assert "2 answers" in end
        assert "Cram, not recorded" in await press(player, "u")
    assert study.store.reviews_total() == 1


async def test_a_lesson_is_crammed_and_days_ahead_are_studied_at_a_key(
    study: Study, clock: StillClock, seconds: Seconds
) -> None:
    review = Review(study)
    assert review.question is not None
    item_id, title = review.question.item_id, review.question.card.title
    review.answer(Rating.EASY, 1_000)
    app = QuiztermApp(study, monotonic=seconds)
    async with app.run_test(size=(80, 24)) as player:
        assert "Cram, not recorded" in await press(player, "l enter C")
        await press(player, "q q q")
        assert title not in await press(player, "A"), "too far away yet"
        await press(player, "q")
        due = study.store.item(item_id).state.due_day
        clock.ms += (due - study.now().day - DAYS_AHEAD) * 86_400_000
        assert title in await press(player, "A")
        await press(player, "space 3")
    assert study.store.reviews_total() == 2
