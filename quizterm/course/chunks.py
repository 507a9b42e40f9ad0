"""Where a lesson file falls apart into its title, sections and cards.

Each chunk is later parsed by itself, so a comment or fence that is never closed ends with its section or card
and cannot hide what follows. A line inside a code fence or a closed comment never starts a chunk.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from quizterm.course.fences import closes, opening
from quizterm.course.names import slugify

TEN_SECTIONS = (
    "Problem",
    "Concept",
    "Build It",
    "Use It",
    "Ship It",
    "Evaluation",
    "Exercises",
    "Key Terms",
    "Common Pitfalls",
    "Interview Framing",
)
RECALL = "recall"

_COMMENT = re.compile(r" {0,3}<!--")
_CARD_COMMENT = re.compile(r" {0,3}<!--\s*card\b")
_FAMILIAR = frozenset(slugify(title) for title in TEN_SECTIONS) | {RECALL}


class Level(IntEnum):
    """What a chunk is; the value is the number of `#` before its title."""

    PREAMBLE = 0
    TITLE = 1
    SECTION = 2
    CARD = 3


@dataclass(frozen=True, slots=True)
class Chunk:
    """Lines `start` to `end` (excluded) of a file; the first holds the heading, except for a preamble."""

    level: Level
    title: str
    start: int
    end: int
    recall: bool  # it is `## Recall`, or a card of it


def split(lines: Sequence[str]) -> tuple[list[Chunk], list[bool]]:
    """The chunks of a file in order, and for each line whether it is code of a fence."""
    return _Splitter(lines).split()


def _heading(line: str) -> tuple[Level, str] | None:
    """Level and title of a line that starts a chunk, or might."""
    after = line.lstrip("#")
    marks = len(line) - len(after)
    if not Level.TITLE <= marks <= Level.CARD or not (after == "" or after.startswith((" ", "\t"))):
        return None
    title = after.strip(" \t")
    closed = title.rstrip("#")
    return Level(marks), closed.rstrip(" \t") if closed.endswith((" ", "\t")) or not closed else title


class _Splitter:
    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.fenced = [False] * len(lines)
        self.comment_ends = self._comment_ends()

    def split(self) -> tuple[list[Chunk], list[bool]]:
        chunks: list[Chunk] = []
        level, title, start, recall = Level.PREAMBLE, "", 0, False
        index = 0
        while index < len(self.lines):
            line = self.lines[index]
            if opened := opening(line):
                end = self._fence_end(index, opened[0])
                self.fenced[index:end] = [True] * (end - index)
                index = end
                continue
            if _COMMENT.match(line):
                index = self._comment_end(index)
                continue
            heading = _heading(line)
            if heading and (heading[0] < Level.CARD or recall):
                chunks.append(Chunk(level, title, start, index, recall))
                (level, title), start = heading, index
                recall = level is Level.CARD or (level is Level.SECTION and slugify(title) == RECALL)
            index += 1
        chunks.append(Chunk(level, title, start, len(self.lines), recall))
        return chunks, self.fenced

    def _fence_end(self, start: int, mark: str) -> int:
        """Index after the fence. One that swallowed a familiar heading and was not closed by its author ends before it.

        It was not, if it lasts to the end of the file, or if behind that heading stands the opening of another
        fence, whose closing mark would then close this one.
        """
        landmark = None
        for index in range(start + 1, len(self.lines)):
            line = self.lines[index]
            if closes(line, mark):
                return index + 1
            if landmark is None:
                if self._is_landmark(index):
                    landmark = index
            elif (opened := opening(line)) and opened[0].startswith(mark) and opened[1]:
                return landmark
        return landmark or len(self.lines)

    def _is_landmark(self, index: int) -> bool:
        level, title = _heading(self.lines[index]) or (Level.PREAMBLE, "")
        if level < Level.CARD:
            return level is Level.SECTION and slugify(title) in _FAMILIAR
        following = index + 1
        while following < len(self.lines) and not self.lines[following].strip():
            following += 1
        return following < len(self.lines) and _CARD_COMMENT.match(self.lines[following]) is not None

    def _comment_ends(self) -> list[int | None]:
        """For each line the index after the next `-->` at or behind it; `None` where a card's comment comes first."""
        ends: list[int | None] = [None] * (len(self.lines) + 1)
        for index in range(len(self.lines) - 1, -1, -1):
            line = self.lines[index]
            if _CARD_COMMENT.match(line):
                ends[index] = None
            elif "-->" in line:
                ends[index] = index + 1
            else:
                ends[index] = ends[index + 1]
        return ends

    def _comment_end(self, start: int) -> int:
        if "-->" in self.lines[start]:
            return start + 1
        return self.comment_ends[start + 1] or start + 1
