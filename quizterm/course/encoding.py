"""Bytes of a lesson file into lines."""

import re
from pathlib import Path

from quizterm.course.report import Report
from quizterm.files import read_regular

LARGEST_FILE = 4 * 2**20
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def read_bytes(file: Path) -> bytes:
    """The bytes of a lesson file or a course.toml; of one that is too large, one byte more than is allowed.

    Raises:
        OSError: it cannot be read, or is no regular file.
    """
    return read_regular(file, LARGEST_FILE + 1)


def decode(data: bytes, report: Report) -> list[str] | None:
    """Lines without their ends; `None` where the file is no UTF-8 text at all.

    A byte order mark is dropped; CRLF and a lone CR end a line like LF. Bytes that are not UTF-8, and control
    characters, which a terminal might obey, become U+FFFD and are reported.
    """
    if len(data) > LARGEST_FILE:
        report.add(0, f"the file is larger than {LARGEST_FILE >> 20} MiB; split it into several lessons")
        return None
    if data.startswith(_UTF16_MARKS):
        report.add(0, "the file is UTF-16; save it as UTF-8")
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        text = data.decode("utf-8-sig", errors="replace")
        before = data[: error.start].decode("utf-8", errors="replace")
        report.add(len(_lines(before)) - 1, "a byte that is not UTF-8; save the file as UTF-8")
    lines = _lines(text)
    for index, line in enumerate(lines):
        if control := _CONTROL.search(line):
            report.add(index, f"a control character, U+{ord(control[0]):04X}; delete it or write it in words")
            lines[index] = _CONTROL.sub("\N{REPLACEMENT CHARACTER}", line)
    return lines


def _lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
