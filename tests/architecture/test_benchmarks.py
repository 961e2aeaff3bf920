"""The benchmarks measure kgmem from outside, and the wheel holds none of them."""

import ast
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import kgmem
from kgmem import lab
from tests.architecture.sources import ROOT, modules, nodes
from tests.architecture.test_dependencies import distributions_of, imports

FOLDER = ROOT / "benchmarks"
PUBLIC = ("kgmem", "kgmem.browser", "kgmem.errors", "kgmem.lab", "kgmem.samples")
"""Modules of kgmem that a bench may import from."""
ELSEWHERE = FOLDER / "kgmem_bench" / "peers" / "systems"
"""Files that run in environments of other projects."""
NAMED = {"miniwob", "setuptools", "trac", "kgmem"}
"""Needed, and imported by no statement: found or run by their names."""


def private(source: Path | ast.AST) -> list[str]:
    """What it imports of kgmem's inside."""
    found = [
        node.module or "" for node in nodes(source, ast.ImportFrom) if not node.level
    ]
    found += [alias.name for node in nodes(source, ast.Import) for alias in node.names]
    tops = [
        f"kgmem.{alias.name}"
        for node in nodes(source, ast.ImportFrom)
        if node.module == "kgmem"
        for alias in node.names
        if alias.name not in kgmem.__all__
    ]
    return [
        name
        for name in (*found, *tops)
        if name.startswith("kgmem.")
        and name not in PUBLIC
        and not name.startswith("kgmem.samples.")
    ]


def test_a_bench_uses_public_names_alone() -> None:
    found = {path: private(path) for path in modules(FOLDER)}

    assert {name: some for name, some in found.items() if some} == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("from kgmem.graph.store import GraphStore", ["kgmem.graph.store"]),
        ("import kgmem.wiring as w", ["kgmem.wiring"]),
        ("from kgmem import wiring", ["kgmem.wiring"]),
        ("from kgmem import Memory", []),
    ],
)
def test_a_private_name_is_found(source: str, found: list[str]) -> None:
    assert private(ast.parse(source)) == found


def test_each_name_of_the_lab_is_there_and_used() -> None:
    used = {
        alias.name
        for path in modules(FOLDER)
        for node in nodes(path, ast.ImportFrom)
        if node.module == "kgmem.lab"
        for alias in node.names
    }

    assert used == set(lab.__all__)
    for name in lab.__all__:
        assert getattr(lab, name) is not None
    assert not used & set(kgmem.__all__)


def test_what_the_benches_import_is_declared_for_them() -> None:
    text = (FOLDER / "pyproject.toml").read_text(encoding="utf-8")
    project = tomllib.loads(text)["project"]
    own_lines = [*project["dependencies"], *project["optional-dependencies"]["pages"]]
    lines = list(own_lines)
    root = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = root["project"]["optional-dependencies"]
    # What comes with kgmem[all], too.
    lines += [*root["project"]["dependencies"], *extras["people"], *extras["servers"]]
    declared = {canonicalize_name(Requirement(line).name) for line in lines}
    imported = {
        module
        for path in modules(FOLDER)
        if path.parent != ELSEWHERE
        for module in imports(path)
        if module != "kgmem_bench"
    }

    assert {m for m in imported if not distributions_of(m) & declared} == set()
    own = {canonicalize_name(Requirement(line).name) for line in own_lines}
    assert own - set().union(*map(distributions_of, imported | NAMED)) == set()


def test_the_wheel_of_kgmem_holds_no_bench() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    wheel = tomllib.loads(text)["tool"]["hatch"]["build"]["targets"]["wheel"]

    assert wheel["only-include"] == ["kgmem", "prompts", "graph_schema"]
    assert not (ROOT / "kgmem" / "bench").exists()
