"""The package's sources: each file is parsed and walked once for all tests."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "kgmem"

Node = TypeVar("Node", bound=ast.AST)


@cache
def modules(folder: Path = PACKAGE) -> tuple[Path, ...]:
    return tuple(sorted(folder.rglob("*.py")))


def shipped() -> tuple[Path, ...]:
    """Those of the packages beside the core, too."""
    folders = sorted(ROOT.glob("packages/*/kgmem_*"))
    return (*modules(), *(path for folder in folders for path in modules(folder)))


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def nodes(within: Path | ast.AST, *kinds: type[Node]) -> Iterator[Node]:
    """The nodes of these kinds at any depth, of a file or of what was parsed."""
    found = _walked(within) if isinstance(within, Path) else _by_kind(within)
    for kind in kinds:
        yield from found.get(kind, ())  # type: ignore[misc]


@cache
def _walked(path: Path) -> dict[type[ast.AST], list[ast.AST]]:
    return _by_kind(tree(path))


def _by_kind(parsed: ast.AST) -> dict[type[ast.AST], list[ast.AST]]:
    found = defaultdict(list)
    for node in ast.walk(parsed):
        found[type(node)].append(node)
    return found


def forget() -> None:
    """Parsed trees are a million objects: no other test shall carry them."""
    for one in (tree, _walked):
        one.cache_clear()
