"""Each kind of card played by keyboard: asked, answered right or wrong, revealed, graded as suggested."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from quizterm.course.model import CardKind, Choice, Cloze, Order, Printed
from quizterm.memory.item import Rating
from quizterm.study.question import Question
from quizterm.study.review import Review
from quizterm.study.session import Study
from quizterm.tui.app import QuiztermApp
from tests.tui.conftest import Seconds
from tests.tui.driving import Player, press, screen_text, type_text

AnswersOf = Callable[[str], list[tuple[Rating | None, int | None]]]
SIZE = (80, 30)


@pytest.fixture
def ask(study: Study, seconds: Seconds) -> Callable[[CardKind], object]:
    """A review that stands at the first card of a kind."""

    @asynccontextmanager
    async def begin(kind: CardKind) -> AsyncIterator[tuple[Player, Question]]:
        review = Review(study)
        while review.question is not None and review.question.card.kind is not kind:
            review.bury()
        assert review.question is not None
        question = review.question
        async with QuiztermApp(study, review, monotonic=seconds).run_test(size=SIZE) as player:
            await player.pause()
            yield player, question

    return begin


async def grade_as_suggested(player: Player, seconds: Seconds) -> None:
    seconds.now += 1
    await press(player, "enter")


async def test_recall_is_said_aloud_and_its_points_ticked(ask, seconds: Seconds, answers_of: AnswersOf) -> None:
    async with ask(CardKind.RECALL) as (player, _):
        asked = screen_text(player.app)
        answer = await press(player, "space")
        await press(player, "a b c")
        await grade_as_suggested(player, seconds)
    assert "accumulates by addition" not in asked
    assert "[ ] a  .grad accumulates by addition" in answer
    assert "Because backward() adds to .grad, it never overwrites it." in answer
    assert answers_of("clearing") == [(Rating.GOOD, 1_000)]


class TestCloze:
    async def test_enter_goes_from_blank_to_blank_and_then_reveals(
        self, ask, seconds: Seconds, answers_of: AnswersOf
    ) -> None:
        async with ask(CardKind.CLOZE) as (player, question):
            asked = screen_text(player.app)
            assert isinstance(question.card.body, Cloze)
            for blank in question.card.body.blanks:
                assert blank not in asked
                await type_text(player, blank)
                answer = await press(player, "enter")
            await grade_as_suggested(player, seconds)
        assert "optimizer._____1()" in asked
        assert "optimizer.✓zero_grad()" in answer
        assert "✓ All right" in answer
        assert answers_of("method") == [(Rating.GOOD, 1_000)]

    async def test_what_is_wrong_stands_beside_what_belongs_there(
        self, ask, seconds: Seconds, answers_of: AnswersOf
    ) -> None:
        async with ask(CardKind.CLOZE) as (player, _):
            await type_text(player, "zero")
            await press(player, "enter")
            await type_text(player, "None")
            answer = await press(player, "enter")
            await grade_as_suggested(player, seconds)
        assert "optimizer.✗zero_grad()" in answer
        assert "✗ 1 zero  →  zero_grad" in answer
        assert "✓None" in answer
        assert answers_of("method") == [(Rating.AGAIN, 1_000)]


class TestChoice:
    @staticmethod
    def letters(question: Question, *, right: bool) -> str:
        body = question.card.body
        assert isinstance(body, Choice)
        return " ".join("abcdefgh"[at] for at, place in enumerate(question.order) if body.options[place].right is right)

    async def test_letters_pick_and_unpick(self, ask, seconds: Seconds, answers_of: AnswersOf) -> None:
        async with ask(CardKind.CHOICE) as (player, question):
            wrong = self.letters(question, right=False)
            picked = await press(player, wrong)
            assert f"[x] {wrong}" in picked
            assert f"[ ] {wrong}" in await press(player, wrong)
            await press(player, self.letters(question, right=True))
            answer = await press(player, "enter")
            await grade_as_suggested(player, seconds)
        assert "✓ Right" in answer
        assert "Parameters are leaves by construction." in answer
        assert answers_of("leaves") == [(Rating.GOOD, 1_000)]

    async def test_a_wrong_pick_is_marked_and_every_option_explained(
        self, ask, seconds: Seconds, answers_of: AnswersOf
    ) -> None:
        async with ask(CardKind.CHOICE) as (player, question):
            wrong = self.letters(question, right=False)
            answer = await press(player, f"{wrong} enter")
            await grade_as_suggested(player, seconds)
        assert f"✗ Not quite: {', '.join(self.letters(question, right=True).split())} would be right" in answer
        assert f"▸✗ {wrong}  " in answer
        assert "A recorded multiplication made it." in answer
        assert answers_of("leaves") == [(Rating.AGAIN, 1_000)]

    async def test_arrows_and_space_pick_as_well(self, ask) -> None:
        async with ask(CardKind.CHOICE) as (player, _):
            await press(player, "down down space")
            assert "▸[x] b" in screen_text(player.app)
            assert "▸[ ] b" in await press(player, "backspace")

    @pytest.mark.parametrize(
        ("keys", "shown"),
        [
            ("question_mark", "Keys"),
            ("o", "── Concept"),
            ("q", "› Today"),
            ("u", "Took back the burying of"),
            ("-", "Buried until tomorrow"),
            ("@", "Suspended"),
            ("space", "space grade"),
        ],
    )
    async def test_keys_that_pick_nothing_work_as_on_a_card_without_a_field(self, keys: str, shown: str, ask) -> None:
        async with ask(CardKind.CHOICE) as (player, _):
            assert shown in await press(player, keys)

    async def test_a_look_at_the_lesson_keeps_what_was_picked(self, ask) -> None:
        async with ask(CardKind.CHOICE) as (player, _):
            before = await press(player, "b")
            await press(player, "o")
            assert await press(player, "q") == before
            assert "[ ] b" in await press(player, "b")


class TestOutput:
    async def test_several_lines_are_typed_and_compared(self, ask, seconds: Seconds, answers_of: AnswersOf) -> None:
        async with ask(CardKind.OUTPUT) as (player, question):
            assert isinstance(question.card.body, Printed)
            await type_text(player, question.card.body.output.strip())
            answer = await press(player, "enter")
            await grade_as_suggested(player, seconds)
        assert "✓ Right" in answer
        assert "Each sweep adds 2 to what is there." in answer
        assert answers_of("sweeps") == [(Rating.GOOD, 1_000)]

    async def test_a_wrong_line_is_marked(self, ask, seconds: Seconds, answers_of: AnswersOf) -> None:
        async with ask(CardKind.OUTPUT) as (player, _):
            await type_text(player, "2.0\n6.0")
            answer = await press(player, "enter")
            await grade_as_suggested(player, seconds)
        lines = [line for line in answer.splitlines() if "▎" in line and ".0" in line and "tensor" not in line]
        assert [line.split() for line in lines] == [["▎", "2.0", "▎2.0"], ["▎✗", "6.0", "▎4.0"]]
        assert answers_of("sweeps") == [(Rating.AGAIN, 1_000)]

    async def test_untyped_suggests_good_and_only_shows_the_output(
        self, ask, seconds: Seconds, answers_of: AnswersOf
    ) -> None:
        async with ask(CardKind.OUTPUT) as (player, _):
            answer = await press(player, "escape space")
            await grade_as_suggested(player, seconds)
        assert "✗" not in answer
        assert "✓" not in answer
        assert "▎4.0" in answer
        assert answers_of("sweeps") == [(Rating.GOOD, 1_000)]


@pytest.mark.parametrize(
    ("typed", "suggested"), [("2, 4", Rating.GOOD), ("(2,4)", Rating.GOOD), ("3, 3", Rating.AGAIN)]
)
async def test_a_shape_is_typed_any_way(
    typed: str, suggested: Rating, ask, seconds: Seconds, answers_of: AnswersOf
) -> None:
    async with ask(CardKind.SHAPE) as (player, _):
        await type_text(player, typed)
        answer = await press(player, "enter")
        await grade_as_suggested(player, seconds)
    assert "torch.Size([2, 4])" in answer
    assert ("✓ Right" in answer) is (suggested is Rating.GOOD)
    assert answers_of("product") == [(suggested, 1_000)]


async def test_a_bug_shows_reason_repair_and_both_outputs(ask, seconds: Seconds, answers_of: AnswersOf) -> None:
    async with ask(CardKind.BUG) as (player, _):
        asked = screen_text(player.app)
        answer = await press(player, "space")
        below = await press(player, "ctrl+d ctrl+d")
        await grade_as_suggested(player, seconds)
    assert "6     w = w - 0.1 * w.grad" in asked
    assert "Line 6: w = w - 0.1 * w.grad makes a new, interior tensor" in answer
    assert "+         w -= 0.1 * w.grad" in answer
    assert "TypeError" in below
    assert "tensor(0.6400, requires_grad=True)" in below
    assert answers_of("rebind") == [(Rating.GOOD, 1_000)]


class TestOrder:
    @staticmethod
    def letters(question: Question) -> list[str]:
        body = question.card.body
        assert isinstance(body, Order)
        return ["abcdefgh"[question.order.index(place)] for place in range(len(body.steps))]

    async def test_letters_in_the_right_order(self, ask, seconds: Seconds, answers_of: AnswersOf) -> None:
        async with ask(CardKind.ORDER) as (player, question):
            *letters, last = self.letters(question)
            picked = await press(player, " ".join(letters))
            assert await press(player, last) == picked
            answer = await press(player, "enter")
            await grade_as_suggested(player, seconds)
        assert f" 1 {letters[0]}  Clear the gradients" in picked
        assert f" 5 {last}  Step the optimizer" in picked, "the step that is left is the last one"
        assert "✓ The right order" in answer
        assert answers_of("step") == [(Rating.GOOD, 1_000)]

    async def test_a_wrong_order_shows_where_each_step_was(self, ask, seconds: Seconds, answers_of: AnswersOf) -> None:
        async with ask(CardKind.ORDER) as (player, question):
            first, second, *rest = self.letters(question)
            answer = await press(player, " ".join([second, first, *rest, "enter"]))
            await grade_as_suggested(player, seconds)
        shown = [line.split()[:2] for line in answer.splitlines() if line.strip()[:1] in ("✗", "✓")]
        assert shown[1:] == [["✗", "2"], ["✗", "1"], ["✓", "3."], ["✓", "4."], ["✓", "5."]]
        assert answers_of("step") == [(Rating.AGAIN, 1_000)]

    @pytest.mark.parametrize(("key", "shown"), [("u", "Took back"), ("@", "Nothing to ask"), ("o", "── Common")])
    async def test_other_keys_work_here_too(self, key: str, shown: str, ask) -> None:
        async with ask(CardKind.ORDER) as (player, _):
            assert shown in await press(player, key)

    async def test_backspace_takes_the_last_step_back(self, ask) -> None:
        async with ask(CardKind.ORDER) as (player, _):
            shown = await press(player, "c a backspace")
            assert " 1 c" in shown
            assert " · a" in shown
            complete = await press(player, "a b e d")
            assert " 5 d" in complete
            assert " 4 e" not in await press(player, "backspace")
