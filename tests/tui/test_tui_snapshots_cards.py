"""Whole screens as text: a review with all seven kinds of cards, and what can be seen and done beside a card."""

from dataclasses import replace

from quizterm.memory.item import Rating
from quizterm.study.review import Review
from quizterm.study.session import Study
from quizterm.tui.app import QuiztermApp
from tests.tui.conftest import Seconds, StillClock
from tests.tui.driving import press, type_text
from tests.tui.snapshots import Snapshots

SIZE = (60, 22)
DAY_MS = 86_400_000
TYPED = {"method": "zero", "sweeps": "2.0\n6.0", "product": "2, 4"}
PICKED = {"leaves": "b", "step": "a b c d"}
TICKED = {"clearing": "a"}


async def test_all_kinds(study: Study, seconds: Seconds) -> None:
    snapshots = Snapshots("card")
    review = Review(study)
    app = QuiztermApp(study, review, monotonic=seconds)
    async with app.run_test(size=SIZE) as player:
        while review.question is not None and review.question.state.reps == 0:
            name = review.question.card.id.rpartition(".")[2]
            kind = review.question.card.kind.value
            if name in TYPED:
                await type_text(player, TYPED[name])
            snapshots.take(f"{kind}-question", await press(player, PICKED.get(name, "f12")))
            shown = await press(player, "enter enter" if name == "method" else "enter")
            if name in TICKED:
                shown = await press(player, TICKED[name])
            snapshots.take(f"{kind}-answer", shown)
            seconds.now += 5
            await press(player, "4")
    snapshots.check()


async def test_around_a_card(review: QuiztermApp, seconds: Seconds) -> None:
    snapshots = Snapshots("around")
    async with review.run_test(size=SIZE) as player:
        snapshots.take("flagged", await press(player, "exclamation_mark"))
        snapshots.take("info-new", await press(player, "i"))
        await press(player, "q space E")
        snapshots.take("note-typed", await type_text(player, "like momentum 1"))
        snapshots.take("note", await press(player, "escape"))
        seconds.now += 5
        await press(player, "3 escape")
        snapshots.take("look-back", await press(player, "p"))
        snapshots.take("undone", await press(player, "q u"))
        snapshots.take("info", await press(player, "space 4 escape u i"))
        snapshots.take("help", await press(player, "q question_mark"))
        await press(player, "q at")
        snapshots.take("field-left", await press(player, "escape"))
        snapshots.take("bury", await press(player, "minus"))
        snapshots.take("lesson", await press(player, "escape o"))
        snapshots.take("cram", await press(player, "q q l enter C"))
    snapshots.check()


async def test_a_leech(study: Study, seconds: Seconds, clock: StillClock) -> None:
    snapshots = Snapshots("leech")
    study.apply(replace(study.settings, leech_lapses=1))
    Review(study).answer(Rating.EASY, 1_000)
    clock.ms += 30 * DAY_MS
    app = QuiztermApp(study, Review(study), monotonic=seconds)
    async with app.run_test(size=SIZE) as player:
        await press(player, "space")
        snapshots.take("sentence", await press(player, "1"))
    snapshots.check()
