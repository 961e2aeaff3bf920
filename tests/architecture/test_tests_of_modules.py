"""The tests of a module are found by its name, or by `tested_by.toml`."""

import ast
import tomllib
from fnmatch import fnmatchcase
from pathlib import Path

from tests.architecture.sources import PACKAGE, ROOT, modules, tree

UNIT = ROOT / "tests" / "unit"
TYPES = frozenset({
    "generalize/plain.py", "learn/importing/importer.py", "model/conversation.py",
    "model/document.py", "model/exported.py", "model/fact.py", "model/fact_log.py",
    "model/known_app.py", "model/health.py", "model/imported.py", "model/prune.py",
    "model/texts/placeholder.py", "model/transfer.py", "model/values/batches.py",
    "ports.py", "replay/follow/driver.py", "samples/demo.py",
})  # fmt: skip
"""Types and constants with next to no rules: what uses them tries them."""
ELSEWHERE: dict[str, list[str]] = tomllib.loads(
    Path(__file__).with_name("tested_by.toml").read_text("utf-8")
)
"""By test file, the modules that it tries, from `kgmem/` on."""


def with_rules() -> list[str]:
    """Modules that hold a function or a class."""
    return [
        path.relative_to(PACKAGE).as_posix()
        for path in modules()
        if any(
            isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef)
            for node in tree(path).body
        )
    ]


def own_test(module: str) -> Path:
    path = Path(module)
    named = path.parent if path.name == "__init__.py" else path
    return UNIT / named.parent / f"test_{named.stem}.py"


def fits(module: str, pattern: str) -> bool:
    """A star stands for the modules of one folder."""
    same_depth = module.count("/") == pattern.count("/")
    return same_depth and fnmatchcase(module, pattern)


def without_own() -> set[str]:
    return {module for module in with_rules() if not own_test(module).exists()}


def test_each_module_has_a_test_of_its_name_or_is_listed() -> None:
    patterns = [one for listed in ELSEWHERE.values() for one in listed]

    lost = {
        module
        for module in without_own() - TYPES
        if not any(fits(module, pattern) for pattern in patterns)
    }

    assert with_rules()
    assert lost == set()


def test_only_tests_that_are_there_are_listed() -> None:
    assert {file for file in ELSEWHERE if not (ROOT / file).is_file()} == set()


def test_nothing_is_listed_that_has_a_test_of_its_name() -> None:
    left = without_own()

    idle = {
        (file, pattern)
        for file, listed in ELSEWHERE.items()
        for pattern in listed
        if not any(fits(module, pattern) for module in left)
    }

    assert idle == set()
    assert left >= TYPES
