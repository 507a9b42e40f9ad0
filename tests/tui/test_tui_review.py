"""A sitting played by keyboard: question, answer, grade, and all that can be done beside it."""

from collections.abc import Callable

import pytest

from quizterm.memory.item import ItemState, Rating
from quizterm.study.review import Review
from quizterm.study.session import Study, open_study
from quizterm.tui.app import QuiztermApp
from tests.tui.conftest import Seconds, StillClock
from tests.tui.driving import press, screen_text

StateOf = Callable[[str], ItemState]
AnswersOf = Callable[[str], list[tuple[Rating | None, int | None]]]
SIZE = (80, 24)


async def test_question_and_answer_stand_at_the_same_places(review: QuiztermApp, study: Study) -> None:
    asked = Review(study).question
    assert asked is not None
    async with review.run_test(size=SIZE) as player:
        await player.pause()
        question = screen_text(review).splitlines()
        answer = (await press(player, "space")).splitlines()
        following = (await press(player, "3 escape")).splitlines()
    assert question[2] == "  Clearing gradients"
    assert question[4] == "  Why must gradients be cleared once per step?"
    assert answer[:5] == question[:5]
    assert following[2] == "  The method that clears"
    assert question[20].startswith("─" * 80)
    assert answer[20] == following[20] == question[20]
    assert answer[21].split() == ["1", "Again", "2", "Hard", "▸3", "Good", "4", "Easy"]
    assert answer[22].split() == [button.label for button in asked.buttons]


async def test_the_key_bar_shows_only_keys_that_work_there(review: QuiztermApp) -> None:
    async with review.run_test(size=SIZE) as player:
        await player.pause()
        question = screen_text(review).splitlines()[-1].strip()
        answer = (await press(player, "space")).splitlines()[-1].strip()
        field = (await press(player, "3")).splitlines()[-1].strip()
    assert question == "space answer  o lesson  u undo  - bury  @ suspend  q back  ? keys"
    assert answer == "space grade  r question  o lesson  u undo  - bury  @ suspend  q back  ? keys"
    assert field == "enter answer  esc leave the field"


async def test_the_way_back_stays_in_the_key_bar_before_all_but_the_first_key(review: QuiztermApp) -> None:
    async with review.run_test(size=(50, 20)) as player:
        await player.pause()
        assert screen_text(review).splitlines()[-1].strip() == "space answer  o lesson  u undo  q back  ? keys"
        await player.resize_terminal(34, 20)
        await player.pause()
        assert screen_text(review).splitlines()[-1].strip() == "space answer  q back  ? keys"


@pytest.mark.parametrize("rating", list(Rating))
async def test_each_grade_key_stores_its_grade_and_goes_on(
    rating: Rating, review: QuiztermApp, answers_of: AnswersOf
) -> None:
    async with review.run_test(size=SIZE) as player:
        shown = await press(player, f"space {rating.value}")
    assert answers_of("clearing") == [(rating, 0)]
    assert "The method that clears" in shown


@pytest.mark.parametrize("key", ["space", "enter"])
async def test_space_and_enter_take_the_suggested_grade(
    key: str, review: QuiztermApp, seconds: Seconds, answers_of: AnswersOf
) -> None:
    async with review.run_test(size=SIZE) as player:
        await press(player, f"{key} a b")  # two of three points: Hard
        seconds.now += 1
        await press(player, key)
    assert answers_of("clearing") == [(Rating.HARD, 1_000)]


async def test_a_grade_key_before_the_reveal_does_nothing(review: QuiztermApp, state_of: StateOf) -> None:
    async with review.run_test(size=SIZE) as player:
        shown = await press(player, "3 1 a")
    assert state_of("clearing").reps == 0
    assert "Clearing gradients" in shown


async def test_a_key_held_down_since_the_reveal_does_not_grade(
    review: QuiztermApp, seconds: Seconds, state_of: StateOf
) -> None:
    async with review.run_test(size=SIZE) as player:
        await press(player, "space")
        for _ in range(20):  # a held key repeats every 30 ms or so
            seconds.now += 0.03
            await press(player, "space")
        assert state_of("clearing").reps == 0
        seconds.now += 0.2
        await press(player, "space")
    assert state_of("clearing").reps == 1


async def test_a_number_grades_at_once_after_the_reveal(review: QuiztermApp, state_of: StateOf) -> None:
    async with review.run_test(size=SIZE) as player:
        await press(player, "space 3")
    assert state_of("clearing").reps == 1


async def test_thinking_is_timed_without_the_time_in_the_lesson(
    review: QuiztermApp, seconds: Seconds, answers_of: AnswersOf
) -> None:
    async with review.run_test(size=SIZE) as player:
        await player.pause()
        seconds.now += 4
        await press(player, "o")
        seconds.now += 600
        await press(player, "q")
        seconds.now += 3
        await press(player, "space 3")
    assert answers_of("clearing") == [(Rating.GOOD, 7_000)]


async def test_a_click_ticks_a_key_point_wherever_its_line_is_broken(review: QuiztermApp) -> None:
    async with review.run_test(size=(30, 40)) as player:
        lines = (await press(player, "space")).splitlines()
        rows = {letter: lines.index(next(line for line in lines if f"[ ] {letter}" in line)) for letter in "abc"}
        assert rows["c"] > rows["b"] + 1  # b takes two lines
        for row in (rows["c"] - 1, rows["a"], rows["a"] - 1):
            await player.click(offset=(12, row))
        await player.pause()
        shown = screen_text(review)
        assert ("[x] a" in shown, "[x] b" in shown, "[x] c" in shown) == (True, True, False)


async def test_ticks_suggest_and_can_be_taken_back(review: QuiztermApp) -> None:
    async with review.run_test(size=SIZE) as player:
        nothing = await press(player, "space")
        one = await press(player, "b")
        everything = await press(player, "a c")
        none_again = await press(player, "a b c d")
    assert "▸3 Good" in nothing
    assert "[x] b" in one
    assert "1 of 3" in one
    assert "▸1 Again" in one
    assert "▸3 Good" in everything
    assert none_again == nothing


async def test_r_hides_the_answer_again(review: QuiztermApp, state_of: StateOf) -> None:
    async with review.run_test(size=SIZE) as player:
        await player.pause()
        question = screen_text(review)
        await press(player, "space")
        assert await press(player, "r") == question
        assert "Because backward() adds" in await press(player, "space")
    assert state_of("clearing").reps == 0


async def test_undo_brings_the_card_back_and_forgets_the_answer(review: QuiztermApp, state_of: StateOf) -> None:
    async with review.run_test(size=SIZE) as player:
        await press(player, "space 4")
        assert state_of("clearing").reps == 1
        shown = await press(player, "escape u")
        nothing_left = await press(player, "u")
    assert state_of("clearing").reps == 0
    assert "Clearing gradients" in shown.splitlines()[2]
    assert "Took back the answer to “Clearing gradients”" in shown.splitlines()[1]
    assert "There is nothing to undo" in nothing_left


async def test_undo_reaches_answers_from_before_this_sitting(
    review: QuiztermApp, study: Study, state_of: StateOf
) -> None:
    Review(study).answer(Rating.EASY, 1_000)
    async with review.run_test(size=SIZE) as player:
        await press(player, "u")
    assert state_of("clearing").reps == 0


async def test_bury_hides_the_card_for_today(review: QuiztermApp, study: Study, state_of: StateOf) -> None:
    async with review.run_test(size=SIZE) as player:
        shown = await press(player, "-")
        assert "The method that clears" in shown
        assert "Buried until tomorrow" in shown
        await press(player, "escape u")
        assert state_of("clearing").buried_day is None
        await press(player, "-")
    assert state_of("clearing").buried_day == study.now().day


async def test_suspend_hides_the_card_until_it_is_resumed(review: QuiztermApp, state_of: StateOf) -> None:
    async with review.run_test(size=SIZE) as player:
        shown = await press(player, "@")
        assert "The method that clears" in shown
        assert "Suspended" in shown
    assert state_of("clearing").suspended


async def test_the_lesson_opens_at_the_section_and_leads_back_to_the_same_state(review: QuiztermApp) -> None:
    async with review.run_test(size=SIZE) as player:
        before = await press(player, "space a")
        lesson = await press(player, "o")
        after = await press(player, "q")
    assert "── Concept" in lesson
    assert "A leaf is a tensor that no recorded operation made." in lesson
    assert after == before


async def test_what_is_typed_survives_a_look_at_the_lesson(review: QuiztermApp) -> None:
    async with review.run_test(size=SIZE) as player:
        before = await press(player, "space 3 z e r o escape")
        assert "zero" in before
        await press(player, "o")
        after = await press(player, "q")
    assert after == before


async def test_escape_leaves_the_field_first_and_then_the_review(review: QuiztermApp) -> None:
    async with review.run_test(size=SIZE) as player:
        in_field = await press(player, "space 3 q")
        left = await press(player, "escape")
        back_in = await press(player, "tab x")
        gone = await press(player, "escape escape")
    assert "q" in in_field.splitlines()[7]
    assert "u undo" in left.splitlines()[-1]
    assert back_in.splitlines()[8].split() == ["2", "x"]
    assert "10 March 2026" in gone


async def test_a_card_that_changed_elsewhere_is_asked_anew(
    review: QuiztermApp, clock: StillClock, state_of: StateOf
) -> None:
    async with review.run_test(size=SIZE) as player:
        await press(player, "space")
        with open_study(clock=clock) as other:
            Review(other).answer(Rating.AGAIN, 500)
        await press(player, "4")
        notice = screen_text(review).splitlines()[1]
    assert state_of("clearing").reps == 1
    assert state_of("clearing").stability is not None
    assert "changed" in notice


@pytest.mark.parametrize("size", [(80, 24), (50, 20)])
async def test_no_notice_covers_the_bars(size: tuple[int, int], review: QuiztermApp) -> None:
    async with review.run_test(size=size, notifications=True) as player:
        answer = (await press(player, "space")).splitlines()[-4:]
        for _ in range(3):
            shown = (await press(player, "T")).splitlines()
            assert shown[1].strip() == f"Theme: {review.theme}"
            assert shown[-4:] == answer
        buried = (await press(player, "r -")).splitlines()
        assert buried[1].strip() == "Buried until tomorrow; esc u takes it back"
        assert buried[-1].strip() == "enter answer  esc leave the field"
        await press(player, "escape")
        bars = screen_text(review).splitlines()[-4:]
        review.notify("words " * 40, timeout=30)
        await player.pause()
        shown = (await press(player, "k")).splitlines()
    assert "words words" in shown[1]
    assert shown[-4:] == bars


async def test_a_notice_goes_with_the_next_key(review: QuiztermApp) -> None:
    async with review.run_test(size=SIZE) as player:
        before = await press(player, "k")
        assert "There is nothing to undo" in (await press(player, "u")).splitlines()[1]
        assert await press(player, "k") == before


async def test_the_title_bar_counts_what_comes_besides_this_card(review: QuiztermApp, clock: StillClock) -> None:
    async with review.run_test(size=SIZE) as player:
        await player.pause()
        assert screen_text(review).splitlines()[0].endswith("new card · 6 more new")
        await press(player, "space 1")
        for _ in range(5):
            await press(player, "escape space" if review.screen.focused else "space")
            await press(player, "4")
        assert screen_text(review).splitlines()[0].endswith("  new card · 1 learning")
        ahead = await press(player, "escape space 4")
        assert ahead.splitlines()[0].endswith("  1 learning")
        clock.ms += 60_000
        await press(player, "q")
        assert (await press(player, "enter")).splitlines()[0].endswith("  1 due")


async def test_a_click_on_the_bar_reveals_and_then_grades(review: QuiztermApp, answers_of: AnswersOf) -> None:
    async with review.run_test(size=SIZE) as player:
        await player.pause()
        await player.click("GradeBar", offset=(5, 1))
        await player.pause()
        await player.click("GradeBar", offset=(65, 1))
        await player.pause()
    assert answers_of("clearing") == [(Rating.EASY, 0)]


async def test_a_long_answer_is_scrolled_to_and_can_be_scrolled(review: QuiztermApp) -> None:
    async with review.run_test(size=(50, 20)) as player:
        for _ in range(5):
            await press(player, "enter")
            if review.screen.focused is not None:
                await press(player, "escape space")
            await press(player, "4")
        question = screen_text(review)
        assert "The weight that left" in question
        answer = await press(player, "space")
        below = await press(player, "ctrl+d")
        above = await press(player, "ctrl+u k k")
    assert "Line 6" in answer
    assert "Line 6" in answer.splitlines()[4]
    assert below != answer
    assert above != below


async def test_a_review_that_came_first_leads_to_today_and_on_into_another(review: QuiztermApp) -> None:
    async with review.run_test(size=SIZE) as player:
        await press(player, "space 4")
        assert "Answers    1 today" in await press(player, "escape escape")
        assert "The method that clears" in await press(player, "enter")
        assert "6 new" in await press(player, "escape q")
        await press(player, "q")
        assert not review.is_running


async def test_a_long_question_scrolls_above_its_field(review: QuiztermApp) -> None:
    async with review.run_test(size=(80, 14)) as player:
        for _ in range(3):
            await press(player, "escape space" if review.screen.focused else "space")
            await press(player, "4")
        top = await press(player, "2")
        below = await press(player, "pagedown")
    assert "Three sweeps" in top.splitlines()[1]
    assert "print(w.grad.item())" not in top
    assert "print(w.grad.item())" in below
    fields = [[line.split() for line in shown.splitlines()].index(["▌", "2"]) for shown in (top, below)]
    assert fields[0] == fields[1]
