"""Waiting for a terminal's input without missing ctrl+c."""

import os
import pty
import signal
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

import pytest

from quizterm.cli.interruptible import await_input

PATIENCE_S = 20.0


@dataclass
class Terminal:
    keyboard: int
    source: TextIO


@pytest.fixture(autouse=True)
def heeded() -> Iterator[None]:
    """Ctrl+c raises here, though a shell that starts programs in the background lets them ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    keyboard, end = pty.openpty()
    with os.fdopen(end, encoding="utf-8") as source:
        yield Terminal(keyboard, source)
    os.close(keyboard)


def test_a_line_ends_the_wait(terminal: Terminal) -> None:
    os.write(terminal.keyboard, b"yes\n")
    await_input(terminal.source)
    assert terminal.source.readline() == "yes\n"


def test_what_is_no_terminal_is_not_awaited() -> None:
    reader, writer = os.pipe()
    with os.fdopen(reader, encoding="utf-8") as source:
        await_input(source)
    os.close(writer)


def test_an_interrupt_that_does_not_disturb_the_blocking_call_ends_the_wait(terminal: Terminal) -> None:
    """As one that comes just before the call does: here, since the system hands it to another thread."""
    give_up = threading.Timer(PATIENCE_S, os.write, (terminal.keyboard, b"\n"))
    give_up.start()  # a wait that misses the interrupt ends then, and the test fails instead of hanging
    over = threading.Event()

    def be_interrupted() -> None:
        signal.pthread_kill(threading.get_ident(), signal.SIGINT)
        over.wait()

    other = threading.Thread(target=be_interrupted)
    try:
        with pytest.raises(KeyboardInterrupt):
            _start_and_wait(other, terminal.source)
    finally:
        over.set()
        give_up.cancel()
        other.join()


def _start_and_wait(thread: threading.Thread, source: TextIO) -> None:
    thread.start()
    await_input(source)


def test_a_signal_that_is_handled_does_not_end_the_wait(terminal: Terminal) -> None:
    def type_a_line(number: int, frame: object) -> None:
        os.write(terminal.keyboard, b"after the signal\n")

    before = signal.signal(signal.SIGUSR1, type_a_line)
    threading.Thread(target=os.kill, args=(os.getpid(), signal.SIGUSR1)).start()
    try:
        await_input(terminal.source)
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert terminal.source.readline() == "after the signal\n"


def test_waits_use_one_pipe_and_leave_the_handling_of_signals_as_it_was(terminal: Terminal) -> None:
    def open_descriptors() -> set[str]:
        return {entry.name for entry in Path("/proc/self/fd").iterdir()}

    os.write(terminal.keyboard, b"\n")
    await_input(terminal.source)
    descriptors = open_descriptors()
    woken = signal.set_wakeup_fd(-1)
    signal.set_wakeup_fd(woken)
    await_input(terminal.source)
    assert open_descriptors() == descriptors
    assert signal.set_wakeup_fd(woken) == woken
