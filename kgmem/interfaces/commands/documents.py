"""`kgmem import` and `kgmem documents`: what is read from files."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from rich.table import Table
from rich.text import Text

from kgmem.interfaces.arguments import as_json
from kgmem.interfaces.opening import Opening, pass_opening
from kgmem.interfaces.screen import (
    aside,
    one_line,
    print_json,
    progress_bar,
    screen,
    shortened,
)
from kgmem.interfaces.tables import plain_table
from kgmem.memory import Memory
from kgmem.model.document import Document, DocumentReport

FACT_FILES = frozenset({".jsonl", ".ndjson", ".csv", ".tsv"})
"""Files that are lists of facts, whether --facts says so or not."""
MOST_ERRORS = 50
"""Errors that are printed; --json has them all."""


@click.command(
    "import",
    epilog="""
\b
Examples:
  kgmem import docs/ handbook.pdf --app shop
  kgmem import facts.csv
  kgmem import --facts notes.md
  kgmem import backup.jsonl.gz
""",
)
@click.argument(
    "paths",
    metavar="PATH...",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, path_type=Path),
)
@click.option("--app", help="The app that the documents are about.")
@click.option(
    "--facts", "as_facts", is_flag=True, help="Each list item or row is one fact."
)
@as_json()
@pass_opening
def import_(
    opening: Opening,
    paths: tuple[Path, ...],
    app: str | None,
    as_facts: bool,
    as_json: bool,
) -> None:
    """Take in documents, lists of facts, or a memory that was exported.

    Documents are Markdown, text, HTML, PDF and DOCX files, and folders of them. What
    did not change since the last time is left alone, and an import that was interrupted
    goes on where it stopped. JSON Lines, CSV and TSV files are lists of facts, with
    --facts also Markdown; a file that `kgmem export` wrote is told by its first line.

    A bad file or row is reported and the rest is taken; the exit code is then 1.
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
    with progress_bar(f"importing {path.name}") as advance:
        report = memory.import_from(path, progress=advance)
    return {"what": "memory", "path": str(path), **report.counts(), "errors": []}


def _facts(memory: Memory, path: Path) -> dict[str, Any]:
    with progress_bar(f"facts of {path.name}") as advance:
        report = memory.import_facts(path, progress=advance)
    told = report.model_dump(mode="json", exclude={"errors", "items"})
    errors = [one.error for one in report.errors]
    return {"what": "facts", "path": str(path), **told, "errors": errors}


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
        "parts": sum(i.chunks for i in report.items if i.status != "duplicate"),
        "pending": sum(i.vectors == "pending" for i in report.items),
        "seconds": round(report.seconds, 1),
        "items": [item.model_dump(mode="json") for item in report.items],
        "errors": [f"{one.source}: {one.error}" for one in report.errors],
    }


def _print(told: Sequence[dict[str, Any]], errors: Sequence[str]) -> None:
    for one in told:
        counts = ", ".join(
            f"{name} {value}"
            for name, value in one.items()
            if isinstance(value, int | float) and (value or name == "stored")
        )
        path = f" of {one['path']}" if "path" in one else ""
        screen().print(f"{one['what']}{path}: {counts}", soft_wrap=True)
    for error in errors[:MOST_ERRORS]:
        aside().print(Text(one_line(error), style="red"), soft_wrap=True)
    if len(errors) > MOST_ERRORS:
        aside().print(f"… and {len(errors) - MOST_ERRORS} more; --json has them all")


@click.command(
    epilog="""
\b
Examples:
  kgmem documents
  kgmem forget --document ID
"""
)
@as_json()
@pass_opening
def documents(opening: Opening, as_json: bool) -> None:
    """List the documents that are kept, and whether they are there as a whole."""
    with opening.memory() as memory:
        found = memory.documents()
    if as_json:
        print_json([one.model_dump(mode="json") for one in found])
    elif not found:
        screen().print("no documents yet: `kgmem import PATH...`")
    else:
        screen().print(_table(found))


def _table(found: Sequence[Document]) -> Table:
    table = plain_table("parts", "status", "updated", "name", "source", "id")
    for one in found:
        table.add_row(
            str(one.chunks),
            one.status,
            f"{one.updated_at:%Y-%m-%d %H:%M}",
            shortened(one.name, 30),
            shortened(one.source, 40),
            one.document_id,
        )
    return table
