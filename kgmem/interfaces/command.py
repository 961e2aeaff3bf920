"""Commands by their functions: the signature says the arguments and options, the
docstring is the help, and its `Examples:` stand at the end of it."""

import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_origin

import click

from kgmem.interfaces.arguments import FileName
from kgmem.interfaces.opening import pass_opening

Shape = TypeVar("Shape", bound=click.Command)
_EXAMPLES = re.compile(r"\n\n(?=Examples?:\n)")


@dataclass(frozen=True, slots=True)
class _Declared:
    """What stands as the default of a parameter that the command line gives."""

    kind: type[click.Parameter]
    names: tuple[str, ...]
    more: dict[str, Any]


def option(help: str | None = None, *names: str, **more: Any) -> Any:
    """An option, called like its parameter unless `names` say otherwise. Its annotation
    says what it takes: `bool` is a flag, a `tuple` may be repeated, a `Literal` is a
    choice. A default is shown; `least` bounds a number from below."""
    return _Declared(click.Option, names, {"help": help, **more})


def argument(metavar: str | None = None, **more: Any) -> Any:
    """An argument; of a `tuple` several, and with `| None` one that may be left out."""
    return _Declared(click.Argument, (), {"metavar": metavar, **more})


AS_JSON = option("Print JSON, and nothing else, on standard output.", "--json")


def command(
    name: str | None = None,
    *,
    of: click.Group | None = None,
    cls: type[Shape] = click.Command,  # type: ignore[assignment]  # the usual one
    **more: Any,
) -> Callable[[Callable[..., Any]], Shape]:
    """A command of the function, called like it; below the group `of`. A function that
    takes an `opening` first is given the options in front of every command."""

    def made(function: Callable[..., Any]) -> Shape:
        signature = inspect.signature(function)
        help_, *examples = _EXAMPLES.split(inspect.getdoc(function) or "", maxsplit=1)
        takes_opening = next(iter(signature.parameters), None) == "opening"
        shape = cls(
            name or function.__name__.strip("_").replace("_", "-"),
            callback=pass_opening(function) if takes_opening else function,
            params=[*_by_click(function), *_parameters(signature)],
            help=help_,
            **{"epilog": "".join(f"\b\n{text}" for text in examples), **more},
        )
        if of is not None:
            of.add_command(shape)
        return shape

    return made


group = partial(command, cls=click.Group)


def _by_click(function: Callable[..., Any]) -> list[click.Parameter]:
    """What click's own decorators added, for several commands at once."""
    return list(reversed(getattr(function, "__click_params__", ())))


def _parameters(signature: inspect.Signature) -> Iterator[click.Parameter]:
    for parameter in signature.parameters.values():
        declared = parameter.default
        if isinstance(declared, _Declared):
            names, more = declared.names, dict(declared.more)
            shape: dict[str, Any] = {"type": _type(parameter.annotation, more)}
            is_several = get_origin(parameter.annotation) is tuple
            if declared.kind is click.Option:
                names = names or (f"--{parameter.name.replace('_', '-')}",)
                shape["multiple"] = is_several
                shape["is_flag"] = parameter.annotation is bool or None
                shape["show_default"] = more.get("default") is not None
            else:
                shape["nargs"] = -1 if is_several else 1
                shape["required"] = not _may_lack(parameter.annotation, is_several)
            yield declared.kind([*names, parameter.name], **{**shape, **more})


def _may_lack(annotation: Any, is_several: bool) -> bool:
    return is_several or type(None) in get_args(annotation)


def _type(annotation: Any, more: dict[str, Any]) -> Any:
    """What the annotation says of the values; None where click finds it out."""
    kinds = (annotation, *get_args(annotation))
    if "least" in more:
        return click.IntRange(more.pop("least"))
    if Path in kinds:
        return FileName(path_type=Path)
    choices = next((one for one in kinds if get_origin(one) is Literal), None)
    return click.Choice(get_args(choices)) if choices else None
