"""Keys in the order in which they were pressed, however fast they come and whatever they open."""

from typing import Any

from textual.app import App
from textual.events import Key
from textual.screen import Screen
from textual.widget import AwaitMount

from quizterm.tui.fields.in_order import KeyTaker
from quizterm.tui.screens.screen import CommandScreen


async def act_before_the_next(app: App[None], key: Key) -> bool:
    """Do what a key is bound to, unless a field takes it; whether that is done.

    Textual sends a key to where the keyboard is, and looks for its binding only when it has climbed back to the app.
    The keys after it are on their way to the same place by then: those that should be typed into what it opens are
    lost, and those that should not go into what it leaves are typed there.
    """
    app.app_focus = True  # as Textual does at a key: what had the keyboard before the terminal was left has it
    screen: Screen[Any] = app.screen
    if not screen.is_mounted:
        await AwaitMount(screen, [screen])  # what the key before has opened has its fields then
    field = app.focused
    if not isinstance(screen, CommandScreen) or (field is not None and not isinstance(field, KeyTaker)):
        return False
    if field is not None:
        if field.takes(key):
            return False
        await field.settle()
    await screen.handle_key(key)
    screen.on_key()
    return await app._check_bindings(key.key, priority=True) or await app._check_bindings(key.key)
