from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from tests.attacks.arena import Arena, Configuration
from tests.support.processes import adopt_orphans


@pytest.fixture(scope="session")
def arena_of() -> Iterator[Callable[[Configuration], Arena]]:
    """The arena of a configuration, made when it is first asked for."""
    adopt_orphans()
    arenas: dict[Configuration, Arena] = {}
    with ExitStack() as stack:

        def get(configuration: Configuration) -> Arena:
            if configuration not in arenas:
                arenas[configuration] = stack.enter_context(Arena(configuration))
            return arenas[configuration]

        yield get
