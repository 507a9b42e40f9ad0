"""The end of a sitting."""

from pathlib import Path

from quizterm.study.review import Review
from quizterm.study.session import Study, open_study
from quizterm.study.today import plan
from quizterm.study.words import count_text
from quizterm.tui.app import QuiztermApp
from tests.tui.conftest import Seconds, StillClock
from tests.tui.driving import press, screen_text

SIZE = (80, 24)
DAY_MS = 86_400_000


async def test_a_limit_ends_the_sitting_with_its_summary(study: Study, seconds: Seconds) -> None:
    app = QuiztermApp(study, Review(study, limit=2), monotonic=seconds)
    async with app.run_test(size=SIZE) as player:
        await press(player, "space")
        seconds.now += 100
        await press(player, "1 escape space")
        seconds.now += 50
        end = await press(player, "4")
    rows = {line.split()[0]: line.split()[1:] for line in end.splitlines() if line.strip()}
    assert "2 answers in 2 minutes" in end
    assert rows["Again"][0] == "1"
    assert rows["Easy"][0] == "1"
    assert rows["Next"] == ["today", "at", "09:01"]
    assert "Read again  Leaves and accumulation" in end
    assert f"Tomorrow    {count_text(plan(study).tomorrow, 'card')}, if no more are answered today" in end
    assert "Recalled" not in end, "no card was met before"


async def test_recall_counts_cards_met_before(study: Study, seconds: Seconds, clock: StillClock) -> None:
    first = Review(study)
    for _ in range(2):
        assert first.question is not None
        first.answer(first.question.buttons[3].rating, 1_000)
    clock.ms += 60 * DAY_MS
    app = QuiztermApp(study, Review(study, limit=2), monotonic=seconds)
    async with app.run_test(size=SIZE) as player:
        for grade in ("1", "3"):
            await press(player, "escape space" if app.screen.focused else "space")
            await press(player, grade)
        assert "Recalled    50% of the cards met before" in screen_text(app)


async def test_undo_at_the_end_goes_back_into_the_sitting(study: Study, seconds: Seconds) -> None:
    app = QuiztermApp(study, Review(study, limit=1), monotonic=seconds)
    async with app.run_test(size=SIZE) as player:
        assert "1 answer" in await press(player, "space 3")
        back = await press(player, "u")
        assert "Clearing gradients" in back
        assert "1 answer" in await press(player, "space 3")
    item = study.store.item_by_key("kinds.kinds.clearing")
    assert item is not None
    assert item.state.reps == 1


async def test_enter_leads_from_the_end_to_today(study: Study, seconds: Seconds) -> None:
    app = QuiztermApp(study, Review(study, limit=1), monotonic=seconds)
    async with app.run_test(size=SIZE) as player:
        await press(player, "space 3")
        assert "10 March 2026" in await press(player, "enter")


async def test_a_sitting_without_cards_ends_at_once(study: Study, seconds: Seconds) -> None:
    review = Review(study)
    while review.question is not None:
        review.suspend()
    app = QuiztermApp(study, review, monotonic=seconds)
    async with app.run_test(size=SIZE) as player:
        await player.pause()
        shown = screen_text(app)
    assert "Nothing to ask" in shown
    words = " ".join(shown.split())
    assert "7 cards suspended: in Browse (b at Today) is:suspended shows what is, and @ brings one back" in words
    assert "quizterm resume" not in words
    assert "Tomorrow" in shown


async def test_a_lesson_without_a_card_to_ask_says_why(
    course_folder: Path, home: Path, clock: StillClock, seconds: Seconds
) -> None:
    del course_folder
    (home / "settings.toml").write_text("new_cards_a_day = 0\n")
    with open_study(clock=clock) as study:
        app = QuiztermApp(study, Review(study, lesson="later"), monotonic=seconds)
        async with app.run_test(size=SIZE) as player:
            await player.pause()
            shown = screen_text(app)
    assert "Nothing to ask" in shown
    assert "1 new card held back: at most 0 new cards a day" in shown
    assert "Leaves and accumulation" not in shown, "another lesson's reason"
