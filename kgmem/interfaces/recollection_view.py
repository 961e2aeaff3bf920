"""A recollection for people: the route and why, what was found, the path, the
warnings, the time of each stage."""

from collections import Counter
from collections.abc import Iterator, Sequence

from rich.console import Console, Group, RenderableType
from rich.text import Text

from kgmem.interfaces.screen import indented, one_line, shortened
from kgmem.interfaces.tables import outcome
from kgmem.messages import said
from kgmem.model.experience import Experience
from kgmem.model.fact import Fact, describe_fact
from kgmem.model.plan import Plan, PlanStep
from kgmem.model.recollection import (
    Recollection,
    Stage,
    describe_step,
    how_sure,
    settled_first,
)
from kgmem.model.trajectory import Step

ROUTE_STYLES = {
    "direct_replay": "bold green",
    "adaptive_replay": "bold cyan",
    "guided_exploration": "bold yellow",
    "reflexion_explore": "bold magenta",
}
NEAR = 0.5
"""A success is worth showing from this share of the best run's score."""
SHORT_ID = 8
"""Characters of an id that are shown: enough for `kgmem show`."""


def print_recollection(
    console: Console, found: Recollection, *, most: int | None = None
) -> None:
    """Print it; `most` bounds the steps and warnings that are listed."""
    console.print(_route(found, console))
    for part in _parts(found, console, most):
        console.print(part)
    console.print(_times(found.stages, console))
    for stage in found.stages:
        if stage.status != "ok":
            console.print(_not_run(stage, console))


def _route(found: Recollection, console: Console) -> Group:
    line = Text(found.route, style=ROUTE_STYLES[found.route])
    if found.plan is not None:
        line.append(f" ({', '.join(_conditions(found.plan))})", style="not bold")
    line.append(f"  {how_sure(found)}", style="not bold default")
    lines = [
        indented(console, Text(f"  {label:7} ", style="dim"), Text(one_line(text)))
        for label, text in _labelled(found)
    ]
    return Group(line, *lines)


def _labelled(found: Recollection) -> Iterator[tuple[str, str]]:
    for n, reason in enumerate(found.reasons):
        yield "" if n else said("because"), reason
    for n, want in enumerate(found.wanted):
        yield "" if n else said("wanted"), want


def _conditions(plan: Plan) -> Iterator[str]:
    yield said("checked") if plan.checked else said("unchecked")
    if plan.experimental:
        yield said("experimental")
    if plan.needs_confirmation:
        first = next((step.n for step in plan.steps if step.irreversible), None)
        yield said(f"asks before step {first}")
    if left := [name for name in plan.asks if name not in plan.reads]:
        names = ", ".join(f"{{{name}}}" for name in left)
        yield said(f"asks for {names}")


def _parts(
    found: Recollection, console: Console, most: int | None
) -> Iterator[RenderableType]:
    helps = found.route != "reflexion_explore"
    if found.experiences:
        title = said("found" if helps else "nearest, but too far to help")
        yield _runs(found.experiences, title, console)
    path = _path(found) if helps else None
    if path is not None:
        title, steps = path
        lines = numbered_steps(steps, console.width, most)
        yield Group(Text(title, style="bold"), lines)
    if found.facts:
        yield _listed(said("Facts"), [_fact(fact) for fact in found.facts], "", most)
    if found.avoidance:
        warnings = [item.message for item in found.avoidance]
        yield _listed(said("Failed before"), warnings, "red", most)


def _fact(fact: Fact) -> str:
    """The fact, and the path that reached it."""
    return f"{describe_fact(fact)}  [{fact.why[0].told}]" if fact.why else fact.text


def _runs(runs: Sequence[Experience], title: str, console: Console) -> Group:
    """Two lines for each run: what it was, and how it was reached."""
    head = f"  score  outcome  {'run':{SHORT_ID}}  {title}"
    lines = [Text(head, style="dim")]
    for run in runs:
        line = Text(f"  {run.score:5.2f}  ")
        line.append_text(outcome(f"{run.outcome:7}"))
        line.append(f"  {run.experience_id[:SHORT_ID]}  ", style="dim")
        line.append_text(shortened(run.task, console.width - line.cell_len))
        lines += [line, indented(console, Text(" " * 9), Text(_why(run), style="dim"))]
    return Group(*lines)


def _why(run: Experience) -> str:
    """How it was reached, with the ids of neighbours counted, not spelled out."""
    reasons = Counter(one_line(reason.short) for reason in run.why)
    return "; ".join(f"{why} x{n}" if n > 1 else why for why, n in reasons.items())


def _path(found: Recollection) -> tuple[str, Sequence[Step | PlanStep]] | None:
    """The plan's path, else that of the best success that is near enough, else of
    the best run."""
    if found.plan is not None:
        return said("Path to follow"), found.plan.steps
    with_steps = [run for run in found.experiences if run.steps]
    if not with_steps:
        return None
    best = with_steps[0]
    for run in with_steps:
        if run.outcome == "success" and run.score >= NEAR * best.score:
            return said("Path of the best success"), run.steps
    failed = best.outcome == "failure"
    title = "A failed run, not to repeat" if failed else "A run of unknown outcome"
    return said(title), best.steps


def numbered_steps(
    steps: Sequence[Step | PlanStep], width: int, most: int | None = None
) -> Group:
    """Steps with their elements, one line each; the middle of a long path is left
    out."""
    lines = []
    gap = _gap(len(steps), most)
    for n, step in enumerate(steps, 1):
        if n in gap:
            if n == gap[0]:
                lines.append(Text(f"     … {len(gap)} more", style="dim"))
            continue
        line = Text(f"  {n:2} ", style="dim")
        line.append_text(Text(one_line(describe_step(step)), style="not dim"))
        if isinstance(step, PlanStep) and (more := settled_first(step)):
            line.append(f"  {one_line(more)}", style="not dim yellow")
        if isinstance(step, PlanStep) and step.irreversible:
            line.append(f"  {said('ask before this one')}", style="not dim yellow")
        if isinstance(step, PlanStep) and step.asks:
            line.append(f"  {said('ask for its value')}", style="not dim yellow")
        line.truncate(width, overflow="ellipsis")
        lines.append(line)
    return Group(*lines)


def _gap(count: int, most: int | None) -> range:
    """Numbers of the steps that are left out."""
    if most is None or count <= most:
        return range(0)
    return range(most - 1, count)


def _listed(title: str, texts: Sequence[str], style: str, most: int | None) -> Group:
    shown = texts if most is None else texts[: max(1, most // 2)]
    lines = [Text(f"  {one_line(text)}", style=style) for text in shown]
    if len(shown) < len(texts):
        lines.append(Text(f"  … {len(texts) - len(shown)} more", style="dim"))
    return Group(Text(title, style="bold"), *lines)


def _times(stages: Sequence[Stage], console: Console) -> Text:
    """Milliseconds of each stage; a dash for one that did not run."""
    shown = (f"{s.ms:.1f}" if s.status == "ok" else "-" for s in stages)
    times = [f"{s.name} {ms}" for s, ms in zip(stages, shown, strict=True)]
    times.append(f"all {sum(stage.ms for stage in stages):.1f}")
    return indented(console, Text("  ms  ", style="dim"), Text(", ".join(times)))


def _not_run(stage: Stage, console: Console) -> Text:
    style = "bold red" if stage.status == "failed" else "dim"
    reason = Text(one_line(said(stage.reason or "no reason given")), style=style)
    return indented(
        console, Text(f"  {stage.name} {stage.status}: ", style=style), reason
    )
