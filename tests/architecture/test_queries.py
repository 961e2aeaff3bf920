"""Every named Cypher query is used, and every used name exists."""

import ast

from kgmem.graph import query_files
from kgmem.graph.points import KINDS
from tests.architecture.sources import nodes, shipped


def called() -> set[str]:
    """Names that stand in a call `query("…")`."""
    return {
        node.args[0].value
        for path in shipped()
        for node in nodes(path, ast.Call)
        if isinstance(node.func, ast.Name)
        and node.func.id == query_files.query.__name__
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    }


def written() -> set[str]:
    """All literal strings of the package: a name may reach `query` by a table."""
    return {
        node.value
        for path in shipped()
        for node in nodes(path, ast.Constant)
        if isinstance(node.value, str)
    }


def of_points() -> set[str]:
    """Those that a kind of points names."""
    return {
        name
        for kind in KINDS.values()
        for name in (kind.points, kind.after, kind.versions, kind.count)
    }


def test_every_query_is_used() -> None:
    assert of_points() <= set(query_files.load())
    assert set(query_files.load()) - written() - of_points() == set()


def test_every_used_query_exists() -> None:
    assert called()
    assert called() - set(query_files.load()) == set()
