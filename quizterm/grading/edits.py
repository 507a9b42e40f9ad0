"""Bugs as edits of the solution: apply them, and write the broken files."""

import ast
import errno
import itertools
import os
from collections.abc import Iterable
from pathlib import Path

from quizterm.grading.exercise import Bug, Edit, Exercise


class EditError(ValueError):
    """An edit does not fit the solution."""


def own_parts(source: str, names: Iterable[str]) -> list[tuple[int, int]]:
    """Where the definitions of top-level `names` stand in `source`, as (start, end) offsets in characters.

    Decorators belong to a definition, the line break at its end too. Raises SyntaxError if `source` is no Python.
    """
    wanted = set(names)
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    parts = []
    for node in ast.parse(source).body:
        if wanted & defined_names(node):
            first = min([node.lineno, *(item.lineno for item in getattr(node, "decorator_list", []))])
            parts.append((starts[first - 1], starts[node.end_lineno or node.lineno]))
    return parts


def defined_names(node: ast.stmt) -> set[str]:
    """The names a top-level statement defines: a function, a class, or what is assigned to."""
    match node:
        case ast.FunctionDef() | ast.ClassDef() | ast.AsyncFunctionDef():
            return {node.name}
        case ast.Assign(targets=targets):
            return {name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)}
        case ast.AnnAssign(target=ast.Name(id=name)) if node.value is not None:
            return {name}
        case _:
            return set()


def apply_edits(source: str, edits: Iterable[Edit], names: Iterable[str]) -> str:
    """`source` with every edit applied exactly once, all of them to the text as it stood before.

    Raises `EditError` if an old text does not stand exactly once within the parts that define `names`, if two edits
    overlap, or if nothing changes.
    """
    parts = own_parts(source, names)
    places = []
    for edit in edits:
        found = [place for start, end in parts for place in _places(source, edit.old, start, end)]
        if len(found) != 1:
            raise EditError(f"the old text stands {len(found)} times in {', '.join(names)}, not once: {edit.old!r}")
        if edit.old == edit.new:
            raise EditError(f"the edit changes nothing: {edit.old!r}")
        places.append((found[0], edit))
    places.sort(key=lambda place: place[0])
    for (start, edit), (following, _) in itertools.pairwise(places):
        if start + len(edit.old) > following:
            raise EditError(f"two edits overlap: {edit.old!r}")
    for start, edit in reversed(places):
        source = source[:start] + edit.new + source[start + len(edit.old) :]
    return source


def _places(source: str, text: str, start: int, end: int) -> list[int]:
    """All places, overlapping ones included, where `text` stands within `source[start:end]`."""
    places = []
    place = source.find(text, start, end) if text else -1
    while place >= 0:
        places.append(place)
        place = source.find(text, place + 1, end)
    return places


def broken_solution(exercise: Exercise, bug: Bug) -> str:
    """The solution with one bug in it."""
    return apply_edits(exercise.solution, bug.edits, exercise.names)


def write_bugs(exercise: Exercise, out: Path) -> list[Path]:
    """Write every bug of an exercise as `<bug id>.py` into `out`, which is made if need be; return the files.

    Nothing is written over, and no link followed: raises FileExistsError before the first file is written if anything
    else stands at a place.
    """
    texts = {out / f"{bug.id}.py": broken_solution(exercise, bug) for bug in exercise.bugs}
    missing = {file: text for file, text in texts.items() if not _holds(file, text)}
    for file in missing:
        if os.path.lexists(file):
            raise FileExistsError(errno.EEXIST, "another file stands there", str(file))
    out.mkdir(parents=True, exist_ok=True)
    for file, text in missing.items():
        with file.open("x", encoding="utf-8") as stream:
            stream.write(text)
    return list(texts)


def _holds(file: Path, text: str) -> bool:
    return file.is_file() and not file.is_symlink() and file.read_bytes() == text.encode()
