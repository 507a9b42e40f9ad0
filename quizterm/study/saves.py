"""Noticing saves in a folder, for as long as they are waited for; to be run in a thread of its own."""

import threading
from collections.abc import Iterator
from pathlib import Path

SETTLED_MS = 100  # editors write a file in several steps
LOOK_AGAIN_MS = 500  # how long it may take until it is noticed that the folder itself is another, or is back


def saves(folder: Path, stop: threading.Event) -> Iterator[str]:
    """An empty text at every change in the folder; one plain line when it cannot be watched, or not any more.

    The folder is watched, since editors that save by renaming put another file in the place of the old one. When it is
    taken away, watching goes on as soon as it is back. If there is none at the beginning, it is made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        yield f"{folder}: is no folder and cannot be made one ({error.strerror}); run your file by hand"
        return
    while not stop.is_set():
        watched = _identity(folder)
        if watched is None:
            yield f"{folder} is gone; its files are watched again when it is back"
            if not _is_back(folder, stop):
                return
            yield ""
            continue
        try:
            yield from _saves_in(folder, watched, stop)
        except (OSError, RuntimeError) as error:  # it went away at this moment, or the system watches no more
            if _identity(folder) is not None:
                yield f"{folder}: cannot be watched ({error}); run your file by hand"
                return


def _saves_in(folder: Path, watched: tuple[int, int], stop: threading.Event) -> Iterator[str]:
    """What changes in the folder, until it is stopped or another folder, or none, is in its place."""
    import watchfiles

    changes = watchfiles.watch(
        folder,
        stop_event=stop,
        recursive=False,
        debounce=SETTLED_MS,
        step=20,
        rust_timeout=LOOK_AGAIN_MS,
        yield_on_timeout=True,
    )
    for changed in changes:
        now = _identity(folder)
        if now is not None and (changed or now != watched):
            yield ""
        if now != watched:
            return


def _is_back(folder: Path, stop: threading.Event) -> bool:
    """Wait until the folder is there; False if that is not waited for any more."""
    while _identity(folder) is None:
        if stop.wait(LOOK_AGAIN_MS / 1000):
            return False
    return True


def _identity(folder: Path) -> tuple[int, int] | None:
    """What tells a folder from another of its name; None if there is none."""
    try:
        found = folder.stat()
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if folder.is_dir() else None
