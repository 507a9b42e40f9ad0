"""Links between lessons, cards and exercises, followed by the mouse."""

import pytest
from textual.content import Content

from quizterm.tui.app import QuiztermApp
from quizterm.tui.layout import lay_out
from quizterm.tui.markdown import blocks_of
from quizterm.tui.screens.screen import CommandScreen
from quizterm.tui.widgets.prose import Prose
from tests.tui.driving import press, screen_text

SIZE = (50, 20)
WORDS = "what comes after it, in words that need **more** than one line of such a small window"


def clickable(line: Content) -> str:
    """What of a line leads elsewhere."""
    return "".join(line.plain[span.start : span.end] for span in line.spans if not isinstance(span.style, str))


def test_a_link_stays_one_where_it_is_broken_and_others_are_none() -> None:
    text = f"Read [{WORDS}](lesson:later), [outside](https://example.org) or `card:x`."
    lines = lay_out(blocks_of(text), 40)
    assert len(lines) > 2
    assert " ".join(filter(None, map(clickable, lines))).split() == WORDS.replace("*", "").split()


@pytest.mark.parametrize(
    ("address", "shown"),
    [("lesson:later", "Later"), ("card:kinds.leaves", "── Concept"), ("card:no.such", "no card is called `no.such`")],
)
async def test_a_click_on_any_line_of_a_link_leads_to_what_it_names(
    address: str, shown: str, today: QuiztermApp
) -> None:
    async with today.run_test(size=SIZE) as player:
        await press(player, "question_mark")
        today.screen.query_one(Prose).show(blocks_of(f"Read [{WORDS}]({address})."))
        await player.pause()
        row, line = next(
            (row, line) for row, line in enumerate(screen_text(today).splitlines()) if "small window" in line
        )
        below = today.screen
        await player.click(offset=(line.index("small"), row))
        await player.pause()
        assert shown in screen_text(today)
        assert isinstance(below, CommandScreen)
        assert (today.screen is below) == (address == "card:no.such")
