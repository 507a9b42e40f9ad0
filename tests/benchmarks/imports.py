"""Time of imports in a new interpreter; what the libraries cost bounds what the commands can."""

import statistics
import subprocess
import sys

MODULES = ("argparse", "sqlalchemy", "textual.app", "quizterm.cli", "quizterm.study.session", "quizterm.tui.app")
SCRIPT = "import time; start = time.perf_counter(); import {}; print((time.perf_counter() - start) * 1000)"


def measure_imports(runs: int) -> dict[str, float]:
    """Milliseconds of importing each module first of all."""
    return {f"import {module}": statistics.median(_import(module) for _ in range(runs)) for module in MODULES}


def _import(module: str) -> float:
    done = subprocess.run([sys.executable, "-c", SCRIPT.format(module)], check=True, capture_output=True, text=True)
    return float(done.stdout)
