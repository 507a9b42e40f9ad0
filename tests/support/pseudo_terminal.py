"""A program in a real pseudo-terminal: keys go in, the screen is read, every wait is bounded and none is a sleep."""

import codecs
import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import TracebackType

from tests.support.screen import Screen

PATIENCE_S = 30.0  # far more than anything here takes
# The shell opens the terminal as the leader of a new session, which makes it the one that ctrl+c is sent to.
_IN_TERMINAL = 'exec "$@" <>"$0" >"$0" 2>"$0"'  # the input can be written too, as a login gives it


@contextlib.contextmanager
def _heeding_interrupts() -> Iterator[None]:
    """Undo what a shell does to its background jobs: a program inherits that interrupts are ignored."""
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.SIG_IGN:
        yield
        return
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class PseudoTerminal:
    """Runs one program until it ends or is killed.

    Args:
        words: the program and its arguments.
        environment: what the program sees; `TERM` and `COLORTERM` are a usual terminal's unless it says otherwise.
    """

    def __init__(
        self, words: Sequence[str], environment: Mapping[str, str], *, columns: int = 80, rows: int = 24
    ) -> None:
        self._size = columns, rows
        self.screen = Screen(columns, rows)
        self.transcript = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._master, self._slave = pty.openpty()
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.modes_before = termios.tcgetattr(self._slave)
        with _heeding_interrupts():
            self.process = subprocess.Popen(
                ["/bin/sh", "-c", _IN_TERMINAL, os.ttyname(self._slave), *words],
                env={"TERM": "xterm-256color", "COLORTERM": "truecolor", **environment},
                start_new_session=True,
            )
        self._ended = os.pidfd_open(self.process.pid)

    def __enter__(self) -> "PseudoTerminal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        for descriptor in (self._master, self._slave, self._ended):
            os.close(descriptor)

    @property
    def modes_now(self) -> list[object]:
        """The terminal's line settings, as termios gives them."""
        return termios.tcgetattr(self._slave)

    def send(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def resize(self, columns: int, rows: int) -> None:
        """Change the window's size, as a user's terminal does; the program gets SIGWINCH."""
        self._size = columns, rows
        self.screen = Screen(columns, rows)
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def wait_for(self, text: str, *, patience: float = PATIENCE_S) -> None:
        """Read until the screen shows the text."""
        self.wait_until(lambda screen: text in screen.text, f"{text!r} on the screen", patience=patience)

    def wait_until(self, holds: Callable[[Screen], bool], what: str, *, patience: float = PATIENCE_S) -> None:
        """Read until the screen is as wanted; fails with what it shows instead."""
        deadline = time.monotonic() + patience
        while not holds(self.screen):
            if not self._read_some(deadline):
                raise AssertionError(f"waited in vain for {what}; the screen shows:\n{self.screen.text}")

    def wait_for_end(self, *, patience: float = PATIENCE_S) -> int:
        """Read until the program ends; returns its exit code, negative for a signal."""
        deadline = time.monotonic() + patience
        while self._read_some(deadline):
            pass
        if not _readable(self._ended):
            raise AssertionError(f"the program did not end; the screen shows:\n{self.screen.text}")
        return self.process.wait()

    def stop(self) -> None:
        """Stop the program unheard, and let something else clear the screen."""
        os.kill(self.process.pid, signal.SIGSTOP)
        os.waitpid(self.process.pid, os.WUNTRACED)
        while self._read_some(0.0):
            pass
        self.screen = Screen(*self._size)

    def go_on(self) -> None:
        """What the shell's `fg` does to a program that was stopped."""
        os.kill(self.process.pid, signal.SIGCONT)

    def kill(self) -> None:
        """End the program at once, as a power cut would."""
        self.process.kill()
        self.process.wait()

    def _read_some(self, deadline: float) -> bool:
        """Read what the program wrote, waiting for it; False when it has ended and all is read, or at the deadline."""
        patience = max(0.0, deadline - time.monotonic())
        ready, _, _ = select.select([self._master, self._ended], [], [], patience)
        if self._master not in ready:
            return False
        text = self._decoder.decode(os.read(self._master, 65536))
        self.transcript += text
        self.screen.feed(text)
        return True


def _readable(descriptor: int) -> bool:
    return bool(select.select([descriptor], [], [], 0)[0])
