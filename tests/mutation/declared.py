"""Mutants that are declared to be equivalent: `equivalent/<slug>.toml`, each with the reason no experiment may tell it.

[[mutant]]
scope = "Adam.__init__"
was = "self.params = list(params)"
now = "self.params = params"
reason = "..."
"""

import tomllib
from pathlib import Path

from tests.mutation.mutants import Mutant

FOLDER = Path(__file__).parent / "equivalent"


def declared(slug: str) -> dict[tuple[str, str, str], str]:
    """Reasons by a mutant's key."""
    file = FOLDER / f"{slug}.toml"
    if not file.exists():
        return {}
    tables = tomllib.loads(file.read_text(encoding="utf-8"))["mutant"]
    return {(table["scope"], table["was"], table["now"]): table["reason"] for table in tables}


def as_declaration(mutant: Mutant) -> str:
    """The table to fill a reason into."""
    lines = [f"{key} = {_quoted(getattr(mutant, key))}" for key in ("scope", "was", "now")]
    return "\n".join(["[[mutant]]", *lines, 'reason = ""'])


def _quoted(text: str) -> str:
    return f"'{text}'" if "'" not in text else '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
