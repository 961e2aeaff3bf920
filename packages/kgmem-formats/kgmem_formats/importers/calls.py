"""Calls that are written as Python: parsed, never run."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from kgmem import InvalidInput

MAX_CODE = 4 << 20
"""Characters of code that are parsed."""
MAX_NESTING = 40


@dataclass(frozen=True, slots=True)
class WrittenCall:
    """A link of a chain: `.fill("lamp")`, or an attribute: `.first`."""

    name: str
    args: tuple[object, ...] = ()
    named: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Chain:
    """`page.get_by_role("button").click()`."""

    root: str
    calls: tuple[WrittenCall, ...]


class NotWritten:
    """Stands for what is no literal: a variable, a sum."""


OTHER = NotWritten()


def python_calls(code: str) -> list[WrittenCall]:
    """The calls in the code, such as `pyautogui.click(3, 4); time.sleep(1)`: of each
    chain the last one. Raises InvalidInput if it is no Python."""
    chains = map(_chain, _statements(_tree(code)))
    return [chain.calls[-1] for chain in chains if chain and chain.calls]


def _tree(code: str) -> ast.Module:
    if len(code) > MAX_CODE:
        raise InvalidInput(f"code of more than {MAX_CODE >> 20} MB")
    try:
        return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise InvalidInput("not Python that can be parsed") from error


def _statements(node: ast.AST) -> Iterator[ast.expr]:
    """What stands as a statement, outside in, in the order of the lines."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Expr):
            yield child.value
        elif isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
            yield from _statements(child)


def _chain(node: ast.expr, depth: int = 0) -> Chain | None:
    """The chain that an expression is; None for anything else."""
    calls: list[WrittenCall] = []
    while True:
        if isinstance(node, ast.Await):
            node = node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            calls.append(_call(node, node.func.attr, depth))
            node = node.func.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            calls.append(_call(node, node.func.id, depth))
            return Chain("", tuple(reversed(calls)))
        elif isinstance(node, ast.Attribute):
            calls.append(WrittenCall(node.attr))
            node = node.value
        elif isinstance(node, ast.Name):
            return Chain(node.id, tuple(reversed(calls)))
        else:
            return None


def _call(node: ast.Call, name: str, depth: int) -> WrittenCall:
    args = tuple(_literal(one, depth) for one in node.args)
    named = {one.arg: _literal(one.value, depth) for one in node.keywords if one.arg}
    return WrittenCall(name, args, named)


def _literal(node: ast.expr, depth: int) -> object:
    if depth > MAX_NESTING:
        return OTHER
    try:
        return ast.literal_eval(node)  # literals alone: nothing is run
    except (ValueError, TypeError, RecursionError, MemoryError, SyntaxError):
        pass
    found = _chain(node, depth + 1)
    if found is None:
        return OTHER
    is_pattern = found.root == "re" and found.calls and found.calls[0].args
    return found.calls[0].args[0] if is_pattern else found
