"""A name says one thing: no two classes have the same."""

import ast
from collections import Counter

from tests.architecture.sources import modules, nodes


def test_a_class_name_is_used_once() -> None:
    """Those of one file alone, with an underscore in front, are its own business."""
    named = Counter(
        node.name
        for path in modules()
        for node in nodes(path, ast.ClassDef)
        if not node.name.startswith("_")
    )

    assert named["Memory"] == 1
    assert {name for name, times in named.items() if times > 1} == set()
