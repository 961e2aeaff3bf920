"""The benchmarks measure kgmem from outside, and the wheel holds none of them."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import kgmem
from kgmem import lab
from tests.architecture.test_dependencies import distributions_of, imports

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "benchmarks"
PUBLIC = ("kgmem", "kgmem.browser", "kgmem.errors", "kgmem.lab", "kgmem.samples")
"""Modules of kgmem that a bench may import from; data sets' loaders are samples."""
NAMED = {"miniwob", "setuptools", "trac", "kgmem"}
"""Needed, and imported by no statement: found or run by their names."""


def sources() -> Iterator[tuple[str, str]]:
    for path in sorted(FOLDER.rglob("*.py")):
        yield path.relative_to(FOLDER).as_posix(), path.read_text(encoding="utf-8")


def private(source: str) -> list[str]:
    """What it imports of kgmem's inside."""
    found = [
        node.module or ""
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and not node.level
    ]
    found += [
        alias.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import)
        for alias in node.names
    ]
    tops = [
        f"kgmem.{alias.name}"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and node.module == "kgmem"
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
    found = {name: private(source) for name, source in sources()}

    assert {name: some for name, some in found.items() if some} == {}


def test_a_private_name_is_found() -> None:
    assert private("from kgmem.graph.store import GraphStore") == ["kgmem.graph.store"]
    assert private("import kgmem.wiring as w") == ["kgmem.wiring"]
    assert private("from kgmem import wiring") == ["kgmem.wiring"]
    assert private("from kgmem import Memory") == []


def test_each_name_of_the_lab_is_there_and_used() -> None:
    used = {
        alias.name
        for _, source in sources()
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and node.module == "kgmem.lab"
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
    lines += [*root["project"]["dependencies"], *extras["servers"], *extras["mcp"]]
    declared = {canonicalize_name(Requirement(line).name) for line in lines}
    imported = {
        module
        for _, source in sources()
        for module in imports(source)
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
