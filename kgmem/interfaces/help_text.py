"""`--help` in the language that is spoken."""

import re
from collections.abc import Iterable, Iterator

import click

from kgmem.messages import said, spoken

WIDEST = 30
"""Columns of the names of options; a longer one has its text on the next line."""
GAP = 2

_HAN, _MARKS = r"\u2e80-\u9fff\uf900-\ufaff", r"\u3000-\u303f\uff00-\uff0f\uff1a-\uff1f"
_PIECE = re.compile(rf"\s+|[^\s{_HAN}{_MARKS}]+[{_MARKS}]*|.[{_MARKS}]*")
"""What is not broken: a word, or one Han character, with the marks after it."""


class Help(click.HelpFormatter):
    """Click's own in English. Other languages have wide characters and no spaces to
    break lines at, so columns are counted here."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """`Usage: …`, as click has it."""
        super().write_usage(prog, args, prefix or f"{said('Usage')}: ")

    def write_heading(self, heading: str) -> None:
        """`Options:`, as click has it."""
        super().write_heading(said(heading))

    def write_text(self, text: str) -> None:
        """The paragraphs of a text."""
        if spoken() == "en":
            return super().write_text(text)
        indent = " " * self.current_indent
        shown = (
            "\n".join(indent + line for line in self._lines(one))
            for one in re.split(r"\n\s*\n", text)
        )
        self.write("\n\n".join(shown) + "\n")

    def write_dl(
        self,
        rows: Iterable[tuple[str, str]],
        col_max: int = WIDEST,
        col_spacing: int = GAP,
    ) -> None:
        """Names, and beside them what they are."""
        if spoken() == "en":
            return super().write_dl(rows, col_max, col_spacing)
        rows = list(rows)
        room = min(max(len(name) for name, _ in rows), col_max) + col_spacing
        for name, text in rows:
            begin = " " * self.current_indent + name
            first, *rest = self._wrapped(_with_extras(text), room + self.current_indent)
            if len(name) > room - col_spacing:
                self.write(f"{begin}\n")
                begin = ""
            self.write(f"{begin:{room + self.current_indent}}{first}\n")
            for line in rest:
                self.write(" " * (room + self.current_indent) + line + "\n")

    def _lines(self, paragraph: str) -> list[str]:
        if not paragraph.startswith("\b\n"):
            return self._wrapped(said(_folded(paragraph)), self.current_indent)
        lines = paragraph.removeprefix("\b\n").split("\n")
        [text] = paragraphs(paragraph)
        if text == lines[0]:
            return [*self._wrapped(said(text), self.current_indent), *lines[1:]]
        return self._wrapped(said(text), self.current_indent)

    def _wrapped(self, text: str, left: int) -> list[str]:
        return list(_broken(text, max(self.width - left, 20))) or [""]


class HelpContext(click.Context):
    """Its help is that of `Help`."""

    formatter_class = Help


def speaking(command: click.Command) -> click.Command:
    """The command, and those below it, with help in the language that is spoken."""
    command.context_class = HelpContext
    if isinstance(command, click.Group):
        for below in command.commands.values():
            speaking(below)
    return command


def paragraphs(text: str) -> Iterator[str]:
    """What is translated of a help text: each paragraph on one line; of one that click
    leaves as it is and that shows something, only the line above."""
    for one in re.split(r"\n\s*\n", text):
        lines = one.removeprefix("\b\n").split("\n")
        shows = one.startswith("\b\n") and lines[0].endswith(":")
        yield lines[0] if shows else _folded(one.removeprefix("\b\n"))


def without_extras(text: str) -> str:
    """The text of an option without what click or a person says of it in brackets."""
    return text.partition("  [")[0].strip()


def _broken(text: str, width: int) -> Iterator[str]:
    """Lines of at most so many columns: broken at spaces and beside Han characters,
    with no mark at the start of a line."""
    from rich.cells import cell_len  # only where this is wanted

    line = ""
    for piece in _PIECE.findall(text):
        if line and cell_len((line + piece).rstrip()) > width:
            yield line.rstrip()
            line = ""
        line += piece if line else piece.lstrip()
    if line:
        yield line.rstrip()


def _with_extras(text: str) -> str:
    own = without_extras(text)
    extras = text.strip()[len(own) :]
    extras = re.sub("default(?=:)", said("default"), extras)
    extras = re.sub(r"required(?=\])", said("required"), extras)
    return said(_folded(own)) + extras


def _folded(text: str) -> str:
    return " ".join(text.split())
