"""Commands for whoever runs the memory: doctor, repair, reindex, stats, forget."""

import platform
import time
from collections.abc import Callable
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import click
from rich.console import Console
from rich.live import Live
from rich.text import Text

from kgmem.errors import KgmemError
from kgmem.interfaces.capabilities_view import fallback_notes, parts
from kgmem.interfaces.command import AS_JSON, command, option
from kgmem.interfaces.metrics_view import metrics_view
from kgmem.interfaces.opening import Opening
from kgmem.interfaces.screen import (
    aside,
    indented,
    one_line,
    print_json,
    progress_bar,
    screen,
)
from kgmem.interfaces.tables import print_fields
from kgmem.messages import said
from kgmem.model.health import Diagnosis, Finding
from kgmem.model.metrics import Metrics

SEVERITY_STYLES = {"info": "cyan", "warning": "yellow", "error": "bold red"}
PACKAGES = (
    "arcadedb",
    "neo4j",
    "qdrant-edge-py",
    "qdrant-client",
    "kgmem-e5",
    "onnxruntime",
    "pydantic",
)

FORGOTTEN = {
    "task_id": "run",
    "experience_id": "run",
    "fact_id": "fact",
    "document_id": "part",
}
"""What `forget` counts, by what it was given."""


@command()
def doctor(
    opening: Opening,
    as_json: bool = AS_JSON,
) -> None:
    """Check that the stores agree, and tell what is in use.

    Each finding comes with its cure. The exit code is 1 if something is wrong.

    Examples:
      kgmem doctor
      kgmem doctor --json
    """
    try:
        report = _examined(opening)
    except KgmemError as error:
        report = {"diagnosis": _not_opened(error), "capabilities": None, "stats": None}
    diagnosis: Diagnosis = report["diagnosis"]
    if as_json:
        print_json(
            {
                **diagnosis.model_dump(mode="json"),
                "capabilities": report["capabilities"],
                "stats": report["stats"],
                "versions": versions(),
            }
        )
    else:
        _print_report(screen(), report)
    _exit(diagnosis)


def _examined(opening: Opening) -> dict[str, Any]:
    with opening.memory() as memory:
        return {
            "diagnosis": memory.doctor(),
            "capabilities": memory.capabilities(),
            "stats": memory.stats(),
        }


def _not_opened(error: KgmemError) -> Diagnosis:
    """A memory that can't be opened is a finding, too; its message has the cure."""
    finding = Finding(
        severity="error",
        message=f"the memory can't be opened: {error}",
        cure="do as the message says, then run `kgmem doctor` again",
    )
    return Diagnosis(ok=False, drift=0, findings=(finding,))


def versions() -> dict[str, str | None]:
    """Of Python and of the packages that store and embed."""
    found: dict[str, str | None] = {"python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = None
    return found


def _print_report(console: Console, report: dict[str, Any]) -> None:
    found: dict[str, Any] = {}
    if report["capabilities"]:
        found |= parts(report["capabilities"])
        for note in fallback_notes(report["capabilities"]):
            console.print(note)
    print_fields(console, found | versions() | (report["stats"] or {}))
    _print_diagnosis(console, report["diagnosis"])


def _print_diagnosis(console: Console, diagnosis: Diagnosis) -> None:
    for finding in diagnosis.findings:
        start = Text(f"{finding.severity:7}  ", SEVERITY_STYLES[finding.severity])
        console.print(indented(console, start, Text(one_line(said(finding.message)))))
        start = Text(f"{said('cure'):7}  ", style="dim")
        console.print(indented(console, start, Text(one_line(said(finding.cure)))))
    verdict = "ok" if diagnosis.ok else "not ok"
    style = "bold green" if diagnosis.ok else "bold red"
    console.print(f"{verdict}, drift {diagnosis.drift}", style=style)


def _exit(diagnosis: Diagnosis) -> None:
    if not diagnosis.ok:
        raise click.exceptions.Exit(1)


@command()
def repair(
    opening: Opening,
) -> None:
    """Heal what doctor found, then diagnose again.

    Missing points are written anew, those without a task are removed; the graph is
    the truth. The exit code is 1 if something stays wrong.

    Example:
      kgmem repair
    """
    with opening.memory() as memory:
        diagnosis = memory.repair()
    _print_diagnosis(screen(), diagnosis)
    _exit(diagnosis)


@command()
def reindex(
    opening: Opening,
    embedding: str | None = option(
        "Build for this offline embedder.  [default: the one of the settings]",
        type=click.Choice(["auto", "e5", "ngram"]),
    ),
) -> None:
    """Build the vectors anew from the graph, and switch to them.

    Needed after a change of the embedder. The old vectors serve until the new ones
    are complete; after an interruption it goes on where it stopped.

    Examples:
      kgmem reindex
      kgmem reindex --embedding e5
    """
    chosen: dict[str, Any] = {}
    if embedding is not None:
        chosen = {"embedding": embedding}
        chosen |= {"embedding_base_url": None, "embedding_model": None}
    settings = opening.settings().model_copy(update=chosen)
    opened = opening.own_memory if chosen else opening.memory
    with opened(settings) as memory, progress_bar("embedding") as advance:
        points = memory.reindex(progress=advance)
        model = memory.capabilities()["embedder"]["model"]
    screen().print(f"{points} points for {model}")
    if embedding not in (None, opening.settings().embedding):
        aside().print(
            f"Set KGMEM_EMBEDDING={embedding} from now on, else the vectors do not "
            "fit the embedder.",
            style="yellow",
        )


@command()
def stats(
    opening: Opening,
    measured: bool = option("How well it serves, not what it holds.", "--metrics"),
    watch: bool = option("The same, again and again; ends with ^C."),
    every: float = option(
        "Seconds between two looks of --watch.",
        type=click.FloatRange(min=0.1),
        default=2.0,
    ),
    as_json: bool = AS_JSON,
) -> None:
    """Count what the space holds, in both stores.

    With --metrics, tell how well it serves: what memory saved, how it finds, how its
    replays went.

    Examples:
      kgmem stats
      kgmem --space team-a stats --json
      kgmem stats --watch
    """
    if watch and as_json:
        raise click.UsageError("Give --watch or --json.")
    with opening.memory() as memory:
        if watch:
            _watch(memory.metrics, every)
        elif as_json:
            print_json(memory.metrics() if measured else memory.stats())
        elif measured:
            screen().print(metrics_view(memory.metrics()))
        else:
            print_fields(screen(), memory.stats())


def _watch(look: Callable[[], Metrics], every: float) -> None:
    """What is seen now, until someone has seen enough."""
    with (
        suppress(KeyboardInterrupt),
        Live(metrics_view(look()), console=screen(), auto_refresh=False) as live,
    ):
        while True:
            time.sleep(every)
            live.update(metrics_view(look()), refresh=True)


@command()
@click.option("--task", "task_id", metavar="ID", help="A task, with all its runs.")
@click.option("--experience", "experience_id", metavar="ID", help="One run.")
@click.option("--fact", "fact_id", metavar="ID", help="One fact.")
@click.option("--document", "document_id", metavar="ID", help="A document.")
@click.option("--yes", is_flag=True, help="Don't ask.")
def forget(opening: Opening, /, yes: bool, **ids: str | None) -> None:
    """Delete a run, a task, a fact or a document.

    From both stores; a task with all its runs. Takes whole ids, as `kgmem show`,
    `facts` and `documents` print them. It can't be undone.

    Examples:
      kgmem forget --experience 3f2c81aa-5be0-5d0e-9c1b-0d7a52b6f7c1
      kgmem forget --task 8d5f6a02-7f5e-5c55-8a4e-7a3f0f3d9b11 --yes
    """
    given = {name: key for name, key in ids.items() if key}
    if len(given) != 1:
        raise click.UsageError(
            "Give one of --task, --experience, --fact and --document."
        )
    name, key = next(iter(given.items()))
    if not yes:
        what = name.removesuffix("_id")
        click.confirm(f"Forget {what} {key}?", abort=True, err=True)
    with opening.memory() as memory:
        gone = memory.forget(**given)
    unit = FORGOTTEN[name]
    screen().print(f"forgot {gone} {unit}{'' if gone == 1 else 's'}")
