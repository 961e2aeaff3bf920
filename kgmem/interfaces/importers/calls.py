"""Calls that are written as code, in Python or JavaScript: parsed, never run."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from kgmem.errors import InvalidInput

MAX_CODE = 4 << 20
"""Characters of code that are parsed."""
MAX_NESTING = 40


@dataclass(frozen=True, slots=True)
class WrittenCall:
    """A link of a chain: `.fill("lamp")`; without arguments an attribute: `.first`."""

    name: str
    args: tuple[object, ...] = ()
    named: dict[str, object] = field(default_factory=dict)
    is_called: bool = True


@dataclass(frozen=True, slots=True)
class Chain:
    """`page.get_by_role("button").click()`, and the line that it stands in."""

    root: str
    calls: tuple[WrittenCall, ...]
    line: int = 1


class NotWritten:
    """Stands for what is no literal: a variable, a sum."""


OTHER = NotWritten()


# --- Python ---------------------------------------------------------------------------


def python_chains(code: str) -> Iterator[Chain]:
    """The chains that statements of the code are, in their order. Raises InvalidInput
    if it is no Python."""
    for node in _statements(_tree(code)):
        if (chain := _chain(node)) is not None:
            yield chain


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
    line = getattr(node, "lineno", 1)
    while True:
        if isinstance(node, ast.Await):
            node = node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            calls.append(_call(node, node.func.attr, depth))
            node = node.func.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            calls.append(_call(node, node.func.id, depth))
            return Chain("", tuple(reversed(calls)), line)
        elif isinstance(node, ast.Attribute):
            calls.append(WrittenCall(node.attr, is_called=False))
            node = node.value
        elif isinstance(node, ast.Name):
            return Chain(node.id, tuple(reversed(calls)), line)
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


def python_calls(code: str) -> list[WrittenCall]:
    """The calls in the code, such as `pyautogui.click(3, 4); time.sleep(1)`: of each
    chain the last one. Raises InvalidInput if it is no Python."""
    return [chain.calls[-1] for chain in python_chains(code) if chain.calls]


# --- JavaScript -----------------------------------------------------------------------

_SPACE = re.compile(r"(?:\s+|//[^\n]*|/\*.*?\*/)*", re.S)
_NAME = re.compile(r"[A-Za-z_$][\w$]*")
_STRING = re.compile(
    r"'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"|`((?:[^`\\]|\\.)*)`", re.S
)
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_PATTERN = re.compile(r"/((?:[^/\\\n]|\\.)+)/[a-z]*")
_AWAIT = re.compile(r"\bawait\s+")
_WORDS = {"true": True, "false": False, "null": None, "undefined": None}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}


def javascript_chains(code: str) -> Iterator[Chain]:
    """The chains that are awaited, in their order; what is laid out otherwise than a
    recorder writes it gives none."""
    if len(code) > MAX_CODE:
        raise InvalidInput(f"code of more than {MAX_CODE >> 20} MB")
    for match in _AWAIT.finditer(code):
        line = code.count("\n", 0, match.start()) + 1
        reader = _JavaScript(code, match.end())
        try:
            found = reader.value(0)
        except (_NoCode, RecursionError):
            found = None
        if isinstance(found, Chain):
            yield Chain(found.root, found.calls, line)
        else:
            yield Chain("", (), line)


class _NoCode(Exception):
    """It is not what a recorder writes."""


class _JavaScript:
    """Reads literals and chains of calls."""

    def __init__(self, code: str, at: int) -> None:
        self._code, self._at = code, at

    def value(self, depth: int) -> object:
        if depth > MAX_NESTING:
            raise _NoCode
        if (match := self._take(_STRING)) is not None:
            return _js_text(next(one for one in match.groups() if one is not None))
        if (match := self._take(_NUMBER)) is not None:
            return float(match[0]) if "." in match[0] else int(match[0])
        if (match := self._take(_PATTERN)) is not None:
            return match[1]
        if self._sign("{"):
            return self._object(depth)
        if self._sign("["):
            return self._list("]", depth)
        if (match := self._take(_NAME)) is not None:
            return self._chain(match[0], depth)
        raise _NoCode

    def _chain(self, name: str, depth: int) -> object:
        if name in _WORDS:
            return _WORDS[name]
        calls: list[WrittenCall] = []
        if self._sign("("):
            calls.append(_js_call(name, self._list(")", depth)))
            name = ""
        while self._sign("."):
            match = self._take(_NAME)
            if match is None:
                raise _NoCode
            is_called = self._sign("(")
            args = self._list(")", depth) if is_called else []
            calls.append(
                _js_call(match[0], args)
                if is_called
                else WrittenCall(match[0], is_called=False)
            )
        return Chain(name, tuple(calls))

    def _object(self, depth: int) -> dict[str, object]:
        found: dict[str, object] = {}
        while not self._sign("}"):
            key = self._take(_STRING) or self._take(_NAME)
            if key is None or not self._sign(":"):
                raise _NoCode
            found[key[0].strip("'\"")] = self.value(depth + 1)
            self._sign(",")
        return found

    def _list(self, end: str, depth: int) -> list[object]:
        found: list[object] = []
        while not self._sign(end):
            found.append(self.value(depth + 1))
            if not self._sign(",") and not self._peek(end):
                raise _NoCode
        return found

    def _take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        self._skip()
        match = pattern.match(self._code, self._at)
        self._at = match.end() if match else self._at
        return match

    def _sign(self, sign: str) -> bool:
        is_there = self._peek(sign)
        self._at += len(sign) if is_there else 0
        return is_there

    def _peek(self, sign: str) -> bool:
        self._skip()
        return self._code.startswith(sign, self._at)

    def _skip(self) -> None:
        space = _SPACE.match(self._code, self._at)
        self._at = space.end() if space else self._at


def _js_call(name: str, args: list[object]) -> WrittenCall:
    """A last argument that is an object holds what Python names."""
    if args and isinstance(args[-1], dict):
        return WrittenCall(name, tuple(args[:-1]), args[-1])
    return WrittenCall(name, tuple(args))


def _js_text(raw: str) -> str:
    return re.sub(r"\\(.)", lambda m: _ESCAPES.get(m[1], m[1]), raw, flags=re.S)
