"""One run for people: its task, the path as a tree of pages and steps, its elements
and how it went."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from kgmem.graph.rows import moment_of
from kgmem.interfaces.recollection_view import SHORT_ID
from kgmem.interfaces.screen import indented, one_line, shortened
from kgmem.interfaces.tables import outcome, plain_table, print_fields
from kgmem.model.experience import Experience, uncounted
from kgmem.model.recollection import describe_step
from kgmem.model.trajectory import Step

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Described:
    """A run with what the graph knows around it."""

    task: Row
    runs: Sequence[Row]
    """All of the task, oldest first."""
    run: Experience
    elements: Sequence[Row]
    """What its steps touched: step number, page, how many tasks use it."""
    similar: Sequence[Row]

    def plain(self) -> dict[str, Any]:
        """JSON-ready."""
        return {
            "task": self.task,
            "runs": self.runs,
            "run": self.run.model_dump(mode="json", exclude_none=True),
            "elements": self.elements,
            "similar": self.similar,
        }


def print_run(console: Console, found: Described) -> None:
    """Print it."""
    text = Text(one_line(found.task["text"]), style="bold")
    console.print(indented(console, Text(), text))
    print_fields(console, _about(found.task), indent=2)
    if len(found.runs) > 1:
        console.print(_runs(found.runs, found.run.experience_id))
    console.print(_path(found, console.width))
    print_fields(console, _statistics(found), indent=2)
    if found.similar:
        console.print(Text("Similar tasks", style="bold"))
    for row in found.similar:
        line = Text(f"  {row['score']:.2f} ")
        line.append(f"{row['task_id'][:SHORT_ID]} ", style="dim")
        line.append_text(shortened(row["text"], console.width - 17))
        console.print(line)


def _about(task: Row) -> dict[str, Any]:
    counted = f"{task['runs']}, {task['wins']} succeeded, {task['losses']} failed"
    return {
        "task": task["task_id"],
        "app": task["app"],
        "domain": task["domain"],
        "page": task["url"],
        "intent": task["intent"],
        "keywords": ", ".join(task["keywords"] or ()),
        "tags": ", ".join(task["tags"] or ()),
        "runs": counted,
    }


def _runs(runs: Sequence[Row], shown: str) -> Table:
    table = plain_table("", "run", "outcome", "score", "steps", "device", "recorded")
    for run in runs:
        table.add_row(
            ">" if run["experience_id"] == shown else "",
            run["experience_id"][:SHORT_ID],
            outcome(run["outcome"]),
            "" if run["score"] is None else f"{run['score']:.2f}",
            str(run["steps"]),
            one_line(run["device"] or ""),
            _day(run["recorded_at"]),
        )
    return table


def _day(ms: int | None) -> str:
    at = moment_of(ms)
    return f"{at:%Y-%m-%d %H:%M}" if at else ""


def _path(found: Described, width: int) -> Tree:
    """The run as a tree: a branch for each stay on a page, a leaf for each step."""
    run = found.run
    root = Text("run ").append(run.experience_id, style="dim").append("  ")
    tree = Tree(root.append_text(outcome(run.outcome)), guide_style="dim")
    touched = {row["n"]: row for row in found.elements}
    page, branch = "", tree
    for n, step in enumerate(run.steps, 1):
        here = _page(touched.get(n), step) or page
        if here != page:
            page, branch = here, tree.add(shortened(here, width - 6))
        _add_step(branch, n, step, touched.get(n), width - 10)
    if not run.steps:
        tree.add(Text("no steps: only the wording is known", style="dim"))
    return tree


def _page(element: Row | None, step: Step) -> str:
    if element is not None:
        return str(element["url"] or element["page"] or "")
    page = step.page_before
    return (page.url or page.title or "") if page else ""


def _add_step(
    branch: Tree, n: int, step: Step, element: Row | None, width: int
) -> None:
    shared = (element["tasks"] or 0) if element is not None else 0
    note = f"  in {shared} tasks" if shared > 1 else ""
    line = Text(f"{n} ", style="dim")
    line.append(one_line(describe_step(step)), style="not dim")
    line.truncate(width - len(note), overflow="ellipsis")
    leaf = branch.add(line.append(note, style="dim"))
    if step.error or step.success is False:
        leaf.add(Text(one_line(step.error or "failed"), style="red"))


def _statistics(found: Described) -> dict[str, Any]:
    stats = found.run.stats
    used = stats.last_used_at
    return {
        "learned as": found.run.source_task_id,
        "elements": len({row["element_id"] for row in found.elements}),
        "says who": found.run.judge or "the agent alone",
        "uses": f"{stats.uses} (won {stats.wins}, lost {stats.losses}"
        + "".join(f", {n} {name}" for name, n in uncounted(stats))
        + ")",
        "success rate": f"at least {stats.lower_bound:.2f} with 90 % certainty"
        + ("" if stats.ema is None else f", moving average {stats.ema:.2f}"),
        "feedback": stats.feedback,
        "last used": f"{used:%Y-%m-%d %H:%M}" if used else None,
    }
