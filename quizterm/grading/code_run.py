"""Run one block of a lesson's or card's code and keep what it shows. Runs in the child."""

import ast
import contextlib
import io
import linecache
import traceback
import warnings
from typing import Any

NAMESPACE = {"__name__": "__main__"}
MAX_PRINTED = 64 << 10


def run_block(code: str, namespace: dict[str, Any], file: str) -> dict[str, Any]:
    """Run `code` in `namespace`; the members of a `snippet.BlockResult`."""
    linecache.cache[file] = (len(code), None, code.splitlines(keepends=True), file)
    printed = io.StringIO()
    value = exception = ""
    with warnings.catch_warnings(record=True) as caught, contextlib.redirect_stdout(printed):
        warnings.simplefilter("always")
        warnings.simplefilter("ignore", ResourceWarning)  # not shown by default either
        try:
            value = _run(code, namespace, file)
        except BaseException as error:  # noqa: BLE001  # the exception is what the block shows
            lines = traceback.TracebackException.from_exception(error).format_exception_only()
            exception = list(lines)[-1].strip()
    return {
        "printed": printed.getvalue()[:MAX_PRINTED],
        "value": value[:MAX_PRINTED],
        "warnings": [f"{item.category.__name__}: {item.message}" for item in caught],
        "exception": exception[:MAX_PRINTED],
    }


def _run(code: str, namespace: dict[str, Any], file: str) -> str:
    tree = ast.parse(code, file)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, file, "exec", dont_inherit=True), namespace)
    if not isinstance(last, ast.Expr):
        return ""
    value = eval(compile(ast.Expression(last.value), file, "eval", dont_inherit=True), namespace)
    return "" if value is None else repr(value)
