"""Writes `kgmem/aio.pyi`: AsyncMemory with the names, arguments and words of Memory.

    uv run python .ci/typed_async.py

Run it when a public method of Memory, or of what a memory gives, has changed; a test
compares.
"""

import ast
import inspect
import subprocess
import textwrap
from collections.abc import Iterator
from pathlib import Path

from kgmem.aio import TYPED
from kgmem.threaded import reads

STUB = Path(__file__).parents[1] / "kgmem" / "aio.pyi"
HEAD = '''"""AsyncMemory: the same names for asyncio, each call in a worker thread.

Written by `.ci/typed_async.py` from the methods of the sync classes.
"""

'''
TABLE = """
TYPED: Mapping[str, tuple[type, ...]]

"""


class Imports:
    """Where each name in the stub comes from."""

    def __init__(self) -> None:
        self._homes = {
            "Mapping": "collections.abc",
            "Call": "kgmem.threaded",
            "Threaded": "kgmem.threaded",
        }
        self._aliases: dict[str, str] = {}

    def learn(self, source: ast.Module, own: str) -> None:
        """The imports of a file, and the aliases that it defines itself."""
        for node in ast.walk(source):
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    self._homes.setdefault(alias.asname or alias.name, node.module)
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    name = alias.asname or alias.name
                    self._aliases[name] = alias.name
        for statement in source.body:
            if isinstance(statement, ast.Assign | ast.AnnAssign | ast.ClassDef):
                for name in _defined(statement):
                    self._homes.setdefault(name, own)

    def lines(self, used: set[str]) -> Iterator[str]:
        """The statements for these names."""
        for name, module in sorted(self._aliases.items()):
            if name in used:
                yield f"import {module} as {name}"
        by_module: dict[str, list[str]] = {}
        for name in sorted(used & self._homes.keys()):
            by_module.setdefault(self._homes[name], []).append(name)
        for module in sorted(by_module):
            yield f"from {module} import {', '.join(by_module[module])}"


def _defined(statement: ast.stmt) -> list[str]:
    if isinstance(statement, ast.ClassDef):
        return [statement.name]
    targets = (
        statement.targets
        if isinstance(statement, ast.Assign)
        else [statement.target]
        if isinstance(statement, ast.AnnAssign)
        else []
    )
    return [one.id for one in targets if isinstance(one, ast.Name)]


def stub() -> str:
    """The text of the stub."""
    imports = Imports()
    classes = [_class(name, kinds, imports) for name, kinds in TYPED.items()]
    body = TABLE + "\n".join(classes)
    used = {n.id for n in ast.walk(ast.parse(body)) if isinstance(n, ast.Name)}
    lines = "\n".join(imports.lines(used - set(TYPED)))
    return f"{HEAD}{lines}\n{body}"


def _unquoted(annotation: ast.expr | None) -> ast.expr | None:
    """A stub needs no quotation marks."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return ast.parse(annotation.value, mode="eval").body
    return annotation


def _class(name: str, kinds: tuple[type, ...], imports: Imports) -> str:
    about = inspect.getdoc(kinds[0]) or ""
    summary = about.partition("\n")[0]
    lines = [f"class {name}(Threaded):", f'    """For asyncio: {summary}"""', ""]
    for kind in kinds:
        for owner in kind.__mro__[:-1]:
            source = ast.parse(Path(inspect.getfile(owner)).read_text(encoding="utf-8"))
            imports.learn(source, owner.__module__)
    lines += [f"    {one}" for one in sorted(_attributes(kinds))]
    for method in sorted(_methods(kinds), key=lambda one: one.name):
        lines += textwrap.indent(_method(method), "    ").splitlines()
    return "\n".join(lines) + "\n"


def _attributes(kinds: tuple[type, ...]) -> Iterator[str]:
    """What is annotated where it is set."""
    for kind in kinds:
        for owner in kind.__mro__[:-1]:
            for part in _body_of(owner):
                for node in ast.walk(part):
                    if isinstance(node, ast.AnnAssign) and _is_public(node.target):
                        told = ast.unparse(node.annotation)
                        yield f"{ast.unparse(node.target).partition('.')[2]}: {told}"


def _is_public(target: ast.expr) -> bool:
    """Is it `self.name`?"""
    return isinstance(target, ast.Attribute) and not target.attr.startswith("_")


def _methods(kinds: tuple[type, ...]) -> Iterator[ast.FunctionDef]:
    seen: set[str] = set()
    for kind in kinds:
        for owner in kind.__mro__[:-1]:
            body = _body_of(owner)
            for node in (*body, *_also(body)):
                if not isinstance(node, ast.FunctionDef) or node.name.startswith("_"):
                    continue
                if node.name not in seen:
                    seen.add(node.name)
                    yield node


def _also(body: list[ast.stmt]) -> Iterator[ast.FunctionDef]:
    """Methods under their other names: `other = also(method)`."""
    methods = {one.name: one for one in body if isinstance(one, ast.FunctionDef)}
    for one in body:
        match one:
            case ast.Assign(
                [ast.Name(other)], ast.Call(ast.Name("also"), [ast.Name(name)])
            ):
                about = ast.Expr(ast.Constant(f"As `{name}`."))
                known = methods[name]
                yield ast.FunctionDef(
                    other, known.args, [about], [], known.returns, lineno=0
                )


def _body_of(owner: type) -> list[ast.stmt]:
    source = ast.parse(Path(inspect.getfile(owner)).read_text(encoding="utf-8"))
    for node in ast.walk(source):
        if isinstance(node, ast.ClassDef) and node.name == owner.__name__:
            return node.body
    return []


def _method(node: ast.FunctionDef) -> str:
    for one in ast.walk(node.args):
        if isinstance(one, ast.arg):
            one.annotation = _unquoted(one.annotation)
    node.returns = _unquoted(node.returns)
    decorators = [ast.unparse(one) for one in node.decorator_list]
    given = ast.unparse(node.args)
    returns = ast.unparse(node.returns) if node.returns else "Any"
    summary = (ast.get_docstring(node) or "").replace("\\", "\\\\")
    about = f'"""{summary}"""'.replace("\n", "\n    ")
    told = _told(returns)
    waits = "property" not in decorators or reads.__name__ in decorators
    decorators = [one for one in decorators if one != reads.__name__]
    returns = f"Call[{told}]" if waits else told
    head = "".join(f"@{one}\n" for one in decorators)
    return f"{head}def {node.name}({given}) -> {returns}:\n    {about}\n"


def _told(returns: str) -> str:
    """What awaiting gives: of a memory, an async one; of several, a list of them."""
    threaded = {kind.__name__: name for name, kinds in TYPED.items() for kind in kinds}
    item = returns.removeprefix("list[").removesuffix("]")
    if returns == f"list[{item}]":
        return f"list[{threaded.get(item, item)}]"
    return threaded.get(returns, returns)


def main() -> None:
    STUB.write_text(formatted(stub()), encoding="utf-8")


def formatted(text: str) -> str:
    """As the rest of the code is laid out."""
    for how in (["check", "--fix", "--select=I", "--quiet"], ["format"]):
        done = subprocess.run(
            ["ruff", *how, "--stdin-filename", "kgmem/aio.pyi", "-"],
            input=text,
            capture_output=True,
            text=True,
            check=True,
            cwd=STUB.parents[1],
        )
        text = done.stdout
    return text


if __name__ == "__main__":
    main()
