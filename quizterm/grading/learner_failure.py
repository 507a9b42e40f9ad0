"""An exception of the learner's code as a `Failure`: its kind, one line, and a traceback of the learner's frames."""

import opcode
import traceback
from types import TracebackType

from quizterm.grading.outcome import MAX_TRACEBACK
from quizterm.grading.plain_text import one_line, plain_text
from quizterm.grading.verdict import Failure, FailureKind

MAX_FRAMES = 30
_RAISE = opcode.opmap["RAISE_VARARGS"]
MAX_CHAIN = 5


class ForbiddenImportError(ImportError):
    """The learner's file asks for a module that the exercise does without."""

    __module__ = "builtins"  # so that a traceback shows it without the name of a module the learner never imported


class ForbiddenUseError(RuntimeError):
    """The learner's file uses a function, or a module it did not have to import, that the exercise does without."""

    __module__ = "builtins"


def failure_of_exception(error: BaseException, file: str) -> Failure:
    """What an exception means for a file shown as `file`."""
    kind, message = _kind(error, file)
    return Failure(kind, message, learner_traceback(error, file))


def syntax_failure(error: BaseException, file: str) -> Failure:
    """The file is no Python. Besides SyntaxError the compiler raises others for what it cannot read at all."""
    if isinstance(error, SyntaxError) and error.lineno:
        message = f"line {error.lineno}: {error.msg}"
    else:
        message = f"Python cannot read the file: {str(error) or class_name(error)}"
    shown = "".join(traceback.TracebackException.from_exception(error).format_exception_only())
    return Failure(FailureKind.SYNTAX, one_line(message), plain_text(shown)[-MAX_TRACEBACK:] if file in shown else "")


def learner_traceback(error: BaseException, file: str) -> str:
    """The traceback without frames that are not the learner's; empty if no frame is."""
    try:
        summary = traceback.TracebackException.from_exception(error, lookup_lines=False)  # of most frames none is shown
        _trim(summary, file, 0)
        text = plain_text("".join(summary.format()))[-MAX_TRACEBACK:]
    except Exception:  # noqa: BLE001  # what the exception is made of is the learner's, and may be no traceback's
        return ""
    return text if f'File "{file}"' in text else ""


def class_name(value: object) -> str:
    """The name of a value's class, even where a metaclass of the learner's would say another."""
    name: str = type.__dict__["__name__"].__get__(type(value))
    return name


def _kind(error: BaseException, file: str) -> tuple[FailureKind, str]:
    text = _text(error)
    name = class_name(error)
    message = one_line(f"{name}: {text}" if text else name)
    if isinstance(error, ForbiddenImportError | ForbiddenUseError):
        return FailureKind.FORBIDDEN, one_line(text)
    if isinstance(error, NotImplementedError) and _is_raised_by(error.__traceback__, file):
        return FailureKind.MISSING, one_line(f"not written yet: {text}" if text else "not written yet")
    if isinstance(error, MemoryError) or (isinstance(error, RuntimeError) and "allocate memory" in text):
        return FailureKind.MEMORY, "more memory was asked for than a check may have"
    if isinstance(error, SystemExit):
        return FailureKind.CRASH, "the code called sys.exit()"
    return FailureKind.CRASH, message


def _text(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:  # noqa: BLE001  # the class is the learner's, and so is what its __str__ does
        return "its message cannot be shown"


def _is_raised_by(trace: TracebackType | None, file: str) -> bool:
    """Whether a `raise` of the file did it, not a function in C that the file calls."""
    innermost = None
    while trace is not None:
        innermost, trace = trace, trace.tb_next
    if innermost is None:
        return False
    code = innermost.tb_frame.f_code
    return code.co_filename == file and code.co_code[innermost.tb_lasti] == _RAISE


def _trim(summary: traceback.TracebackException, file: str, depth: int) -> None:
    frames = [frame for frame in summary.stack if frame.filename == file]
    if len(frames) > MAX_FRAMES:
        frames = frames[: MAX_FRAMES // 2] + frames[-MAX_FRAMES // 2 :]
    summary.stack = traceback.StackSummary.from_list(frames)
    if depth == MAX_CHAIN:
        summary.__cause__ = summary.__context__ = None
    for earlier in (summary.__cause__, summary.__context__):
        if earlier is not None:
            _trim(earlier, file, depth + 1)
    for member in summary.exceptions or ():
        _trim(member, file, depth + 1)
