"""Python as a tree."""

import ast
from collections.abc import Sequence

from kgmem import InvalidInput
from kgmem_formats.importers.scripts.tree import (
    MAX_CODE,
    Assign,
    Attribute,
    Awaited,
    CallNode,
    Checked,
    CodeNode,
    Does,
    Each,
    Function,
    If,
    Index,
    Leave,
    ListNode,
    Literal,
    MapNode,
    NameNode,
    Opaque,
    Operation,
    Regexp,
    TemplateNode,
    TryNode,
    Unread,
    With,
)

_SIGNS: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
}
_LEAVES: dict[type[ast.stmt], str] = {
    ast.Break: "break",
    ast.Continue: "continue",
    ast.Raise: "raise",
}
_NOTHING = (ast.Import, ast.ImportFrom, ast.Pass, ast.Global, ast.Nonlocal, ast.Delete)
"""Statements that do nothing to a page."""


def python_tree(code: str) -> tuple[CodeNode, ...]:
    """The statements. Raises InvalidInput if it is no Python."""
    if len(code) > MAX_CODE:
        raise InvalidInput(f"code of more than {MAX_CODE >> 20} MB")
    try:
        return _block(ast.parse(code).body)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise InvalidInput("not Python that can be parsed") from error


def _block(body: Sequence[ast.stmt]) -> tuple[CodeNode, ...]:
    return tuple(node for one in body for node in _statement(one))


def _statement(node: ast.stmt) -> list[CodeNode]:
    line = node.lineno
    match node:
        case ast.Expr():
            return [Does(_read(node.value), line)]
        case ast.Assign():
            return [_assigned(one, node.value, line) for one in node.targets]
        case ast.AnnAssign():
            return [_assigned(node.target, node.value, line)] if node.value else []
        case ast.AugAssign():
            sum_ = ast.BinOp(node.target, node.op, node.value)
            return [_assigned(node.target, sum_, line)]
        case ast.If():
            test = _read(node.test)
            return [If(test, _block(node.body), _block(node.orelse), line)]
        case ast.For() | ast.AsyncFor():
            body = _block([*node.body, *node.orelse])
            return [Each(_targets(node.target), _read(node.iter), body, line)]
        case ast.While():
            return [Each((), None, _block([*node.body, *node.orelse]), line)]
        case ast.With() | ast.AsyncWith():
            items = tuple(
                (_read(one.context_expr), _maybe(one.optional_vars))
                for one in node.items
            )
            return [With(items, _block(node.body), line)]
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return [_function(node)]
        case ast.ClassDef():
            return list(_block(node.body))
        case ast.Try():
            return [_attempt(node)]
        case ast.Return():
            return [Leave("return", _maybe(node.value), line)]
        case ast.Break() | ast.Continue() | ast.Raise():
            return [Leave(_LEAVES[type(node)], None, line)]
        case ast.Assert():
            return [Checked(line)]
    return [] if isinstance(node, _NOTHING) else [Unread(line, _words(node))]


def _words(node: ast.stmt) -> tuple[str, ...]:
    return tuple(one.attr for one in ast.walk(node) if isinstance(one, ast.Attribute))


def _assigned(target: ast.expr, value: ast.expr, line: int) -> CodeNode:
    apart = isinstance(target, ast.Tuple | ast.List)
    return Assign(_targets(target), _read(value), line, takes_apart=apart)


def _targets(node: ast.expr) -> tuple[CodeNode, ...]:
    parts = node.elts if isinstance(node, ast.Tuple | ast.List) else [node]
    return tuple(map(_read, parts))


def _attempt(node: ast.Try) -> CodeNode:
    caught = [statement for one in node.handlers for statement in one.body]
    is_caught = bool(caught) and not any(isinstance(one, ast.Raise) for one in caught)
    body = _block([*node.body, *node.orelse])
    return TryNode(body, _block(caught), _block(node.finalbody), node.lineno, is_caught)


def _function(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Function:
    given = node.args
    params = [one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    return Function(
        node.name,
        tuple(one for one in params if one != "self"),
        _block(node.body),
        is_test=node.name.startswith("test"),
        line=node.lineno,
    )


def _maybe(node: ast.expr | None) -> CodeNode | None:
    return None if node is None else _read(node)


def _read(node: ast.expr) -> CodeNode:
    match node:
        case ast.Constant(value=str() | int() | float() | None as value):
            return Literal(value)
        case ast.Name():
            return NameNode(node.id)
        case ast.Attribute():
            return Attribute(_read(node.value), node.attr)
        case ast.Await():
            return Awaited(_read(node.value))
        case ast.Call():
            return _call(node)
        case ast.List() | ast.Tuple() | ast.Set():
            return ListNode(tuple(map(_read, node.elts)))
        case ast.Dict():
            pairs = zip(node.keys, node.values, strict=True)
            if None in node.keys:
                return Opaque(tuple(map(_read, node.values)))
            return MapNode(tuple((_read(key), _read(one)) for key, one in pairs if key))
        case ast.Subscript():
            return Index(_read(node.value), _read(node.slice))
        case ast.JoinedStr():
            return TemplateNode(tuple(map(_part, node.values)))
        case ast.BinOp() if type(node.op) in _SIGNS:
            sign = _SIGNS[type(node.op)]
            return Operation(sign, _read(node.left), _read(node.right))
        case ast.UnaryOp(op=ast.USub()):
            return Operation("-", None, _read(node.operand))
        case ast.Lambda():
            params = tuple(one.arg for one in node.args.args)
            body = (Does(_read(node.body), node.lineno),)
            return Function("", params, body, line=node.lineno, gives=True)
        case ast.Compare(ops=[ast.Eq()], comparators=[right]):
            return Operation("==", _read(node.left), _read(right))
    children = ast.iter_child_nodes(node)
    return Opaque(tuple(part for one in children for part in _parts(one)))


def _parts(node: ast.AST) -> list[CodeNode]:
    """The expressions in a node of another kind."""
    if isinstance(node, ast.expr):
        return [_read(node)]
    return [part for one in ast.iter_child_nodes(node) for part in _parts(one)]


def _part(node: ast.expr) -> CodeNode:
    """A part of an f-string; one that is formatted can't be worked out."""
    if not isinstance(node, ast.FormattedValue):
        return _read(node)
    value = _read(node.value)
    is_plain = node.format_spec is None and node.conversion in (-1, ord("s"))
    return value if is_plain else Opaque((value,))


def _call(node: ast.Call) -> CodeNode:
    does = _read(node.func)
    args = tuple(map(_read, node.args))
    if does == Attribute(NameNode("re"), "compile") and args:
        return _regexp(node, args)
    if any(one.arg is None for one in node.keywords):
        return Opaque((does, *args, *(_read(one.value) for one in node.keywords)))
    named = tuple((str(one.arg), _read(one.value)) for one in node.keywords)
    return CallNode(does, args, named)


def _regexp(node: ast.Call, args: tuple[CodeNode, ...]) -> CodeNode:
    """A pattern; flags are told by their letters."""
    source = args[0]
    if not (isinstance(source, Literal) and isinstance(source.value, str)):
        return Opaque(args)
    given = [*node.args[1:], *(one.value for one in node.keywords)]
    named = [
        one.attr[0].lower()
        for flags in given
        for one in ast.walk(flags)
        if isinstance(one, ast.Attribute)
    ]
    return Regexp(source.value, "".join(sorted(named)))
