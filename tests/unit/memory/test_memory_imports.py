"""The memory layer loads nothing heavy, and reads no clock."""

import ast
import subprocess
import sys
from pathlib import Path

import quizterm.memory

MODULES = sorted(path for path in Path(quizterm.memory.__path__[0]).glob("*.py"))
HEAVY = ["torch", "numpy", "sqlalchemy", "textual", "rich", "asyncio"]


def test_importing_the_layer_loads_nothing_heavy() -> None:
    names = [f"quizterm.memory.{path.stem}" for path in MODULES if path.stem != "__init__"]
    assert "quizterm.memory.fsrs" in names
    program = f"import sys, {', '.join(names)}; print([name for name in {HEAVY} if name in sys.modules])"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert result.stdout.strip() == "[]"


def _is_seeded_generator(node: ast.Import | ast.ImportFrom) -> bool:
    """Whether only the class of generators is imported, of which none can be made here without a seed."""
    return isinstance(node, ast.ImportFrom) and node.module == "random" and [a.name for a in node.names] == ["Random"]


def test_no_module_reads_the_clock_the_files_or_unseeded_randomness() -> None:
    forbidden = {"time", "random", "secrets", "os", "io", "pathlib", "uuid"}
    imported = {
        (path.name, name.split(".")[0])
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom) and not _is_seeded_generator(node)
        for name in ([alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""])
    }
    assert ("fuzz.py", "hashlib") in imported
    assert {module for _, module in imported} & forbidden == set()
    calls = {
        node.attr
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute)
    }
    assert calls & {"now", "today", "utcnow"} == set()
    unseeded = [
        path.name
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Random" and not node.args
    ]
    assert unseeded == []
