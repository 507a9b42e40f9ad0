"""Keys of a field in the order in which they were pressed."""

from textual.events import Key
from textual.widget import Widget


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
