"""The glossary: every key goes into the search, and the marked term is explained."""

from quizterm.tui.app import QuiztermApp
from tests.tui.driving import press


async def test_terms_are_searched_while_one_types_and_lead_to_their_lesson(today: QuiztermApp) -> None:
    async with today.run_test(size=(80, 30)) as player:
        every = await press(player, "W")
        assert "2 terms" in every
        assert "▸ leaf" in every
        assert "exactly  a tensor that no recorded operation made" in every
        seed = await press(player, "s e e")
        assert "▸ seed" in seed
        assert "1 term" in seed
        assert "enter lesson" in seed
        nothing = await press(player, "q")
        assert "No term holds that" in nothing
        assert "enter lesson" not in nothing
        assert "▸ seed" in await press(player, "backspace down up")
        assert "── Key Terms" in await press(player, "enter")
        assert "▸ seed" in await press(player, "q")
        assert "Start the review" in await press(player, "escape")
