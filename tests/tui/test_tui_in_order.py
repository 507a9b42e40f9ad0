"""Keys for a field: it has them though the terminal was left, and one that fails keeps no other key waiting."""

import asyncio

import pytest
from textual.events import AppBlur, Key
from textual.widgets import Input

from quizterm.tui.app import QuiztermApp
from quizterm.tui.fields.line import VisibleLine
from tests.tui.driving import press


async def test_keys_that_come_while_another_window_is_looked_at_go_into_the_field(today: QuiztermApp) -> None:
    async with today.run_test(size=(80, 24)) as player:
        await press(player, "b slash a")
        today.post_message(AppBlur())
        await press(player, "j q")
        assert today.screen.query_one(Input).value == "ajq"


async def test_a_field_that_fails_at_a_key_is_waited_for_no_longer(
    today: QuiztermApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or the app, which handles one key after the other, would never end."""

    async def fail(_: VisibleLine, __: Key) -> None:
        raise LookupError

    settled: list[Key] = []

    async def drive() -> None:
        async with today.run_test(size=(80, 24)) as player:
            await press(player, "W")
            monkeypatch.setattr(VisibleLine, "on_key", fail)
            line = today.focused
            assert isinstance(line, VisibleLine)
            key = Key("a", "a")
            line.post_message(key)
            async with asyncio.timeout(5):
                await line.settle()
            settled.append(key)

    with pytest.raises(LookupError):
        await drive()
    assert settled
