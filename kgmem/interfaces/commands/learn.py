"""`kgmem learn`: store runs from files."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory

import click
from rich.text import Text

from kgmem.errors import InvalidInput
from kgmem.interfaces.arguments import FileName
from kgmem.interfaces.command import AS_JSON, argument, command, option
from kgmem.interfaces.opening import Opening
from kgmem.interfaces.screen import aside, one_line, print_json, progress_bar, screen
from kgmem.learn.importing.registry import AUTO, recognised
from kgmem.learn.importing.source import Source
from kgmem.memory import Memory
from kgmem.messages import said
from kgmem.model.experience import LearnReport
from kgmem.model.imported import RefusedPart, SourceReport
from kgmem.model.trajectory import Outcome

OWN = "kgmem"
"""The format of kgmem's own files."""
STDIN = "-"
NONE = b"[]"
"""A file of no runs; one without anything in it is a mistake."""
MOST_ERRORS = 50
"""Errors that are printed; --json has them all."""

Fault = dict[str, str | None]


@command(
    epilog="""
\b
Format, one run per line (or an array of them; all but "task" is optional):
  {"task": "Search for mouse", "app": "shop", "outcome": "success",
   "source_task_id": "run-1", "steps": [
     {"action": "type", "value": "mouse",
      "target": {"role": "textbox", "name": "Search"}},
     {"action": "click", "target": {"role": "button", "name": "Go"},
      "page_after": {"url": "https://shop.example/s?q=mouse"}}]}

\b
outcome: success, failure or unknown; a run without steps is wording only.
action:  click double_click long_press type select check uncheck key hover
         scroll drag swipe navigate back open_app switch upload wait read, or tool
         and custom with {"params": {"name": ...}}.

\b
Other formats are recognised by content; docs/formats.md says what each tells:
  browser-use chrome-recorder mobilerun playwright-codegen playwright-script
  playwright-trace selenium-ide tool-calls

\b
Examples:
  kgmem learn runs.jsonl
  cat runs.jsonl | kgmem learn -
  kgmem learn trace.zip --task 'Order a "lamp"' --app shop --outcome success
"""
)
def learn(
    opening: Opening,
    files: tuple[str, ...] = argument(
        "FILE...", type=FileName(exists=True, allow_dash=True)
    ),
    format_: str = option(
        "What the files are: a name from the list below, kgmem for its own form.",
        "--format",
        default=AUTO,
    ),
    task: str | None = option("What was asked for, of runs that don't say it."),
    app: str | None = option("The app or site, of runs that don't say it."),
    outcome: Outcome | None = option(
        "How it went, of runs that don't say it. Unknown never counts as success.",
    ),
    retry_failed: bool = option(
        "Learn what failed_learning_tasks.jsonl holds, instead of files."
    ),
    as_json: bool = AS_JSON,
) -> None:
    """Store runs from files: kgmem's own, or those of other programs.

    `-` is standard input. Learning is idempotent: a run that is known already (by
    its source_task_id, or by its content) is counted as a duplicate. A bad line or
    run is reported by its place in the file, and the rest is learned; the exit code is
    then 1.
    """
    if bool(files) == retry_failed:
        raise click.UsageError("Give either FILE... or --retry-failed.")
    imported: list[SourceReport] = []
    report, faults = LearnReport(), list[Fault]()
    with opening.memory() as memory, progress_bar("learning") as advance:
        if retry_failed:
            report, faults = _retry(memory)
        for path in files:
            with source_at(path) as source:
                if source.head.strip() == NONE:
                    continue
                if not source.head.strip():
                    empty = RefusedPart(place=source.name, reason="it holds no run")
                    faults.append(_fault(empty))
                    continue
                learned = memory.learn_from(
                    source,
                    format_of(source) if format_ == AUTO else format_,
                    task=task,
                    app=app,
                    outcome=outcome,
                    progress=advance,
                )
                imported.append(learned)
    faults += [_fault(part) for one in imported for part in one.refused]
    report = together([report, *(one.report for one in imported)])
    if as_json:
        print_json(_plain(report, faults, imported))
    else:
        _print(report, faults, imported)
    if faults:
        raise click.exceptions.Exit(1)


@contextmanager
def source_at(path: str) -> Iterator[Source]:
    """The file or folder; of `-`, what standard input holds."""
    if path != STDIN:
        yield Source(path, Path(path))
        return
    with TemporaryDirectory(prefix="kgmem-") as folder:
        kept = Path(folder) / "stdin"
        with kept.open("wb") as file:
            copyfileobj(sys.stdin.buffer, file)
        yield Source("<stdin>", kept)


def format_of(source: Source) -> str:
    """`auto` where the format is recognised, else kgmem's own, whose reader says what
    is wrong with it; a folder has to be recognised."""
    try:
        recognised(source)
    except InvalidInput:
        if source.shape == "folder":
            raise
        return OWN
    return AUTO


def together(reports: Sequence[LearnReport]) -> LearnReport:
    """One receipt of several."""
    return LearnReport(
        stored=sum(one.stored for one in reports),
        duplicates=sum(one.duplicates for one in reports),
        failed=sum(one.failed for one in reports),
        items=tuple(item for one in reports for item in one.items),
        seconds=sum(one.seconds for one in reports),
    )


def _fault(part: RefusedPart) -> Fault:
    return {"where": part.place, "source_task_id": None, "error": part.reason}


def _retry(memory: Memory) -> tuple[LearnReport, list[Fault]]:
    report = memory.retry_failed()
    name = memory.settings.logs / "failed_learning_tasks.jsonl"
    return report, [
        {
            "where": f"{name}: entry {one.index + 1}",
            "source_task_id": one.source_task_id,
            "error": one.error,
        }
        for one in report.errors
    ]


def _plain(
    report: LearnReport, faults: list[Fault], imported: Sequence[SourceReport] = ()
) -> dict[str, object]:
    read = {"source", "format", "because", "refused", "guessed", "left_off"}
    return {
        "read_as": [one.model_dump(mode="json", include=read) for one in imported],
        "stored": report.stored,
        "duplicates": report.duplicates,
        "failed": len(faults) + sum(one.left_off for one in imported),
        "errors": faults,
        "items": report.items,
        "seconds": round(report.seconds, 3),
    }


def _print(
    report: LearnReport, faults: list[Fault], imported: Sequence[SourceReport] = ()
) -> None:
    failed = len(faults) + sum(one.left_off for one in imported)
    counts = (
        f"stored {report.stored}, known before {report.duplicates}, "
        f"failed {failed}, in {report.seconds:.1f} s"
    )
    screen().print(said(counts))
    console = aside()
    for one in (one for one in imported if one.format != OWN):
        read = said(f"read as {one.format}: {said(one.because)}")
        line = Text(one_line(f"{one.source}: {read}"), style="dim")
        console.print(line, soft_wrap=True)
        for what in dict.fromkeys(part.what for part in one.guessed):
            guessed = said(f"guessed: {said(what)}")
            line = Text(one_line(f"{one.source}: {guessed}"), style="yellow")
            console.print(line, soft_wrap=True)
    for fault in faults[:MOST_ERRORS]:
        line = Text(f"{one_line(fault['where'])}: ", style="bold")
        line.append(one_line(said(str(fault["error"]))), style="not bold red")
        console.print(line, soft_wrap=True)
    if len(faults) > MOST_ERRORS:
        more = said(f"and {len(faults) - MOST_ERRORS} more; --json lists them all")
        console.print(more)
    pending = sum(item.vectors == "pending" for item in report.items)
    if pending:
        waiting = said(
            f"{pending} runs are stored, but not in the index yet: see `kgmem doctor`"
        )
        console.print(waiting, style="yellow")
