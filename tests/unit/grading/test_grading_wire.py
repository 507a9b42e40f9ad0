import json
import math
import os
import struct
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from quizterm.grading.wire import (
    ITEM_SIZES,
    MAX_DEPTH,
    MAX_FRAME,
    MAX_ITEMS,
    MAX_NOTE,
    MAX_PROGRESS,
    Frame,
    FrameKind,
    FrameReader,
    Opaque,
    RawTensor,
    WireError,
    decode,
    encode,
    frame,
    read_frame,
    write_frame,
)


@st.composite
def raw_tensors(draw: st.DrawFn) -> RawTensor:
    dtype = draw(st.sampled_from(sorted(ITEM_SIZES)))
    shape = tuple(draw(st.lists(st.integers(0, 3), max_size=3)))
    size = math.prod(shape) * ITEM_SIZES[dtype]
    data = draw(st.binary(min_size=size, max_size=size))
    return RawTensor(dtype, shape, bytes(byte & 1 for byte in data) if dtype == "bool" else data)


LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.complex_numbers()
    | st.text()
    | raw_tensors()
    | st.builds(Opaque, st.text())
)
KEYS = st.text() | st.integers()
VALUES = st.recursive(
    LEAVES,
    lambda parts: (
        st.lists(parts, max_size=4) | st.lists(parts, max_size=4).map(tuple) | st.dictionaries(KEYS, parts, max_size=4)
    ),
    max_leaves=12,
)


def identical(one: Any, other: Any) -> bool:
    """Equality that tells types, -0.0 from 0.0, and takes NaN for NaN."""
    if type(one) is not type(other):
        return False
    if isinstance(one, float):
        return struct.pack("d", one) == struct.pack("d", other) or (math.isnan(one) and math.isnan(other))
    if isinstance(one, complex):
        return identical(one.real, other.real) and identical(one.imag, other.imag)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(identical, one, other))
    if isinstance(one, dict):
        return list(one) == list(other) and all(identical(one[key], other[key]) for key in one)
    return bool(one == other)


@given(VALUES)
def test_what_is_encoded_is_decoded(value: object) -> None:
    assert identical(decode(encode(value)), value)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_value_or_an_error(payload: bytes) -> None:
    try:
        decode(payload)
    except WireError:
        return


@given(VALUES, st.data())
def test_a_damaged_payload_is_a_value_or_an_error(value: object, data: st.DataObject) -> None:
    payload = bytearray(encode(value))
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(payload) - 1))
        payload[place : place + data.draw(st.integers(0, 2))] = data.draw(st.binary(max_size=2))
        if not payload:
            return
    try:
        found = decode(bytes(payload))
    except WireError:
        return
    assert identical(decode(encode(found)), found)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(sorted(ITEM_SIZES)),
    lambda parts: (
        st.lists(parts, max_size=4)
        | st.dictionaries(st.sampled_from(["dict", "tuple", "complex", "tensor", "opaque", "x"]), parts, max_size=2)
    ),
)


def payload_of(tree: object, buffers: bytes = b"") -> bytes:
    text = json.dumps(tree).encode()
    return struct.pack("<I", len(text)) + text + buffers


@given(JSON, st.binary(max_size=16))
@example({"tensor": ["float32", [-1]]}, b"")
@example({"tensor": ["float32", [True]]}, b"1234")
@example({"tensor": ["float32", [1 << 70, 0]]}, b"")
@example({"tensor": ["float32", 3]}, b"")
@example({"tensor": [[], []]}, b"")
@example({"tensor": ["bool", [1]]}, b"\2")
@example({"dict": [[{"dict": []}, 1]]}, b"")
@example({"dict": [["a", 1], ["a", 2]]}, b"")
@example({"complex": [1, 2]}, b"")
@example({"opaque": 3}, b"")
def test_any_json_is_a_value_or_an_error(tree: object, buffers: bytes) -> None:
    try:
        value = decode(payload_of(tree, buffers))
    except WireError:
        return
    assert identical(decode(encode(value)), value)


@pytest.mark.parametrize(
    ("payload", "problem"),
    [
        (b"", "no valid size"),
        (b"\xff\xff\xff\xff", "no valid size"),
        (payload_of([])[:-1], "no valid size"),
        (struct.pack("<I", 1) + b"\xe9", "not JSON"),
        (struct.pack("<I", 200_000) + b"[" * 200_000, "not JSON"),
        (struct.pack("<I", 5000) + b"1" * 5000, "not JSON"),
        (payload_of({"dict": [], "tuple": []}), "no single tag"),
        (payload_of({"pickle": "x"}), "unknown tag"),
        (payload_of([], b"left over"), "belong to no tensor"),
        (payload_of({"tensor": ["float32", [2]]}, b"1234"), "too few bytes"),
        (payload_of({"tensor": ["object", [1]]}, b"12345678"), "unknown dtype"),
        (payload_of({"tensor": ["uint8", [1] * 17]}, b"1"), "impossible shape"),
        (payload_of({"tensor": ["uint8", [0, 1 << 60]]}), "impossible size"),
        (payload_of([0] * MAX_ITEMS), "too many parts"),
    ],
)
def test_what_the_decoder_refuses(payload: bytes, problem: str) -> None:
    with pytest.raises(WireError, match=problem):
        decode(payload)


def test_nesting_is_capped_on_both_sides() -> None:
    nested: list[object] = []
    for _ in range(MAX_DEPTH + 1):
        nested = [nested]
    with pytest.raises(WireError, match="too deep"):
        encode(nested)
    with pytest.raises(WireError, match="too deep"):
        decode(payload_of(nested))


def test_a_value_that_contains_itself_is_refused() -> None:
    endless: list[object] = []
    endless.append(endless)
    with pytest.raises(WireError, match="too deep"):
        encode(endless)


def test_objects_travel_as_the_name_of_their_class_only() -> None:
    class Float(float):
        def __reduce__(self) -> tuple[object, ...]:
            raise AssertionError("nothing is pickled")

    value = decode(encode([Float(1.0), {None: 1}, 1 << 20_000]))
    assert [type(part) for part in value] == [Opaque, Opaque, Opaque]
    assert "Float" in value[0].claims


FRAMES = st.builds(Frame, st.sampled_from(FrameKind), st.integers(0, 2**64 - 1), st.binary(max_size=50))


@given(st.lists(FRAMES, max_size=4), st.integers(1, 7))
def test_frames_are_cut_from_a_stream_however_it_arrives(frames: list[Frame], step: int) -> None:
    stream = b"".join(frame(one.payload, one.nonce, one.kind) for one in frames)
    reader = FrameReader()
    found = []
    for start in range(0, len(stream), step):
        reader.feed(stream[start : start + step])
        while (one := reader.next()) is not None:
            found.append(one)
    assert found == frames
    assert not reader.has_bytes


@given(st.binary(max_size=100), st.integers(1, 20))
def test_any_stream_is_frames_or_an_error(stream: bytes, step: int) -> None:
    reader = FrameReader()
    rest = stream
    try:
        for start in range(0, len(stream), step):
            reader.feed(stream[start : start + step])
            while (one := reader.next()) is not None:
                whole = frame(one.payload, one.nonce, one.kind)
                assert rest.startswith(whole), "nothing is lost, invented or reordered"
                rest = rest.removeprefix(whole)
    except WireError:
        return
    assert reader.has_bytes == bool(rest)


@pytest.mark.parametrize(
    ("length", "kind", "problem"),
    [
        (MAX_FRAME + 1, FrameKind.MESSAGE, "too large"),
        (MAX_PROGRESS + 1, FrameKind.PROGRESS, "too large"),
        (MAX_NOTE + 1, FrameKind.NOTE, "too large"),
        (0, 3, "no known kind"),
    ],
)
def test_a_frame_that_claims_too_much_is_refused_before_it_arrives(length: int, kind: int, problem: str) -> None:
    reader = FrameReader()
    reader.feed(struct.pack("<IBQ", length, kind, 0))
    with pytest.raises(WireError, match=problem):
        reader.next()


def test_frames_through_a_pipe() -> None:
    reading, writing = os.pipe()
    write_frame(writing, b"payload", 7)
    write_frame(writing, b"note", 7, FrameKind.PROGRESS)
    os.write(writing, struct.pack("<IBQ", 3, FrameKind.MESSAGE, 0) + b"xy")
    os.close(writing)
    assert read_frame(reading) == (FrameKind.MESSAGE, 7, b"payload")
    assert read_frame(reading) == (FrameKind.PROGRESS, 7, b"note")
    assert read_frame(reading) is None, "a frame that breaks off is the end of the stream"
    assert read_frame(reading) is None
    os.close(reading)
