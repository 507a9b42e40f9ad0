"""The trusted process: `python -m quizterm.grading.referee SETTING`, requests on standard input, replies on output.

The setting is JSON. The process ends when its client does. The learner's code never runs here.
"""

import functools
import json
import os
import queue
import sys
import threading
from typing import Any, NoReturn

from quizterm import __version__
from quizterm.grading.progress import Note, note_to_plain
from quizterm.grading.wire import FrameKind, decode, encode, read_frame, write_frame


class _Channel:
    """Standard input and output, taken away from everything else in the process."""

    def __init__(self) -> None:
        self._requests = os.dup(0)
        self._replies = os.dup(1)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(2, 1)  # what an exercise file prints goes to standard error
        self._queue: queue.SimpleQueue[tuple[int, dict[str, Any]]] = queue.SimpleQueue()

    def listen(self) -> None:
        """Read requests from now on, in a thread, so that the end of the client is seen in the middle of work."""
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> NoReturn:
        while (received := read_frame(self._requests)) is not None:
            self._queue.put((received.nonce, decode(received.payload)))
        os._exit(0)  # the zygote sees the end of this process and ends the children

    def request(self) -> tuple[int, dict[str, Any]]:
        return self._queue.get()

    def reply(self, nonce: int, reply: dict[str, Any]) -> None:
        write_frame(self._replies, encode(reply), nonce)

    def progress(self, nonce: int, note: Note) -> None:
        write_frame(self._replies, encode(note_to_plain(note)), nonce, FrameKind.NOTE)


def main() -> NoReturn:
    setting = json.loads(sys.argv[1])
    if setting.get("version") != __version__:  # by the log, not by a frame: those may have changed too
        sys.exit(f"quizterm is {__version__} now, and this one was begun before: end it and start it again")
    channel = _Channel()
    try:
        import torch  # noqa: F401  # it may be missing or broken, which has to be told
    except (ImportError, OSError) as error:
        channel.listen()
        problem = f"torch cannot be imported ({error}); install it with `python -m pip install torch`"
        while True:
            channel.reply(channel.request()[0], {"error": ["grading", " ".join(problem.split())]})
    from quizterm.grading.capabilities import hide_memory
    from quizterm.grading.layers import Layer
    from quizterm.grading.service import Service

    service = Service(spawn=setting["spawn"], without=[Layer(name) for name in setting["without"]])
    if sys.platform == "linux":
        hide_memory()  # only now: a process that hides it cannot give the zygote namespaces
    channel.listen()
    while True:
        nonce, request = channel.request()
        channel.reply(nonce, service.answer(request, functools.partial(channel.progress, nonce)))


if __name__ == "__main__":
    main()
