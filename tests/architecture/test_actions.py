"""What an action does is asked of the table of actions, nowhere spelled out again."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from kgmem.interfaces.commands.learn import learn
from kgmem.model.action import ACTIONS, Action
from tests.architecture.sources import PACKAGE, modules, nodes

OTHERS_WORDS = {
    "model/action.py": "the table itself",
    "learn/histories/action_words.py": "what it doesn't know becomes `custom`",
    "learn/units/merge.py": "knows its own note of having looked at a page",
}
"""Where names of actions may stand in a comparison or a collection, and why."""


def is_allowed(path: Path) -> bool:
    told = path.relative_to(PACKAGE).as_posix()
    return any(told == one or told.startswith(f"{one}/") for one in OTHERS_WORDS)


def spelled_out(source: Path | ast.AST) -> Iterator[ast.AST]:
    """Comparisons of an `action` with names of actions, and collections of nothing but
    such names."""
    for compared in nodes(source, ast.Compare):
        sides = (compared.left, *compared.comparators)
        if any(map(is_action, sides)) and any(map(names_in, sides)):
            yield compared
    for match in nodes(source, ast.Match):
        patterns = (case.pattern for case in match.cases)
        if is_action(match.subject) and any(map(names_in, patterns)):
            yield match
    for collected in nodes(source, ast.Set, ast.Tuple, ast.List, ast.Dict):
        items = collected.keys if isinstance(collected, ast.Dict) else collected.elts
        if len(items) > 1 and all(map(is_name, items)):
            yield collected


def is_action(node: ast.AST) -> bool:
    """Does it hold an action, by its name: `action`, `step.action`?"""
    name = getattr(node, "attr", None) or getattr(node, "id", None)
    return isinstance(name, str) and name.split("_")[-1] == "action"


def names_in(node: ast.AST) -> bool:
    return any(map(is_name, ast.walk(node)))


NAMES = frozenset(get_args(Action))


def is_name(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Constant) and node.value in NAMES


def test_no_branch_spells_actions_out() -> None:
    found = [
        f"{path.relative_to(PACKAGE)}:{getattr(node, 'lineno', 0)}"
        for path in modules()
        if not is_allowed(path)
        for node in spelled_out(path)
    ]

    assert found == [], "ask `ACTIONS` or `step.does`"


def test_the_check_sees_each_form() -> None:
    branches = (
        "step.action == 'click'",
        "action in ('type', 'key')",
        "'drag' != step.action",
        "POINTS = frozenset({'click', 'hover'})",
        "match step.action:\n case 'tool' | 'custom': pass",
    )
    for branch in branches:
        assert list(spelled_out(ast.parse(branch))), branch


def test_every_exception_is_needed() -> None:
    for told in OTHERS_WORDS:
        place = PACKAGE / told
        files = [place] if place.is_file() else modules(place)
        assert any(list(spelled_out(file)) for file in files), told


@pytest.mark.parametrize("action", ACTIONS)
def test_people_are_told_of_each(action: Action) -> None:
    guide = (PACKAGE.parent / "docs" / "guide" / "runs.md").read_text(encoding="utf-8")

    assert f"`{action}`" in guide
    assert action in (learn.epilog or "")


def test_the_table_has_every_action_and_no_other() -> None:
    assert tuple(ACTIONS) == get_args(Action)
