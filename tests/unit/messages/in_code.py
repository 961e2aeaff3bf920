"""The messages that kgmem's code holds, as the catalogue writes them: `{name}` for a
value, `{{` for a brace.

What the catalogue lacks, to paste: `uv run python -m tests.unit.messages.in_code`.
"""

import ast
import inspect
import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

import click

from kgmem import errors
from kgmem.interfaces.help_text import paragraphs, without_extras
from kgmem.messages import MessageForm, catalogue
from tests.architecture.sources import PACKAGE, ROOT, nodes, shipped, tree

ERRORS = {
    name
    for name, one in vars(errors).items()
    if inspect.isclass(one) and issubclass(one, Exception)
}
FORMATS = ROOT / "packages" / "kgmem-formats" / "kgmem_formats"
READERS = (FORMATS / "importers", PACKAGE / "learn" / "importing")
"""Folders of what reads files of other programs."""
CLICKS = ("Usage", "Options", "Commands", "Show this message and exit.")
"""What click itself writes."""
PYDANTICS = frozenset({"Field required"})
"""What pydantic itself says of a field."""


def name_of(value: ast.expr) -> str:
    """What the value is called: the last name in what gives it."""
    match value:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name.strip("_").lower()
        case ast.Call(
            func=ast.Attribute(attr="get"), args=[ast.Constant(value=key), *_]
        ):
            return str(key)
        case ast.Call(args=[]):
            return name_of(value.func)
        case ast.Call(args=[*_, last]):
            return name_of(last)
        case ast.Subscript(slice=ast.Constant(value=str(key))):
            return key
        case ast.Subscript(value=inner) | ast.BinOp(left=inner):
            return name_of(inner)
        case ast.BoolOp(values=[first, *_]) | ast.IfExp(body=first):
            return name_of(first)
        case ast.GeneratorExp(elt=inner) | ast.ListComp(elt=inner):
            return name_of(inner)
        case ast.UnaryOp(operand=inner):
            return name_of(inner)
    return "value"


def template(text: ast.expr) -> str | None:
    """The text of a literal or an f-string; None for what is neither."""
    if isinstance(text, ast.Constant) and isinstance(text.value, str):
        return escaped(text.value)
    if not isinstance(text, ast.JoinedStr):
        return None
    found, names = "", list[str]()
    for part in text.values:
        if isinstance(part, ast.FormattedValue):
            name = name_of(part.value)
            names.append(name)
            number = names.count(name)
            found += f"{{{name}{number if number > 1 else ''}}}"
        elif isinstance(part, ast.Constant):
            found += escaped(part.value)
    return found


def escaped(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def texts(value: ast.expr) -> Iterator[str]:
    """The templates that an argument may be: both of a choice, both of a sum."""
    match value:
        case ast.IfExp(body=one, orelse=other) | ast.BinOp(left=one, right=other):
            yield from texts(one)
            yield from texts(other)
        case ast.BoolOp(values=values):
            for one in values:
                yield from texts(one)
        case ast.Call(func=ast.Name(id=name)):
            yield from returned().get(name, ())
        case _:
            if (found := template(value)) is not None:
                yield found.strip("; ")


@cache
def returned() -> dict[str, list[str]]:
    """The texts that each function of the package returns, by its name."""
    found = defaultdict[str, list[str]](list)
    for path in shipped():
        for node in nodes(path, ast.FunctionDef):
            for one in nodes(node, ast.Return):
                if one.value:
                    text = template(one.value)
                    found[node.name] += [text.strip("; ")] if text else []
    return dict(found)


def is_sentence(text: str) -> bool:
    """Is there anything to translate? A command alone is none."""
    if text.startswith("kgmem ") and len(text.split()) <= 3:
        return False
    words = "".join(part for part in text.replace("{{", "").split("{")[:1])
    words += "".join(part.partition("}")[2] for part in text.split("{")[1:])
    return any(len(word) > 1 and word.isalpha() for word in words.split())


def _called(node: ast.Call) -> str:
    func = node.func
    return func.id if isinstance(func, ast.Name) else getattr(func, "attr", "")


@cache
def of_errors() -> frozenset[str]:
    """Messages of errors, also of those that pydantic passes on, what `doctor` finds
    with its cure, and what is said in the language spoken."""
    return frozenset(
        text
        for path in shipped()
        for node in nodes(path, ast.Assign, ast.Call)
        for argument in _messages(node)
        for text in texts(argument)
        if is_sentence(text)
    )


def _messages(call: ast.Assign | ast.Call) -> list[ast.expr]:
    """Where a node holds messages: also why a stage of a recall was left out."""
    if isinstance(call, ast.Assign):
        [target, *_] = call.targets
        return [call.value] if getattr(target, "attr", "") == "skipped" else []
    if _called(call) == "Finding":
        return [one.value for one in call.keywords if one.arg in ("message", "cure")]
    return call.args if _called(call) in ERRORS | {"ValueError", "said"} else []


@cache
def of_receipts() -> frozenset[str]:
    """What a file is recognised by, what was guessed and what was refused."""
    return frozenset(
        text
        for folder in READERS
        for path in sorted(folder.glob("*.py"))
        for one in _of_receipts(tree(path))
        for text in texts(one)
        if is_sentence(text) and " " in text.strip()
    )


def _of_receipts(module: ast.Module) -> Iterator[ast.expr]:
    """Also the texts that a module has names for; a reader's title is a name."""
    for node in module.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            yield node.value
    for inner in ast.walk(module):
        yield from _of_receipt(inner)


def _of_receipt(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.FunctionDef) and node.name == "recognizes":
        returned = (one for one in ast.walk(node) if isinstance(one, ast.Return))
        return [one.value for one in returned if one.value is not None]
    if not isinstance(node, ast.Call):
        return []
    if _called(node) == "RefusedPart":
        return [one.value for one in node.keywords if one.arg == "reason"]
    return node.args if _called(node) in ("guess", "guess_if", "Unclear") else []


@cache
def of_help() -> frozenset[str]:
    """Help of the commands and their options, a paragraph each; measuring is for
    developers."""
    from kgmem.interfaces.cli import cli
    from kgmem.interfaces.commands import COMMANDS

    found = [*CLICKS, *(one.summary for one in COMMANDS.values()), *_help(cli)]
    return frozenset(
        escaped(paragraph)
        for text in found
        if text
        for paragraph in paragraphs(inspect.cleandoc(text))
    )


def _help(command: click.Command) -> Iterator[str | None]:
    yield command.help
    yield command.epilog
    for parameter in command.params:
        yield without_extras(getattr(parameter, "help", None) or "")
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if below is not None and name != "bench":
                yield from _help(below)


@cache
def of_any_string() -> frozenset[str]:
    """Every text of the code: what the catalogue has besides must be one of them."""
    return frozenset(
        text.strip("; ")
        for path in shipped()
        for node in nodes(path, ast.Constant, ast.JoinedStr)
        if (text := template(node))
    )


def needed() -> frozenset[str]:
    return of_errors() | of_receipts() | of_help() | PYDANTICS


def shape(text: str) -> tuple[str, ...]:
    """The fixed parts of a text: what its values are called makes no difference."""
    return MessageForm.of(text, "").texts


if __name__ == "__main__":
    known = {form.texts for form in catalogue("zh")}
    for text in sorted(needed()):
        if shape(text) not in known:
            sys.stdout.write(f"{json.dumps(text, ensure_ascii=False)} = ''\n")
