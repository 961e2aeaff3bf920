"""Kinds of arguments that click does not bring."""

import json
import os
from typing import Any

import click

from kgmem.errors import InvalidInput


class FileName(click.Path):
    """A path that can be one on this machine; click itself lets through what ends in
    an exception of Python's, such as half a character."""

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:
        """The path, as click gives it. Wrong usage if it can't be one."""
        from kgmem.model.values.arguments import (
            file_path,  # `kgmem --help` needs none of it
        )

        try:
            file_path(value, "file" if self.file_okay else "folder")
        except InvalidInput as error:
            self.fail(str(error).removeprefix("path: "), param, ctx)
        return super().convert(value, param, ctx)


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
