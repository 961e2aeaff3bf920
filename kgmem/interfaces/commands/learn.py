"""`kgmem learn`: store runs from files."""

from typing import Any

import click
from rich.text import Text

from kgmem.interfaces.arguments import FileName, as_json
from kgmem.interfaces.opening import Opening, pass_opening
from kgmem.interfaces.screen import aside, one_line, print_json, progress_bar, screen
from kgmem.interfaces.trajectory_files import TrajectoryFiles
from kgmem.memory import Memory
from kgmem.model.experience import LearnReport

MOST_ERRORS = 50
"""Errors that are printed; --json has them all."""

Fault = dict[str, str | None]


@click.command(
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
         scroll drag swipe navigate back open_app switch upload wait, or tool
         and custom with {"params": {"name": ...}}.

\b
Examples:
  kgmem learn runs.jsonl
  cat runs.jsonl | kgmem learn -
"""
)
@click.argument(
    "files",
    metavar="FILE...",
    nargs=-1,
    type=FileName(exists=True, dir_okay=False, allow_dash=True),
)
@click.option(
    "--retry-failed",
    is_flag=True,
    help="Learn what failed_learning_tasks.jsonl holds, instead of files.",
)
@as_json()
@pass_opening
def learn(
    opening: Opening, files: tuple[str, ...], retry_failed: bool, as_json: bool
) -> None:
    """Store runs from JSON or JSON Lines files.

    `-` is standard input. Learning is idempotent: a run that is known already (by
    its source_task_id, or by its content) is counted as a duplicate. A bad line or
    run is reported with file and line, and the rest is learned; the exit code is
    then 1.
    """
    if bool(files) == retry_failed:
        raise click.UsageError("Give either FILE... or --retry-failed.")
    with opening.memory() as memory:
        report, faults = _retry(memory) if retry_failed else _learn(memory, files)
    if as_json:
        print_json(_plain(report, faults))
    else:
        _print(report, faults)
    if faults:
        raise click.exceptions.Exit(1)


def _learn(memory: Memory, paths: tuple[str, ...]) -> tuple[LearnReport, list[Fault]]:
    files = TrajectoryFiles(paths)
    with progress_bar("learning") as advance:
        report = memory.learn_many(files, progress=advance)
    found = [
        (files.places[one.index], one.source_task_id, one.error)
        for one in report.errors
    ]
    found += [(one.place, None, one.error) for one in files.bad]
    return report, [
        {"where": str(place), "source_task_id": source, "error": error}
        for place, source, error in sorted(found, key=lambda one: one[0])
    ]


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


def _plain(report: LearnReport, faults: list[Fault]) -> dict[str, Any]:
    return {
        "stored": report.stored,
        "duplicates": report.duplicates,
        "failed": len(faults),
        "errors": faults,
        "items": [item.model_dump(mode="json") for item in report.items],
        "seconds": round(report.seconds, 3),
    }


def _print(report: LearnReport, faults: list[Fault]) -> None:
    screen().print(
        f"stored {report.stored}, known before {report.duplicates}, "
        f"failed {len(faults)}, in {report.seconds:.1f} s"
    )
    console = aside()
    for fault in faults[:MOST_ERRORS]:
        line = Text(f"{one_line(fault['where'])}: ", style="bold")
        line.append(one_line(fault["error"]), style="not bold red")
        console.print(line, soft_wrap=True)
    if len(faults) > MOST_ERRORS:
        console.print(f"and {len(faults) - MOST_ERRORS} more; --json lists them all")
    pending = sum(item.vectors == "pending" for item in report.items)
    if pending:
        console.print(
            f"{pending} runs are stored, but not in the index yet: see `kgmem doctor`",
            style="yellow",
        )
