"""The learner's file while it is open in the app: saved often, never over what another program has written there."""

import os
from enum import Enum, auto
from pathlib import Path

from quizterm import paths
from quizterm.errors import UsageError
from quizterm.files import read_regular
from quizterm.study.session import Study
from quizterm.study.workspace import (
    LARGEST_SUBMISSION,
    UnreadableSubmissionError,
    archive,
    archive_anywhere,
    archive_bytes,
    declared_encoding,
    read_submission,
    submission_file,
    write_bytes,
)

_BOM = "utf-8-sig"
_LINE_ENDS_OF_EDITORS = "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"  # and not of Python


class Saving(Enum):
    """What came of saving."""

    UNCHANGED = auto()  # the file holds this text already
    WRITTEN = auto()
    CONFLICT = auto()  # another program has changed the file meanwhile; nothing was written


class OpenFile:
    """One submission. Line ends, encoding and permissions stay as they are; a link is followed.

    `text` is what was read or written last, with `\\n` for every line end. `problem` says in a few words why an editor
    must not write the file, and is None if it may.

    Raises:
        UsageError: the file cannot be read.
    """

    def __init__(self, study: Study, slug: str) -> None:
        self._study = study
        self._slug = slug
        self.text = ""
        self.problem: str | None = None
        self._data = b""
        self.reload()

    @property
    def file(self) -> Path:
        return submission_file(paths.workspace(), self._slug)

    @property
    def is_gone(self) -> bool:
        return not os.path.lexists(self.file)

    @property
    def is_changed_outside(self) -> bool:
        """Whether the file holds something else than what was read or written last."""
        return self._on_disk() not in (self._data, None)

    def reload(self) -> None:
        """Read the file as it is now."""
        data = self._on_disk()
        if data is None:
            raise UsageError(f"{self.file}: no such file; `quizterm start {self._slug}` writes the starter")
        self._data = data
        try:
            self.text = read_submission(self.file)
        except UnreadableSubmissionError as error:
            self.text, self.problem = "", str(error)
        else:
            self.problem = _why_not_editable(self.text)

    def save(self, text: str) -> Saving:
        """Write the text, unless the file changed since it was read.

        Raises:
            UsageError: the file cannot be written; it stands as it was.
        """
        found = self._on_disk()
        if text == self.text and found is not None:
            return Saving.UNCHANGED
        data = self._encoded(text)
        if found not in (self._data, data, None):
            return Saving.CONFLICT
        self._write(text, data)
        return Saving.WRITTEN

    def keep_mine(self, text: str) -> Path | None:
        """Write the text although the file changed; returns where the other program's version was archived to.

        Raises:
            UsageError: the file cannot be written.
        """
        theirs = archive(paths.workspace(), self._slug, self._study.now())
        self._write(text, self._encoded(text))
        return theirs

    def take_theirs(self, text: str) -> Path:
        """Read the file as the other program left it; returns where the text was archived to.

        Raises:
            UsageError: the archive cannot be written; nothing was read.
        """
        mine = archive_bytes(paths.workspace(), self._slug, self._study.now(), self._encoded(text))
        self.reload()
        return mine

    def set_aside(self, text: str) -> Path:
        """Write a text that its file cannot take to the archive, or wherever there is room, in UTF-8; returns where.

        Raises:
            UsageError: nothing else can be written either.
        """
        return archive_anywhere(self._slug, self._study.now(), text.encode("utf-8", "replace"))

    def _on_disk(self) -> bytes | None:
        try:
            return read_regular(self.file, LARGEST_SUBMISSION + 1)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise UsageError(f"{self.file}: cannot be read ({error.strerror}); make it a readable file") from None

    def _write(self, text: str, data: bytes) -> None:
        real = self.file.resolve()
        write_bytes(real, data, mode=real.stat().st_mode & 0o7777 if real.exists() else None)
        self.text, self._data, self.problem = text, data, None

    def _encoded(self, text: str) -> bytes:
        encoding = _BOM if self._data.startswith(b"\xef\xbb\xbf") else _encoding_of(text.encode("utf-8", "replace"))
        line_end = "\r\n" if b"\r\n" in self._data else "\n"
        try:
            data = text.replace("\n", line_end).encode(encoding)
            is_kept = encoding in (_BOM, _encoding_of(data)) and data.decode(encoding).replace(line_end, "\n") == text
        except UnicodeEncodeError as error:
            character = text[error.start]
            raise UsageError(f"{self.file}: {encoding} has no {character!r}; take it out to save") from None
        except UnicodeError:
            is_kept = False
        if not is_kept:
            raise UsageError(f"{self.file}: {encoding} cannot hold this text; declare utf-8 to save")
        return data


def _encoding_of(data: bytes) -> str:
    """The encoding that the first two lines declare, else UTF-8; what declares nonsense is Python's to complain of."""
    try:
        return declared_encoding(data)
    except SyntaxError:
        return "utf-8"


def _why_not_editable(text: str) -> str | None:
    if any(character in text for character in _LINE_ENDS_OF_EDITORS):
        return "it holds form feeds or other rare line ends, which this editor would change"
    return None
