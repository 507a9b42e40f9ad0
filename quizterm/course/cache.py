"""The parsed folders on disk, so that start-up parses nothing that did not change.

One folder of the cache for each folder of lessons: `manifest.json` with its `FolderRecord`, and a file for each
lesson, named after all that its parsing depends on and never changed once written. So processes may read and
write at once. The cache can vanish at any time: whatever is missing, damaged or of another version is read from
the lessons again, and where nothing can be written it is kept in memory.
"""

import os
import zlib
from pathlib import Path

from quizterm import __version__
from quizterm.course.codec import DamagedCacheError, StoredLesson, dump_folder, dump_lesson, load_folder
from quizterm.course.names import slugify
from quizterm.course.record import FolderRecord, LessonOrigin, ParsedLesson

FORMAT = f"{__version__} 3"  # raise the number whenever a file would be parsed or stored in another way

_MANIFEST = "manifest.json"
_LESSON_SUFFIX = ".lesson"
_TEXTS = "texts.search"


class FolderCache:
    """The cache of one folder of lessons; with `root` `None`, for this process only."""

    def __init__(self, root: Path | None, folder: Path) -> None:
        self._folder = folder
        self._place = root / f"{slugify(folder.name)}-{zlib.crc32(os.fsencode(folder)):08x}" if root else None
        self._unwritten: dict[str, str] = {}
        self._unwritten_texts: bytes | None = None

    def read_record(self) -> tuple[FolderRecord, int] | None:
        """The folder's record and when it was written (file time, ns)."""
        if self._place is None:
            return None
        try:
            written = (self._place / _MANIFEST).stat().st_mtime_ns
            return load_folder(_read(self._place / _MANIFEST), self._folder), written
        except (OSError, DamagedCacheError):
            return None

    def write_record(self, record: FolderRecord) -> None:
        """Write the record, then delete the lessons it no longer names and what a killed process left half written."""
        if self._place is None or not _write(self._place / _MANIFEST, dump_folder(record, self._folder)):
            return
        lessons = record.course.lessons if record.course else ()
        named = {_MANIFEST, *(lesson.key + _LESSON_SUFFIX for lesson in lessons)}
        try:
            for path in self._place.iterdir():
                if path.name not in named:
                    path.unlink(missing_ok=True)
        except OSError:
            return  # what cannot be deleted does no harm

    def read_lesson(self, key: str, origin: LessonOrigin) -> StoredLesson | None:
        try:
            text = self._unwritten.get(key) or (_read(self._place / (key + _LESSON_SUFFIX)) if self._place else "")
            return StoredLesson.of(text, origin)
        except (OSError, DamagedCacheError):
            return None

    def write_lesson(self, key: str, parsed: ParsedLesson, origin: LessonOrigin) -> StoredLesson:
        text = dump_lesson(parsed)
        if self._place is None or not _write(self._place / (key + _LESSON_SUFFIX), text):
            self._unwritten[key] = text
        return StoredLesson.of(text, origin)

    def read_texts(self, fingerprint: str) -> bytes | None:
        """The searchable texts of the folder's cards as they are with this fingerprint."""
        try:
            text = self._unwritten_texts or (_read_bytes(self._place / _TEXTS) if self._place else b"")
        except (OSError, DamagedCacheError):
            return None
        written_for, _, texts = text.partition(b"\n")
        return texts if written_for == fingerprint.encode() else None

    def write_texts(self, fingerprint: str, texts: bytes) -> None:
        body = b"\n".join((fingerprint.encode(), texts))
        if self._place is None or not _write_bytes(self._place / _TEXTS, body):
            self._unwritten_texts = body


def _read(path: Path) -> str:
    """Raises: OSError; DamagedCacheError where the text is not what was written, by this version."""
    try:
        return _read_bytes(path).decode()
    except UnicodeDecodeError:
        raise DamagedCacheError from None


def _read_bytes(path: Path) -> bytes:
    """Raises: as `_read`."""
    head, _, body = path.read_bytes().partition(b"\n")
    if head != _head(body):
        raise DamagedCacheError
    return body


def _write(path: Path, text: str) -> bool:
    return _write_bytes(path, text.encode())


def _write_bytes(path: Path, body: bytes) -> bool:
    """Write whole or not at all; whether it was written."""
    import tempfile  # takes longer to import than all the rest here, and start-up mostly writes nothing

    new: Path | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            new = Path(file.name)
            file.write(_head(body) + b"\n" + body)
        new.replace(path)
    except OSError:
        if new is not None:
            new.unlink(missing_ok=True)
        return False
    return True


def _head(body: bytes) -> bytes:
    return f"quizterm {FORMAT} {zlib.crc32(body):08x}".encode()
