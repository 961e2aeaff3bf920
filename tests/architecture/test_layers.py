"""What the map of the code promises, held to."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kgmem import errors
from tests.architecture.sources import PACKAGE, ROOT, modules, nodes

LEFTOVERS = {"util", "utils", "helper", "helpers", "common", "misc", "base_manager"}
"""Names that say nothing of what is in a file."""

FORBIDDEN = {
    "the host of a package registry": re.compile(
        r"pypi\.org|pythonhosted\.org|repo1?\.maven|registry\.npmjs|proxy\.golang",
        re.IGNORECASE,
    ),
    "a path of one machine": re.compile(r"(?<![\w./:-])/(?:work|root|tmp/lab)/"),
}
EXEMPT = {"uv.lock", "tests/architecture/test_layers.py"}
"""The lock names where each package is; this file names what it forbids."""


def tracked() -> list[Path]:
    """Files that are in the repository or would be by the next commit."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a checkout: what git tracks can't be told")
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    paths = (ROOT / name for name in listing.stdout.split("\0") if name)
    return sorted(path for path in paths if path.is_file())


def lines_of(path: Path) -> Iterator[tuple[int, str]]:
    """Numbered lines; none for what is no UTF-8 text."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return
    yield from enumerate(text.splitlines(), start=1)


def test_imports_only_go_down() -> None:
    command = [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"]

    checked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)

    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_files_are_named_for_what_is_in_them() -> None:
    names = {path for path in modules() if {path.stem, path.parent.name} & LEFTOVERS}

    assert not names


def test_the_package_prints_nothing() -> None:
    printing = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in modules()
        for node in nodes(path, ast.Call)
        if isinstance(node.func, ast.Name) and node.func.id == "print"
    ]

    assert not printing


def test_no_tracked_file_names_this_machine_or_a_registry() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {what}"
        for path in tracked()
        if str(path.relative_to(ROOT)) not in EXEMPT
        for number, line in lines_of(path)
        for what, pattern in FORBIDDEN.items()
        if pattern.search(line)
    ]

    assert not found


# Errors -------------------------------------------------------------------------------


def drawn_errors() -> dict[str, str]:
    """Parent by name, as the docstring of kgmem.errors draws them."""
    parents: dict[str, str] = {}
    above: list[str] = []
    for line in (errors.__doc__ or "").splitlines():
        if match := re.match(r"([│ ├└─]*)([A-Z]\w+)(?= |$)", line):
            depth = len(match[1]) // 4
            del above[depth:]
            parents[match[2]] = above[-1] if above else ""
            above.append(match[2])
    return {name: parent for name, parent in parents.items() if parent}


def defined_errors() -> dict[str, str]:
    """Parent by name, as the code has them."""

    def below(parent: type[BaseException]) -> Iterator[tuple[str, str]]:
        for child in parent.__subclasses__():
            if child.__module__ == errors.__name__:
                yield child.__name__, parent.__name__
                yield from below(child)

    return dict(below(errors.KgmemError))


def test_the_error_tree_is_drawn_as_it_is() -> None:
    assert drawn_errors() == defined_errors()


def test_kinds_of_errors_are_defined_in_one_file() -> None:
    """A backend may narrow a kind for its own use; a new kind belongs into the tree."""
    elsewhere = [
        f"{path.relative_to(ROOT)}: {node.name}"
        for path in modules()
        if path != PACKAGE / "errors.py"
        for node in nodes(path, ast.ClassDef)
        if "KgmemError" in {ast.unparse(base).rpartition(".")[2] for base in node.bases}
    ]

    assert not elsewhere
