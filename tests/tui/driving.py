"""Driving the app in tests: what it shows as text, and keys pressed one after another."""

import asyncio
from typing import Any

from textual.app import App
from textual.pilot import Pilot

Player = Pilot[Any]


def screen_text(app: App[Any]) -> str:
    """What the terminal shows, a line a row, without colours and without spaces at the ends."""
    rows = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in row).rstrip() for row in rows)


async def press(player: Player, keys: str) -> str:
    """Press keys separated by spaces, wait until all is drawn; returns what is shown then."""
    for key in keys.split():
        await player.press(key)
    await player.pause()
    return screen_text(player.app)


async def press_and_count(player: Player, keys: str) -> str:
    """Press keys that have something counted beside the app; returns what is shown when it is told."""
    for key in keys.split():
        await player.press(key)
    await player.pause()
    await player.app.workers.wait_for_complete()
    await player.pause()
    return screen_text(player.app)


async def type_text(player: Player, text: str) -> str:
    """Type a text as a keyboard would send it."""
    for character in text:
        await player.press({" ": "space", "\n": "down"}.get(character, character))
    await player.pause()
    return screen_text(player.app)


async def resize(player: Player, width: int, height: int) -> str:
    """Give the terminal another size, wait until all is drawn in it; returns what is shown then."""
    await player.resize_terminal(width, height)
    async with asyncio.timeout(30):
        while player.app.screen._compositor.size != (width, height):
            await player.pause()
    await player.pause()
    return screen_text(player.app)
