"""A fault of quizterm's own, written down for whoever mends it."""

import platform
import time
import traceback
from importlib.metadata import version

from quizterm import __version__, paths


def write_crash_log(error: BaseException) -> str:
    """Write the traceback to a file of the data folder; returns one line that names it."""
    folder = paths.data_folder()
    file = folder / f"crash-{time.strftime('%Y%m%d-%H%M%S')}.log"
    python, textual = platform.python_version(), version("textual")
    about = f"quizterm {__version__}, Python {python}, Textual {textual}, {platform.platform()}"
    text = "".join(traceback.format_exception(error))
    fault = f"quizterm: a fault of its own, {type(error).__name__}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{about}\n\n{text}", encoding="utf-8", errors="backslashreplace")
    except OSError as problem:
        return f"{fault}; {file} could not be written ({problem.strerror})"
    return f"{fault}; what happened is in {file}; your answers are stored"
