"""What importing and opening the store loads: SQLAlchemy's core and nothing that costs more."""

import subprocess
import sys
from pathlib import Path


def loaded_by(program: str, *arguments: str) -> set[str]:
    """The modules that a new Python process has loaded when the program is over."""
    report = "\nimport sys; print(' '.join(sys.modules))"
    run = subprocess.run(
        [sys.executable, "-c", program + report, *arguments], capture_output=True, text=True, timeout=60, check=True
    )
    return set(run.stdout.split())


def test_rows_need_no_sqlalchemy() -> None:
    assert "sqlalchemy" not in loaded_by("import quizterm.store.rows")


def test_opening_a_new_and_a_present_database_loads_neither_migrations_nor_the_orm(path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from quizterm.store.store import Store\n"
        "for _ in range(2): Store.open(Path(sys.argv[1])).close()"
    )
    modules = loaded_by(program, str(path))
    assert "sqlalchemy" in modules
    assert not modules & {"alembic", "mako", "sqlalchemy.orm", "sqlalchemy.ext", "torch", "numpy", "textual", "rich"}
