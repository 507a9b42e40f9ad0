import ast

import pytest

from quizterm.grading.composition import Part, compose

STARTER = '''\
"""Build a wall.

Of bricks.
"""

import math


class Wall:
    def build(self):
        raise NotImplementedError("Wall.build")
'''
BRICK = '''\
"""A brick."""

from __future__ import annotations

import math

# Of clay.
SIZE = 2


class Brick:
    """One brick."""

    size = SIZE * math.pi


if __name__ == "__main__":
    print(Brick())
'''
MORTAR = '''\
"""Mortar, from a file that holds an older brick too."""

# ---- from brick: your version that passed on 2026-01-01 ----

class Brick:
    """The older one."""

# ---- end of brick ----

def helper(): return Brick


class Mortar:
    made_of = helper()
'''


def test_a_starter_that_builds_on_nothing_stays_as_it_is() -> None:
    assert compose(STARTER, []) == STARTER


def test_parts_stand_between_docstring_and_starter_with_their_origin() -> None:
    text = compose(STARTER, [Part("brick", BRICK, ("Brick",), "the shipped solution")])
    lines = text.splitlines()
    assert text.startswith(
        '"""Build a wall.\n\nOf bricks.\n"""\n\nfrom __future__ import annotations\n\n# ---- from brick'
    )
    first, last = lines.index("# ---- from brick: the shipped solution ----"), lines.index("# ---- end of brick ----")
    between = "\n".join(lines[first + 1 : last])
    assert "# Of clay.\nSIZE = 2" in between
    assert "class Brick:" in between
    assert "class Wall:" in "\n".join(lines[last:])
    assert '"""A brick."""' not in text
    assert "__main__" not in text


def test_the_whole_is_python_that_defines_everything() -> None:
    parts = [Part("brick", BRICK, ("Brick",), "yours"), Part("mortar", MORTAR, ("Mortar",), "yours")]
    namespace: dict[str, object] = {}
    exec(compile(compose(STARTER, parts), "wall.py", "exec"), namespace)
    assert {"Brick", "Mortar", "Wall", "SIZE", "helper"} <= namespace.keys()


def test_what_an_earlier_part_defines_is_not_repeated() -> None:
    text = compose(STARTER, [Part("brick", BRICK, ("Brick",), "new"), Part("mortar", MORTAR, ("Mortar",), "yours")])
    classes = [node.name for node in ast.parse(text).body if isinstance(node, ast.ClassDef)]
    assert classes == ["Brick", "Mortar", "Wall"]
    assert "The older one" not in text
    assert text.count("# ---- ") == 4, "marks of the older file are gone"


def test_composing_from_a_composed_file_changes_nothing_more() -> None:
    brick = Part("brick", BRICK, ("Brick",), "yours")
    mortar = Part("mortar", MORTAR, ("Mortar",), "yours")
    whole = compose(STARTER, [brick, mortar])
    again = compose(STARTER, [brick, Part("mortar", compose(MORTAR, [brick]), ("Mortar",), "yours")])
    names = [[ast.unparse(node) for node in ast.parse(text).body] for text in (whole, again)]
    assert set(names[0]) == set(names[1])


@pytest.mark.parametrize(
    "starter", ["x = 1", "", '"""Only words."""', "from __future__ import annotations\nx: int = 1\n"]
)
def test_any_starter_is_composed(starter: str) -> None:
    text = compose(starter, [Part("brick", BRICK, ("Brick",), "yours")])
    ast.parse(text)
    compile(text, "any.py", "exec")
    assert "class Brick:" in text
    assert text.endswith("\n")
