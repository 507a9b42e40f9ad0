"""Code fences, as lines and by their info string.

`python`, `python no-run`, `python repaired`, `output`; in Ship It also `python file=NAME.py`, part of that artifact.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from quizterm.course.report import Report, quoted

_OPENING = re.compile(r" {0,3}(?P<mark>`{3,}(?=[^`]*$)|~{3,})(?P<info>.*)")
_CLOSING = re.compile(r" {0,3}(?P<mark>`{3,}|~{3,})[ \t]*")
_FLAGS = ("no-run", "repaired")
_FILE_NAME = re.compile(r"[a-z][a-z0-9_]*\.py")
_FILE = re.compile(rf"file=(?P<name>{_FILE_NAME.pattern})")
_MISNAMED = {"py": "python", "python3": "python"}


@dataclass(frozen=True, slots=True)
class Fence:
    """One code fence. `start` is the index of its opening line; `code` has no final line end."""

    language: str
    flags: frozenset[str]
    code: str
    start: int

    @property
    def file(self) -> str | None:
        """The artifact that the code is part of."""
        names = (_FILE.fullmatch(flag) for flag in self.flags)
        return next((match["name"] for match in names if match), None)

    @property
    def runs(self) -> bool:
        return self.language == "python" and "no-run" not in self.flags


def is_file_name(text: str) -> bool:
    """Whether an artifact may be called so: a Python module's name, without a folder."""
    return _FILE_NAME.fullmatch(text) is not None


def opening(line: str) -> tuple[str, str] | None:
    """Mark and info string of a line that opens a fence at the top level."""
    match = _OPENING.fullmatch(line)
    return (match["mark"], match["info"].strip()) if match else None


def closes(line: str, mark: str) -> bool:
    """Whether `line` closes a fence that was opened with `mark`."""
    match = _CLOSING.fullmatch(line)
    return match is not None and match["mark"].startswith(mark)


def fenced_lines(lines: Sequence[str]) -> list[bool]:
    """For each line whether it belongs to a fence, its marks included. A fence that is not closed lasts to the end."""
    fenced = []
    mark = None
    for line in lines:
        if mark is not None:
            fenced.append(True)
            if closes(line, mark):
                mark = None
        elif opened := opening(line):
            fenced.append(True)
            mark = opened[0]
        else:
            fenced.append(False)
    return fenced


def read_fence(info: str, content: str, start: int, report: Report) -> Fence:
    """A fence from its info string and content; unknown words after `python` or `output` are faults."""
    language, *flags = info.split() or [""]
    if language in _MISNAMED:
        report.add(start, f"a fence named {quoted(language)}; write `{_MISNAMED[language]}`")
        language = _MISNAMED[language]
    if language == "python":
        for flag in flags:
            if flag not in _FLAGS and not _FILE.fullmatch(flag):
                report.add(
                    start,
                    f"{quoted(flag)} after `python`; write `python`, `python no-run`, `python repaired` or"
                    " `python file=some_name.py`",
                )
    elif language == "output" and flags:
        report.add(start, f"{quoted(' '.join(flags))} after `output`; write `output` alone")
    return Fence(language, frozenset(flags), content.removesuffix("\n"), start)
