"""`kgmem import` and `kgmem documents`: what is read from files."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.text import Text

from kgmem.errors import InvalidInput
from kgmem.interfaces.arguments import FileName
from kgmem.interfaces.command import AS_JSON, argument, command, option
from kgmem.interfaces.opening import Opening
from kgmem.interfaces.screen import (
    aside,
    indented,
    one_line,
    print_json,
    progress_bar,
    screen,
)
from kgmem.memory import Memory
from kgmem.model.document import Document, DocumentReport

FACT_FILES = frozenset({".jsonl", ".ndjson", ".csv", ".tsv"})
"""Files that are lists of facts, whether --facts says so or not."""
MOST_ERRORS = 50
"""Errors that are printed; --json has them all."""
_WORDS = {
    "duplicate": "there already",
    "existing": "there already",
    "pending": "without their vectors yet",
}


@command()
def import_(
    opening: Opening,
    paths: tuple[Path, ...] = argument(
        "PATH...", required=True, type=FileName(exists=True, path_type=Path)
    ),
    app: str | None = option("The app that the documents are about."),
    as_facts: bool = option("Each list item or row is one fact.", "--facts"),
    as_json: bool = AS_JSON,
) -> None:
    """Take in documents, lists of facts, or an export.

    Documents are Markdown, text, HTML, PDF and DOCX files, and folders of them. What
    did not change since the last time is left alone, and an import that was interrupted
    goes on where it stopped. JSON Lines, CSV and TSV files are lists of facts, with
    --facts also Markdown; a file that `kgmem export` wrote is told by its first line.

    A bad file or row is reported and the rest is taken; the exit code is then 1.

    Examples:
      kgmem import docs/ handbook.pdf --app shop
      kgmem import facts.csv
      kgmem import --facts notes.md
      kgmem import backup.jsonl.gz
    """
    with opening.memory() as memory:
        whole = [path for path in paths if memory.is_export(path)]
        lists = [p for p in paths if p not in whole and (as_facts or _is_list(p))]
        rest = [path for path in paths if path not in whole and path not in lists]
        told = [
            *(_whole(memory, path) for path in whole),
            *(_facts(memory, path) for path in lists),
            *([_documents(memory, rest, app)] if rest else []),
        ]
    errors = [error for one in told for error in one["errors"]]
    if as_json:
        print_json(told)
    else:
        _print(told, errors)
    if errors:
        raise click.exceptions.Exit(1)


def _is_list(path: Path) -> bool:
    return path.suffix.casefold() in FACT_FILES


def _whole(memory: Memory, path: Path) -> dict[str, Any]:
    head = {"what": "memory", "path": str(path), "errors": []}
    with progress_bar(f"importing {path.name}") as advance:
        try:
            return head | memory.import_from(path, progress=advance).counts()
        except InvalidInput as error:
            return head | {"stored": 0, "errors": [_reason(path, error)]}


def _facts(memory: Memory, path: Path) -> dict[str, Any]:
    head = {"what": "facts", "path": str(path)}
    with progress_bar(f"facts of {path.name}") as advance:
        try:
            report = memory.import_facts(path, progress=advance)
        except InvalidInput as error:
            return head | {"stored": 0, "errors": [_reason(path, error)]}
    return head | {
        **report.model_dump(mode="json"),
        "seconds": round(report.seconds, 1),
        "errors": [one.error for one in report.errors],
    }


def _documents(
    memory: Memory, paths: Sequence[Path], app: str | None
) -> dict[str, Any]:
    with progress_bar("documents") as advance:

        def told(source: str, done: int, total: int | None) -> None:
            advance(done, total)

        report = memory.add_documents(paths, app=app, progress=told)
    return {"what": "documents", **_counted(report)}


def _counted(report: DocumentReport) -> dict[str, Any]:
    kinds = ("stored", "updated", "duplicate")
    return {
        **{kind: sum(i.status == kind for i in report.items) for kind in kinds},
        "failed": len(report.errors),
        "parts": sum(i.chunks for i in report.items if i.status != "duplicate"),
        "pending": sum(i.vectors == "pending" for i in report.items),
        "seconds": round(report.seconds, 1),
        "items": report.items,
        "errors": [_reason(one.source, one.error) for one in report.errors],
    }


def _reason(path: str | Path, error: object) -> str:
    """What is wrong with a file, which is named once."""
    text = str(error).removeprefix("path: ").removeprefix(f"{Path(path).name}: ")
    return text if str(path) in text else f"{path}: {text}"


def _print(told: Sequence[dict[str, Any]], errors: Sequence[str]) -> None:
    for one in told:
        path = f" of {one['path']}" if "path" in one else ""
        line = f"{one['what']}{path}: {_in_words(one)}"
        screen().print(one_line(line), soft_wrap=True)
    for error in errors[:MOST_ERRORS]:
        aside().print(Text(one_line(error), style="red"), soft_wrap=True)
    if len(errors) > MOST_ERRORS:
        aside().print(f"… and {len(errors) - MOST_ERRORS} more; --json has them all")
    if any(one.get("pending") or one.get("vectors") == "pending" for one in told):
        aside().print(
            "Vectors are still waiting: until they are in, search finds these by what "
            "they name. `kgmem doctor` says why, and what to do.",
            soft_wrap=True,
        )
    if any(one.get("stored") or one.get("updated") for one in told):
        aside().print("Next: `kgmem search TEXT`", soft_wrap=True)


def _in_words(told: Mapping[str, Any]) -> str:
    """`2 stored, 1 duplicate, 14 parts, in 0.3 s`: what there is of each."""
    counts = [
        f"{value:,} {_WORDS.get(name, name)}"
        for name, value in told.items()
        if isinstance(value, int) and (value or name == "stored")
    ]
    seconds = [f"in {told['seconds']:,.1f} s"] if "seconds" in told else []
    return ", ".join([*counts, *seconds])


@command()
def documents(
    opening: Opening,
    as_json: bool = AS_JSON,
) -> None:
    """List the documents that are kept.

    One that is `indexing` is not there as a whole: import it again.

    Examples:
      kgmem documents
      kgmem forget --document ID
    """
    with opening.memory() as memory:
        found = memory.documents()
    if as_json:
        print_json(found)
    elif not found:
        screen().print("no documents yet: `kgmem import PATH...`")
    else:
        for one in found:
            _print_document(screen(), one)


def _print_document(console: Console, one: Document) -> None:
    head = Text(f"{one.status:8}  ", style="" if one.status == "ready" else "yellow")
    told = [
        f"{one.chunks:,} part{'s' * (one.chunks != 1)}",
        one.media,
        *([f"app {one.app}"] if one.app else []),
        f"updated {one.updated_at:%Y-%m-%d %H:%M}",
        f"from {one.source}" if one.source != one.name else "",
    ]
    below = Text(" " * head.cell_len)
    console.print(indented(console, head, Text(one_line(one.name), style="bold")))
    line = Text(one_line(", ".join(filter(None, told))))
    console.print(indented(console, below, line))
    console.print(below + Text(f"id {one.document_id}", style="dim"))
