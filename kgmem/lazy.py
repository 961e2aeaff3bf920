"""Modules whose names are loaded when they are first asked for: each has a stub beside
it that says where its names come from, which editors and type checkers read, too."""

import importlib
import sys
from collections.abc import Callable
from functools import cache
from typing import Any


@cache
def homes(file: str) -> dict[str, tuple[str, str]]:
    """By name: the module that it comes from, and what it is called there. In the stub,
    `a as _b` gives the `a` of a module the name `b`."""
    import ast
    from pathlib import Path

    stub = ast.parse(Path(file).with_suffix(".pyi").read_text(encoding="utf-8"))
    return {
        name if name == one.name else name.removeprefix("_"): (home, one.name)
        for node in stub.body
        if isinstance(node, ast.ImportFrom) and (home := node.module)
        for one in node.names
        if (name := one.asname)
    }


def lazily(
    module: str, file: str
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of a module, so that `kgmem --version` or one model
    costs no more than itself."""

    def get(name: str) -> Any:
        if name == "__all__":
            return sorted(homes(file))
        if name not in homes(file):
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        home, inner = homes(file)[name]
        value = getattr(importlib.import_module(home), inner)
        setattr(sys.modules[module], name, value)  # found without this the next time
        return value

    return get, lambda: sorted({*vars(sys.modules[module]), *homes(file)})
