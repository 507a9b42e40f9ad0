"""The referee's side of a talk with one child: one question at a time, a deadline for each, and nothing believed."""

import os
import secrets
import selectors
import signal
import time
from collections.abc import Callable
from typing import Any, NoReturn

from quizterm.errors import GradingError
from quizterm.grading.child import FAULT
from quizterm.grading.layers import Protection
from quizterm.grading.plain_text import one_line, plain_text
from quizterm.grading.progress import ProgressReader
from quizterm.grading.verdict import Failure, FailureKind
from quizterm.grading.wire import FrameKind, FrameReader, WireError, decode, encode, frame
from quizterm.grading.workers import Workers

KEPT_OUTPUT = 64 << 10
MAX_OUTPUT = 8 << 20
GRACE = 0.5
START_ALLOWANCE = 60.0  # a spawned child imports torch before it answers
FORGED = "the code wrote into the channel on which results travel"
_PART = 1 << 18


class SessionEnd(Exception):  # noqa: N818  # an event of the protocol, told to the learner as a verdict
    """The child gave no answer that counts; `failure` says why. The session is over."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


class Session:
    """One child from its start to its end. `close` must be called."""

    def __init__(self, workers: Workers, *, scratch: bool = False) -> None:
        self._workers = workers
        self._child = workers.start(scratch=scratch)
        self._frames = FrameReader()
        self._kept = bytearray()
        self._printed = 0
        self._open = {self._child.command, self._child.result, self._child.output}
        self._status: int | None = None

    @property
    def output(self) -> str:
        """What the child has printed so far, at most 64 KiB of it, without escape sequences."""
        return plain_text(self._kept.decode("utf-8", errors="replace"))

    def greet(self) -> list[Protection]:
        """Wait until the child is ready; what confines it. Raises `GradingError` if it does not get ready."""
        try:
            answer = self.ask({"do": "greet"}, START_ALLOWANCE)
        except GradingError:
            self._workers.unload()
            raise
        except SessionEnd as end:
            self._workers.unload()
            said = one_line(self.output.strip().rpartition("\n")[2]) or end.failure.message
            raise GradingError(f"the process that runs your code does not start: {said}") from end
        return [Protection.from_json(layer) for layer in answer["layers"]]

    def ask(self, message: dict[str, Any], seconds: float, tell: Callable[[float], None] | None = None) -> Any:
        """The answer to a message, if it comes within `seconds`; `tell` takes the progress before it.

        Raises `SessionEnd` otherwise.
        """
        self._refuse_unasked()
        nonce = secrets.randbits(64)
        progress = ProgressReader(tell)
        pending = memoryview(frame(encode(message), nonce))
        deadline = time.monotonic() + seconds
        with selectors.PollSelector() as selector:
            for descriptor in self._open - {self._child.command}:
                selector.register(descriptor, selectors.EVENT_READ)
            selector.register(self._child.command, selectors.EVENT_WRITE)
            while (answer := self._answer(nonce, progress)) is None:
                left = deadline - time.monotonic()
                if left <= 0:
                    self._end(
                        FailureKind.TIMEOUT, f"not finished after {seconds:.3g} seconds; is there an endless loop?"
                    )
                for key, _ in selector.select(left):
                    if key.fd == self._child.command:
                        pending = self._send(pending)
                    elif not self._receive(key.fd):
                        selector.unregister(key.fd)
                    if not pending and self._child.command in selector.get_map():
                        selector.unregister(self._child.command)
        if self._frames.has_bytes:
            self._end(FailureKind.PROTOCOL, FORGED)
        return self._decoded(answer)

    def close(self) -> Failure | None:
        """End the child. Says what is wrong if it has sent more than it was asked for."""
        if self._status is not None:
            self._close_all()
            return None
        self._close(self._child.command)
        self._reap(GRACE)
        return self._left_over()

    def _left_over(self) -> Failure | None:
        unasked = self._frames.has_bytes
        while not unasked and self._child.result in self._open and self._receive(self._child.result):
            unasked = self._frames.has_bytes
        while self._child.output in self._open and self._receive(self._child.output):
            pass
        self._close_all()
        if unasked:
            return Failure(FailureKind.PROTOCOL, FORGED)
        return None

    def _refuse_unasked(self) -> None:
        if self._child.result in self._open and self._has_data(self._child.result):
            self._receive(self._child.result)
            if self._frames.has_bytes:
                self._end(FailureKind.PROTOCOL, FORGED)
        if self._child.result not in self._open:
            self._end_of_channel()

    @staticmethod
    def _has_data(descriptor: int) -> bool:
        with selectors.PollSelector() as selector:
            selector.register(descriptor, selectors.EVENT_READ)
            return bool(selector.select(0))

    def _answer(self, nonce: int, progress: ProgressReader) -> bytes | None:
        """The payload of the answer, None while it is not there."""
        try:
            while (received := self._frames.next()) is not None:
                if received.nonce != nonce or received.kind is FrameKind.NOTE:
                    self._end(FailureKind.PROTOCOL, FORGED)
                if received.kind is FrameKind.MESSAGE:
                    return received.payload
                progress.take(received.payload)
        except WireError as error:
            self._end(FailureKind.PROTOCOL, f"the answer cannot be read: {error}")
        if self._child.result not in self._open:
            self._end_of_channel()
        return None

    def _decoded(self, payload: bytes) -> Any:
        try:
            return decode(payload)
        except WireError as error:
            self._end(FailureKind.PROTOCOL, f"the answer cannot be read: {error}")

    def _send(self, pending: memoryview) -> memoryview:
        try:
            return pending[os.write(self._child.command, pending) :]
        except BrokenPipeError:
            return pending[len(pending) :]  # the child is gone; the end of its result pipe tells so
        except BlockingIOError:
            return pending

    def _receive(self, descriptor: int) -> bool:
        """Take what is there to read; False if nothing will come any more."""
        try:
            data = os.read(descriptor, _PART)
        except BlockingIOError:
            return self._status is None
        if not data:
            self._close(descriptor)
        elif descriptor == self._child.result:
            self._frames.feed(data)
        else:
            self._keep(data)
        return bool(data)

    def _keep(self, data: bytes) -> None:
        self._printed += len(data)
        self._kept += data[: KEPT_OUTPUT - len(self._kept)]
        if self._printed > MAX_OUTPUT and self._status is None:
            self._end(FailureKind.CRASH, f"the code printed more than {MAX_OUTPUT >> 20} MiB and was stopped")

    def _end_of_channel(self) -> NoReturn:
        status = self._reap(GRACE)
        if status == -signal.SIGXCPU:
            self._end(FailureKind.TIMEOUT, "the code used up its computing time")
        if status in (FAULT, -signal.SIGKILL):
            self._end(FailureKind.PROTOCOL, "the code closed the channel on which results travel, or was killed")
        if status < 0:
            self._end(FailureKind.CRASH, f"the process was ended by {_signal_name(-status)} (a crash below Python)")
        self._end(FailureKind.CRASH, f"the code ended its own process (exit status {status})")

    def _end(self, kind: FailureKind, message: str) -> NoReturn:
        self._reap(0.0)
        self._left_over()
        raise SessionEnd(Failure(kind, message))

    def _reap(self, grace: float) -> int:
        if self._status is None:
            try:
                self._status = self._workers.reap(self._child, grace)
            except GradingError:
                self._close_all()
                raise
        return self._status

    def _close(self, descriptor: int) -> None:
        if descriptor in self._open:
            self._open.remove(descriptor)
            os.close(descriptor)

    def _close_all(self) -> None:
        for descriptor in list(self._open):
            self._close(descriptor)


def _signal_name(number: int) -> str:
    """Real-time signals between the first and the last have no name."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
