"""A name says one thing: no two classes have the same."""

import ast
from collections import Counter
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "kgmem"


def test_a_class_name_is_used_once() -> None:
    """Those of one file alone, with an underscore in front, are its own business."""
    named = Counter(
        node.name
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )

    assert named["Memory"] == 1
    assert {name for name, times in named.items() if times > 1} == set()
