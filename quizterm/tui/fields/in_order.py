"""Keys of a field in the order in which they were pressed."""

import asyncio
from typing import ClassVar

from textual.events import Key
from textual.widget import Widget


class KeyTaker(Widget):
    """A widget that is typed into.

    `OWN_KEYS` are those it has a use for besides what is typed and what it binds; `LEFT_KEYS` those it leaves to the
    screen, though it might bind them.
    """

    OWN_KEYS: ClassVar[frozenset[str]] = frozenset()
    LEFT_KEYS: ClassVar[frozenset[str]] = frozenset()

    def takes(self, key: Key) -> bool:
        """Whether a key is its own."""
        if key.key in self.LEFT_KEYS:
            return False
        is_bound = key.key in self._bindings.key_to_bindings
        return is_bound or key.key in self.OWN_KEYS or self.check_consume_key(key.key, key.character)

    async def settle(self) -> None:
        """Wait until the keys that were sent here have done what they do, or the widget failed at one of them."""
        done = asyncio.Event()
        if self._task is not None and self.call_later(done.set):
            waiting = asyncio.create_task(done.wait())
            await asyncio.wait((waiting, self._task), return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()


async def act_at_once(field: Widget, event: Key) -> None:
    """Do what a key is bound to in the field that is typed into, and let nobody else have the key.

    Textual looks for the binding only after the key has climbed to the app: a letter that was pressed right after a
    backspace or an arrow key would overtake it, and the wrong character would be deleted.
    """
    for binding in field._bindings.key_to_bindings.get(event.key, ()):
        if await field.app.run_action(binding.action, field):
            event.stop()
            event.prevent_default()
            return
