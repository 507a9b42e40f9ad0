"""Text that leads elsewhere in quizterm when it is clicked."""

from textual.content import Content
from textual.events import Click
from textual.style import Style

_ADDRESS = "quizterm_address"


def linked(text: Content, address: str) -> Content:
    """The text with an address, like `card:leaves.accumulates`, that stays on it however it is broken."""
    return text.stylize(Style.from_meta({_ADDRESS: address}))


def address_at(event: Click) -> str | None:
    """The address on what was clicked."""
    address = event.style.meta.get(_ADDRESS)
    return address if isinstance(address, str) else None
