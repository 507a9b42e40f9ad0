"""The one format in which quizterm's processes talk: framed plain bytes, never pickle.

A frame is `u32 length | u8 kind | u64 nonce | payload`; length counts the payload. The kind is 0 for a message or its
answer, 1 for progress: a short note on the way to the answer, with the nonce of the message. A payload is `u32 size |
JSON tree | buffers`; size counts the tree. JSON's own null, booleans, numbers, strings and lists stand for themselves
(NaN and the infinities as Python's json spells them). An object has exactly one member, its tag:

    {"dict": [[key, value], ...]}      keys are strings or ints
    {"tuple": [...]}    {"complex": [real, imaginary]}
    {"tensor": [dtype, shape]}         its bytes, native order, stand next in the buffers
    {"opaque": class name}             an object that has no plain form

The decoder takes its input as hostile: it returns a value or raises `WireError`, whatever the bytes are.
"""

import json
import math
import os
import struct
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NamedTuple

MAX_FRAME = 64 << 20
MAX_PROGRESS = 256
MAX_NOTE = 256 << 10
MAX_TREE = 4 << 20
MAX_DEPTH = 32
MAX_ITEMS = 200_000
MAX_DIMENSIONS = 16

ITEM_SIZES = {
    "bool": 1,
    "uint8": 1,
    "int8": 1,
    "int16": 2,
    "int32": 4,
    "int64": 8,
    "float16": 2,
    "bfloat16": 2,
    "float32": 4,
    "float64": 8,
    "complex64": 8,
    "complex128": 16,
}

_HEADER = struct.Struct("<IBQ")
_SIZE = struct.Struct("<I")


class WireError(ValueError):
    """The bytes are no value of this format, or the value has none."""


class FrameKind(IntEnum):
    """What a frame is for."""

    MESSAGE = 0
    PROGRESS = 1  # from a child, ahead of its answer
    NOTE = 2  # from the referee, ahead of its reply


_LARGEST = {FrameKind.MESSAGE: MAX_FRAME, FrameKind.PROGRESS: MAX_PROGRESS, FrameKind.NOTE: MAX_NOTE}


class Frame(NamedTuple):
    """One frame of a stream; `payload` is not decoded."""

    kind: FrameKind
    nonce: int
    payload: bytes


@dataclass(frozen=True, slots=True)
class RawTensor:
    """A dense tensor in row-major order; `data` holds `prod(shape) * ITEM_SIZES[dtype]` bytes."""

    dtype: str
    shape: tuple[int, ...]
    data: bytes


@dataclass(frozen=True, slots=True)
class Opaque:
    """Stands for an object that does not travel: all that is known of it is the class it claims."""

    claims: str


def encode(value: object) -> bytes:
    """The payload of a value.

    An object of any type the format does not know, subclasses of `float` and the like included, goes as `Opaque`.
    Raises `WireError` if the value is too large, too deep, or refers to itself.
    """
    buffers: list[bytes] = []
    tree = json.dumps(_Encoder(buffers).tree(value, 0), separators=(",", ":")).encode()
    if len(tree) > MAX_TREE or _SIZE.size + len(tree) + sum(map(len, buffers)) > MAX_FRAME:
        raise WireError("the value is too large")
    return b"".join([_SIZE.pack(len(tree)), tree, *buffers])


def decode(payload: bytes) -> Any:
    """The value of a payload; raises `WireError` on anything `encode` would not have written."""
    if len(payload) > MAX_FRAME or len(payload) < _SIZE.size:
        raise WireError("the payload has no valid size")
    (size,) = _SIZE.unpack_from(payload)
    if size > MAX_TREE or _SIZE.size + size > len(payload):
        raise WireError("the tree has no valid size")
    try:
        tree = json.loads(payload[_SIZE.size : _SIZE.size + size].decode("ascii"))
    except (ValueError, RecursionError) as error:  # ValueError: no JSON, no ASCII, or an int of thousands of digits
        raise WireError(f"the tree is not JSON: {type(error).__name__}") from None
    decoder = _Decoder(memoryview(payload)[_SIZE.size + size :])
    value = decoder.value(tree, 0)
    decoder.end()
    return value


def frame(payload: bytes, nonce: int, kind: FrameKind = FrameKind.MESSAGE) -> bytes:
    return _HEADER.pack(len(payload), kind, nonce) + payload


class FrameReader:
    """Cuts a stream of bytes into frames."""

    def __init__(self) -> None:
        self._pending = bytearray()

    @property
    def has_bytes(self) -> bool:
        return bool(self._pending)

    def feed(self, data: bytes) -> None:
        self._pending += data

    def next(self) -> Frame | None:
        """The next frame, or None while it is incomplete. Raises `WireError` if it is of no kind, or above its cap."""
        if len(self._pending) < _HEADER.size:
            return None
        length, kind, nonce = _header(self._pending[: _HEADER.size])
        end = _HEADER.size + length
        if len(self._pending) < end:
            return None
        payload = bytes(self._pending[_HEADER.size : end])
        del self._pending[:end]
        return Frame(kind, nonce, payload)


def write_frame(descriptor: int, payload: bytes, nonce: int, kind: FrameKind = FrameKind.MESSAGE) -> None:
    """Write one frame to a blocking descriptor."""
    rest = memoryview(frame(payload, nonce, kind))
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def read_frame(descriptor: int) -> Frame | None:
    """Read one frame from a blocking descriptor; None at the end of the stream."""
    header = _read_exactly(descriptor, _HEADER.size)
    if header is None:
        return None
    length, kind, nonce = _header(header)
    payload = _read_exactly(descriptor, length)
    return None if payload is None else Frame(kind, nonce, payload)


def _header(data: bytes | bytearray) -> tuple[int, FrameKind, int]:
    """Length, kind and nonce; a length that its kind does not allow is refused before its bytes are waited for."""
    length, number, nonce = _HEADER.unpack(data)
    try:
        kind = FrameKind(number)
    except ValueError:
        raise WireError("the frame is of no known kind") from None
    if length > _LARGEST[kind]:
        raise WireError("the frame is too large")
    return length, kind, nonce


def _read_exactly(descriptor: int, count: int) -> bytes | None:
    data = bytearray()
    while len(data) < count:
        part = os.read(descriptor, min(count - len(data), 1 << 20))
        if not part:
            return None
        data += part
    return bytes(data)


class _Encoder:
    def __init__(self, buffers: list[bytes]) -> None:
        self._buffers = buffers
        self._items = 0

    def tree(self, value: Any, depth: int) -> object:
        self._items += 1
        if depth > MAX_DEPTH:
            raise WireError("the value is nested too deep")
        if self._items > MAX_ITEMS:
            raise WireError("the value has too many parts")
        kind = type(value)
        if value is None or kind in (bool, float, str):
            return value
        if kind is int:
            return value if value.bit_length() < 10_000 else {"opaque": "an int of thousands of digits"}
        if kind is complex:
            return {"complex": [value.real, value.imag]}
        if kind is list:
            return [self.tree(item, depth + 1) for item in value]
        if kind is tuple:
            return {"tuple": [self.tree(item, depth + 1) for item in value]}
        if kind is dict:
            if any(type(key) not in (str, int) for key in value):
                return {"opaque": "a dict whose keys are neither strings nor ints"}
            return {"dict": [[self.tree(key, depth + 1), self.tree(item, depth + 1)] for key, item in value.items()]}
        if kind is RawTensor:
            self._buffers.append(value.data)
            return {"tensor": [value.dtype, list(value.shape)]}
        if kind is Opaque:
            return {"opaque": value.claims}
        return {"opaque": f"{kind.__module__}.{kind.__qualname__}"}


class _Decoder:
    def __init__(self, buffers: memoryview) -> None:
        self._buffers = buffers
        self._items = 0
        self._tags: dict[str, Callable[[Any, int], object]] = {
            "dict": self._dict,
            "tuple": self._tuple,
            "complex": self._complex,
            "tensor": self._tensor,
            "opaque": self._opaque,
        }

    def value(self, tree: Any, depth: int) -> Any:
        self._items += 1
        if depth > MAX_DEPTH:
            raise WireError("the tree is nested too deep")
        if self._items > MAX_ITEMS:
            raise WireError("the tree has too many parts")
        if isinstance(tree, list):
            return [self.value(item, depth + 1) for item in tree]
        if not isinstance(tree, dict):
            return tree
        if len(tree) != 1:
            raise WireError("an object of the tree has no single tag")
        ((tag, content),) = tree.items()
        if tag not in self._tags:
            raise WireError("the tree has an unknown tag")
        return self._tags[tag](content, depth)

    def end(self) -> None:
        if self._buffers:
            raise WireError("there are bytes that belong to no tensor")

    def _tuple(self, content: Any, depth: int) -> tuple[Any, ...]:
        return tuple(self.value(item, depth + 1) for item in _list(content))

    def _dict(self, content: Any, depth: int) -> dict[str | int, Any]:
        result: dict[str | int, Any] = {}
        for pair in _list(content):
            if len(_list(pair)) != 2:
                raise WireError("a member of a dict is no pair")
            key = self.value(pair[0], depth + 1)
            if type(key) not in (str, int) or key in result:
                raise WireError("a dict has a key that is repeated or neither a string nor an int")
            result[key] = self.value(pair[1], depth + 1)
        return result

    def _complex(self, content: Any, depth: int) -> complex:  # noqa: ARG002  # all tags are called alike
        if len(_list(content)) != 2 or any(type(part) is not float for part in content):
            raise WireError("a complex number is not two floats")
        return complex(content[0], content[1])

    def _opaque(self, content: Any, depth: int) -> Opaque:  # noqa: ARG002  # all tags are called alike
        if not isinstance(content, str):
            raise WireError("an opaque object has no name")
        return Opaque(content)

    def _tensor(self, content: Any, depth: int) -> RawTensor:  # noqa: ARG002  # all tags are called alike
        if len(_list(content)) != 2:
            raise WireError("a tensor is not described by dtype and shape")
        dtype, shape = content
        if not isinstance(dtype, str) or dtype not in ITEM_SIZES:
            raise WireError("a tensor has an unknown dtype")
        if len(_list(shape)) > MAX_DIMENSIONS or any(type(size) is not int or size < 0 for size in shape):
            raise WireError("a tensor has an impossible shape")
        if math.prod(max(size, 1) for size in shape) > MAX_FRAME:
            raise WireError("a tensor has an impossible size")
        count = math.prod(shape) * ITEM_SIZES[dtype]
        if count > len(self._buffers):
            raise WireError("a tensor has too few bytes")
        data = bytes(self._buffers[:count])
        self._buffers = self._buffers[count:]
        if dtype == "bool" and data.strip(b"\0\1"):
            raise WireError("a bool tensor holds something else than 0 and 1")
        return RawTensor(dtype, tuple(shape), data)


def _list(content: Any) -> list[Any]:
    if not isinstance(content, list):
        raise WireError("a list is missing in the tree")
    return content
