"""The documents hold: their code runs, their commands exist, their links resolve.

A `python` block that can't run here is written ```` ```python no-run: the reason ````.
The blocks of one file run one after the other, as one program.
"""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import click
import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).parents[2]
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
IN_BROWSER = {
    ROOT / "docs" / name for name in ("tutorial.md", "howto/do.md", "howto/rows.md")
}
"""Run by tests/live/test_tutorial.py, where there is a browser."""
SHELLS = ("console", "bash", "sh", "shell")


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its language, the rest of its first line, its text."""

    language: str
    note: str
    text: str
    line: int
    """Of the first line of its text, from 1."""


@cache
def tokens(path: Path) -> list[Token]:
    return MarkdownIt().parse(path.read_text(encoding="utf-8"))


def blocks(path: Path) -> Iterator[Block]:
    for token in tokens(path):
        if token.type == "fence" and token.map:
            language, _, note = token.info.strip().partition(" ")
            yield Block(language, note.strip(), token.content, token.map[0] + 2)


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def with_blocks(*languages: str) -> list[Any]:
    return [
        pytest.param(path, id=name_of(path))
        for path in DOCUMENTS
        if any(block.language in languages for block in blocks(path))
    ]


@cache
def commands() -> dict[str, click.Command]:
    """Every command by its path: `schema apply`; the program itself by `""`."""
    from kgmem.interfaces.cli import cli

    return {"": cli, **dict(_below(cli, ""))}


def _below(group: click.Group, above: str) -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None, name
        yield f"{above}{name}", command
        if isinstance(command, click.Group):
            yield from _below(command, f"{above}{name} ")


CALL = re.compile(r"(?:^|[$&|;]|uv run|\b[A-Z_]+=\S*)\s*kgmem\s+([^&|;]*)")


def called(path: Path) -> Iterator[tuple[int, list[str]]]:
    """(line, words after `kgmem`) of each call in a shell block."""
    for block in blocks(path):
        if block.language in SHELLS:
            for number, line in enumerate(block.text.splitlines(), start=block.line):
                for call in CALL.finditer(line):
                    yield number, shlex.split(call[1], comments=True)


def links(path: Path) -> Iterator[str]:
    for token in tokens(path):
        for child in token.children or ():
            target = child.attrs.get("href") or child.attrs.get("src")
            if target:
                yield unquote(str(target))


@pytest.mark.parametrize(
    "path", [one for one in with_blocks("python") if one.values[0] not in IN_BROWSER]
)
def test_python_runs(path: Path, tmp_path: Path) -> None:
    run_blocks(path)


def run_blocks(path: Path) -> None:
    """Run the Python blocks of a document as one program."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    for block in blocks(path):
        if block.language == "python" and not block.note.startswith("no-run"):
            # Blank lines before it make a traceback name the document's own line.
            source = "\n" * (block.line - 1) + block.text
            exec(compile(source, name_of(path), "exec"), namespace)


@pytest.mark.parametrize("path", with_blocks("python"))
def test_what_does_not_run_has_a_reason(path: Path) -> None:
    unexcused = [
        block.line
        for block in blocks(path)
        if block.language == "python"
        and block.note
        and not re.fullmatch(r"no-run: \S.*", block.note)
    ]

    assert not unexcused


@pytest.mark.parametrize("path", with_blocks(*SHELLS))
def test_commands_exist(path: Path) -> None:
    unknown = [
        f"{name_of(path)}:{line}: kgmem {' '.join(words)}"
        for line, words in called(path)
        if not _exists(words)
    ]

    assert not unknown


def _exists(words: list[str]) -> bool:
    """Whether they name a command, and each option is known where it stands."""
    path = ""
    known = _options(path)
    for position, word in enumerate(words):
        if word.startswith("--"):
            if word.partition("=")[0] not in known:
                return False
        elif (longer := f"{path} {word}".strip()) in commands():
            path, known = longer, _options(longer)
        elif position == 0:
            return False
    return True


def _options(path: str) -> set[str]:
    parameters = commands()[path].params
    spellings = (p.opts + p.secondary_opts for p in parameters)
    return {"--help", "--version"}.union(*spellings)


def test_every_command_has_help() -> None:
    silent = [path for path, c in commands().items() if not c.get_short_help_str()]

    assert not silent


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_links_resolve(path: Path) -> None:
    broken = [
        link
        for link in links(path)
        if not re.match(r"[a-z]+:", link) and not _resolves(path, link)
    ]

    assert not broken


def _resolves(path: Path, link: str) -> bool:
    name, _, anchor = link.partition("#")
    target = (path.parent / name).resolve() if name else path
    if not target.exists():
        return False
    return not anchor or target.suffix != ".md" or anchor in _anchors(target)


def _anchors(path: Path) -> set[str]:
    """Of a document's headings, as code hosts make them."""
    headings = (
        after.content
        for token, after in pairwise(tokens(path))
        if token.type == "heading_open"
    )
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        for heading in headings
    }


@pytest.mark.parametrize("readme", ["README.md", "README.zh.md"])
def test_readme_has_the_test_command_that_ci_runs(readme: str) -> None:
    lines = [
        line.removeprefix("$ ")
        for block in blocks(ROOT / readme)
        if block.language in SHELLS
        for line in block.text.splitlines()
    ]

    assert "python3 -m pip install uv && uv run pytest" in lines
    assert "python3 -m pip install uv && uv run kgmem demo" in lines
