import os
import textwrap
from collections.abc import Callable

import pytest

from quizterm.grading.exercise import Exercise
from quizterm.grading.progress import (
    MAX_NOTES,
    Begun,
    Diagnosing,
    Loss,
    Note,
    ProgressReader,
    ProgressWriter,
    note_from_plain,
    note_to_plain,
)
from quizterm.grading.runner import Grader
from quizterm.grading.wire import FrameKind, FrameReader, WireError, decode, encode, frame, read_frame

LOOP = """\
def observe_only(impl, case, probe):
    for loss in impl.answer():
        probe.progress(loss)
    return 0
"""


def test_losses_go_through_a_pipe_up_to_a_cap() -> None:
    reading, writing = os.pipe()
    heard: list[float] = []
    writer, reader = ProgressWriter(writing, nonce=5), ProgressReader(heard.append)
    losses = [1 / (1 + step) for step in range(MAX_NOTES)]
    for loss in losses:
        writer.tell(loss)
        told = read_frame(reading)
        assert told is not None
        assert (told.kind, told.nonce) == (FrameKind.PROGRESS, 5)
        reader.take(told.payload)
    assert heard == losses
    writer.tell(0.0)
    os.close(writing)
    assert read_frame(reading) is None, "the rest is left out"
    os.close(reading)
    with pytest.raises(WireError):
        reader.take(encode(0.0))


@pytest.mark.parametrize("payload", [encode([1.0]), encode("1.0"), encode(None), b"", b"\xff" * 20])
def test_anything_but_one_float_is_refused(payload: bytes) -> None:
    with pytest.raises(WireError):
        ProgressReader(None).take(payload)


def test_losses_reach_the_client_while_the_code_runs(grader: Grader, small_exercise: Callable[..., Exercise]) -> None:
    exercise = small_exercise(LOOP, reference="def answer(): return []\n")
    heard: list[Note] = []
    report = grader.grade(exercise, "def answer(): return [0.5, 0.25]\n", seed=1, progress=heard.append)
    assert report.passed
    assert heard == [Begun("only", ()), Loss("only", 0.5), Loss("only", 0.25)]


@pytest.mark.parametrize("note", [Begun("one", (0.5, 0.25)), Loss("one", float("nan")), Diagnosing(3)])
def test_a_note_survives_the_wire(note: Note) -> None:
    assert repr(note_from_plain(decode(encode(note_to_plain(note))))) == repr(note)


def test_the_longest_note_may_pass() -> None:
    note = Begun("x" * 100, tuple(-1 / (3e-300 + step) for step in range(MAX_NOTES)))
    reader = FrameReader()
    reader.feed(frame(encode(note_to_plain(note)), 1, FrameKind.NOTE))
    passed = reader.next()
    assert passed is not None
    assert note_from_plain(decode(passed.payload)) == note


FORGED = {
    "after the answer": "for _ in range(2): os.write(fd, struct.pack('<IBQ', 8, 1, 0) + b'\\x04\\0\\0\\0null')",
    "not a float": "os.write(fd, struct.pack('<IBQ', 8, 1, nonce) + b'\\x04\\0\\0\\0null')",
    "without end": "while True: os.write(fd, struct.pack('<IBQ', 7, 1, nonce) + b'\\x03\\0\\0\\x000.5')",
    "far too long": "os.write(fd, struct.pack('<IBQ', 1 << 20, 1, nonce))",
    "a note of the referee's": "os.write(fd, struct.pack('<IBQ', 8, 2, nonce) + b'\\x04\\0\\0\\0null')",
    "an unknown kind": "os.write(fd, struct.pack('<IBQ', 0, 9, nonce))",
}


@pytest.mark.parametrize("act", FORGED.values(), ids=FORGED.keys())
def test_forged_progress_ends_the_experiment(grader: Grader, small_exercise: Callable[..., Exercise], act: str) -> None:
    exercise = small_exercise(LOOP, reference="def answer(): return []\n")
    source = f"""\
    import gc, os, struct
    def answer():
        from quizterm.grading.progress import ProgressWriter
        writer = next(thing for thing in gc.get_objects() if type(thing) is ProgressWriter)
        fd, nonce = writer._descriptor, writer._nonce
        {act}
        return []
    """
    (result,) = grader.grade(exercise, textwrap.dedent(source), seed=1).experiments
    assert result.error is not None
    assert result.error.kind == "protocol"
