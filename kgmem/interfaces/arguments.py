"""Kinds of arguments that click does not bring."""

import json
from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def text_or_stdin(given: str) -> str:
    """The text; for `-`, what standard input holds."""
    if given != "-":
        return given
    with click.open_file("-", "rb") as stdin:
        raw: bytes = stdin.read()
    try:
        return raw.decode("utf-8-sig").strip()
    except UnicodeDecodeError as error:
        raise click.BadParameter("standard input is not UTF-8") from error


def named_value(given: str) -> tuple[str, Any]:
    """(name, value) of `name=value`; the value is JSON if it can be, else text."""
    name, equals, text = given.partition("=")
    if not equals or not name.isidentifier():
        raise click.BadParameter(f"{given!r} is not like name=value")
    try:
        return name, json.loads(text)
    except (ValueError, RecursionError):
        return name, text


def as_json(
    what: str = "Print JSON, and nothing else, on standard output.",
) -> Callable[[F], F]:
    """The option `--json`."""
    return click.option("--json", "as_json", is_flag=True, help=what)
