"""Time of imports in a new interpreter; what the libraries cost bounds what the commands can."""

import subprocess
import sys

from tests.benchmarks.times import Times, median

MODULES = ("argparse", "sqlalchemy", "textual.app", "quizterm.cli", "quizterm.study.session", "quizterm.tui.app")
SCRIPT = """
import time
wall, cpu = time.perf_counter(), time.process_time()
import {}
print(time.perf_counter() - wall, time.process_time() - cpu)
"""


def measure_imports(runs: int) -> dict[str, Times]:
    """Of importing each module first of all."""
    return {f"import {module}": median(_import(module) for _ in range(runs)) for module in MODULES}


def _import(module: str) -> Times:
    done = subprocess.run([sys.executable, "-c", SCRIPT.format(module)], check=True, capture_output=True, text=True)
    wall, cpu = (float(word) * 1000 for word in done.stdout.split())
    return Times(wall, cpu)
