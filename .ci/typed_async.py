"""`kgmem/aio.pyi`: AsyncMemory with the names, arguments and words of Memory.

A build writes it, also the one of an editable install, and it is not in the repository.
The sources are read, not imported: a build has none of what kgmem needs.

    uv run python .ci/typed_async.py    # after a public method has changed
"""

import ast
import textwrap
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).parents[1]
STUB = ROOT / "kgmem" / "aio.pyi"
HEAD = '''"""AsyncMemory: the same names for asyncio, each call in a worker thread.

Written by `.ci/typed_async.py` from the methods of the sync classes.
"""
'''


class Source:
    """A module of kgmem, read."""

    def __init__(self, name: str) -> None:
        self.name = name
        path = ROOT / name.replace(".", "/")
        file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        self.tree = ast.parse(file.read_text(encoding="utf-8"))

    @cached_property
    def origins(self) -> dict[str, str]:
        """By name: the import statement that gives it to another module."""
        origins: dict[str, str] = {}
        for node in ast.walk(self.tree):
            match node:
                case ast.ImportFrom(module=str(module)):
                    for alias in node.names:
                        origins[alias.asname or alias.name] = (
                            f"from {module} import {ast.unparse(alias)}"
                        )
                case ast.Import():
                    for alias in node.names:
                        origins[alias.asname or alias.name] = (
                            f"import {ast.unparse(alias)}"
                        )
        for name in self._defined():
            origins.setdefault(name, f"from {self.name} import {name}")
        return origins

    def _defined(self) -> Iterator[str]:
        for node in self.tree.body:
            match node:
                case ast.ClassDef(name=name):
                    yield name
                case ast.Assign(targets=[ast.Name(id=name)]):
                    yield name
                case ast.AnnAssign(target=ast.Name(id=name)):
                    yield name

    def lineage(self, name: str) -> Iterator[tuple["Source", ast.ClassDef]]:
        """A class and its bases, where they are classes of kgmem."""
        for node in self.tree.body:
            if isinstance(node, ast.ClassDef) and node.name == name:
                yield self, node
                for base in map(ast.unparse, node.bases):
                    yield from self.home(base).lineage(base)

    def home(self, name: str) -> "Source":
        """The module that defines a name of this one."""
        origin = self.origins.get(name, "")
        module = origin.removeprefix("from ").partition(" ")[0]
        is_other = module.startswith("kgmem.") and module != self.name
        return Source(module) if is_other else self


def stub() -> str:
    """The text of the stub."""
    aio = Source("kgmem.aio")
    wrapped = dict(_wrapped(aio))
    origins = {
        "Mapping": "from collections.abc import Mapping",
        "Call": "from kgmem.threaded import Call",
        "Threaded": "from kgmem.threaded import Threaded",
    }
    classes = ["TYPED: Mapping[str, type]\n"]
    for kind, name in wrapped.items():
        lineage = list(aio.home(kind).lineage(kind))
        for source, _ in lineage:
            origins = source.origins | origins
        classes.append(_class(name, [node for _, node in lineage], wrapped))
    body = "\n".join(classes)
    names = {
        node.id for node in ast.walk(ast.parse(body)) if isinstance(node, ast.Name)
    }
    imports = sorted({origins[name] for name in names if name in origins})
    return "\n".join([HEAD, *imports, "", body])


def _wrapped(aio: Source) -> Iterator[tuple[str, str]]:
    """Each class that has a twin for asyncio, with the twin's name."""
    for node in aio.tree.body:
        match node:
            case ast.AnnAssign(ast.Name("TYPED"), value=ast.Dict(keys, values)):
                for key, value in zip(keys, values, strict=True):
                    yield ast.unparse(value), ast.literal_eval(key)


def _class(name: str, lineage: list[ast.ClassDef], wrapped: dict[str, str]) -> str:
    about = (ast.get_docstring(lineage[0]) or "").partition("\n")[0]
    lines = [f"class {name}(Threaded):", f'    """For asyncio: {about}"""']
    body = [node for owner in lineage for node in owner.body]
    lines += sorted({f"    {line}" for node in body for line in _attributes(node)})
    methods: dict[str, ast.FunctionDef] = {}
    for method in filter(None, (_method(node, body) for node in body)):
        methods.setdefault(method.name, method)
    for _, method in sorted(methods.items()):
        lines.append(textwrap.indent(_typed(method, wrapped), "    "))
    return "\n".join(lines) + "\n"


def _attributes(part: ast.stmt) -> Iterator[str]:
    """The public attributes that are annotated where they are set."""
    for node in ast.walk(part):
        match node:
            case ast.AnnAssign(ast.Attribute(attr=name)) if not name.startswith("_"):
                yield f"{name}: {ast.unparse(node.annotation)}"


def _method(node: ast.stmt, body: list[ast.stmt]) -> ast.FunctionDef | None:
    """A public method; `other = also(method)` is one under another name."""
    match node:
        case ast.FunctionDef(name) if not name.startswith("_"):
            return node
        case ast.Assign(
            [ast.Name(other)], ast.Call(ast.Name("also"), [ast.Name(name)])
        ):
            for known in body:
                if isinstance(known, ast.FunctionDef) and known.name == name:
                    about = ast.Expr(ast.Constant(f"As `{name}`."))
                    return ast.FunctionDef(
                        other, known.args, [about], [], known.returns, lineno=0
                    )
    return None


def _typed(method: ast.FunctionDef, wrapped: dict[str, str]) -> str:
    decorators = [ast.unparse(decorator) for decorator in method.decorator_list]
    returns = ast.unparse(method.returns) if method.returns else "Any"
    item = returns.removeprefix("list[").removesuffix("]")
    returns = returns.replace(item, wrapped.get(item, item))
    if "property" not in decorators or "reads" in decorators:
        returns = f"Call[{returns}]"
    about = (ast.get_docstring(method) or "").replace("\\", "\\\\")
    lines = [f"@{name}" for name in decorators if name != "reads"]
    lines.append(f"def {method.name}({ast.unparse(method.args)}) -> {returns}:")
    return "\n".join([*lines, textwrap.indent(f'"""{about}"""', "    ")])


def write() -> None:
    """Write the stub where it is not what it would be."""
    text = stub()
    if not STUB.is_file() or STUB.read_text(encoding="utf-8") != text:
        STUB.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
