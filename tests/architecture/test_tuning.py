"""Weights and thresholds stand in tuning.toml, and each is used by its module."""

import ast
from pathlib import Path

import pytest

import kgmem
from kgmem.matching import same_kind
from kgmem.tuning import sections

PACKAGE = Path(kgmem.__file__).parent


def module(part: str) -> ast.Module:
    room, *_ = part.split(".")
    member = PACKAGE.parent / "packages" / room.replace("_", "-")
    home = member if room.startswith("kgmem_") else PACKAGE
    path = home.joinpath(*part.split(".")).with_suffix(".py")
    return ast.parse(path.read_text(encoding="utf-8"))


def keys_read(tree: ast.Module) -> list[object]:
    return [
        node.slice.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Subscript)
        and isinstance(node.value, ast.Name)
        and node.value.id == "_TUNED"
        and isinstance(node.slice, ast.Constant)
    ]


@pytest.mark.parametrize("part", sections())
def test_a_module_reads_each_of_its_numbers_once(part: str) -> None:
    tree = module(part)
    if "**_TUNED" not in ast.unparse(tree):  # what names a call has, Python tells
        assert sorted(map(str, keys_read(tree))) == sorted(sections()[part])


@pytest.mark.parametrize("part", sections())
def test_a_module_states_no_threshold_beside_the_file(part: str) -> None:
    stated = [
        ast.unparse(node)
        for node in module(part).body
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, float)
        and not node.value.value.is_integer()
    ]

    assert stated == []


def test_thresholds_of_the_route_stand_beside_these_weights_of_similarity() -> None:
    """When this fails, look at recall.routing and recall.flow's warn_from as well."""
    assert same_kind.WEIGHTS == (8.3, 15.4, 5.5, 1.7, -0.9)
