"""What is true of a kind of value is asked of the table of kinds."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from kgmem.model.kind import Kind
from tests.architecture.sources import PACKAGE, modules, nodes

ROOMS = ("matching", "generalize", "recall", "paths")
"""Where slots are filled. Elsewhere a `kind` is one of elements, secrets or points."""


def spelled_out(source: Path | ast.AST) -> Iterator[ast.AST]:
    """Comparisons of a `kind` with names of kinds."""
    for node in nodes(source, ast.Compare):
        sides = (node.left, *node.comparators)
        if any(map(is_kind, sides)) and any(map(names_one, sides)):
            yield node


def is_kind(node: ast.AST) -> bool:
    name = getattr(node, "attr", None) or getattr(node, "id", None)
    return name == "kind"


def names_one(node: ast.AST) -> bool:
    return any(
        isinstance(one, ast.Constant) and one.value in get_args(Kind)
        for one in ast.walk(node)
    )


def test_no_branch_spells_kinds_out() -> None:
    found = [
        f"{path.relative_to(PACKAGE)}:{getattr(node, 'lineno', 0)}"
        for room in ROOMS
        for path in modules(PACKAGE / room)
        for node in spelled_out(path)
    ]

    assert found == [], "ask `form_of(kind)`"


@pytest.mark.parametrize(
    "branch", ["slot.kind == 'app'", "kind in ('date', 'time')", "'code' != one.kind"]
)
def test_the_check_sees_each_form(branch: str) -> None:
    assert list(spelled_out(ast.parse(branch)))
