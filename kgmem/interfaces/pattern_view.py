"""A pattern for people: its wording, its slots, its path as a small diagram."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import Console
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from kgmem.interfaces.recollection_view import SHORT_ID
from kgmem.interfaces.screen import indented, one_line
from kgmem.interfaces.tables import plain_table, print_fields
from kgmem.model.experience import Stats, uncounted
from kgmem.model.pattern import GeneralizeReport, Pattern, PatternMatch, PatternStep
from kgmem.model.recollection import describe_step
from kgmem.model.texts.template import Hole, parts

MOST_EXAMPLES = 3
MOST_REFUSED = 10


def template_text(template: str) -> Text:
    """The wording with its slots in colour, literal braces single again."""
    text = Text()
    for part in parts(template):
        if isinstance(part, Hole):
            text.append(f"{{{part.slot}}}", style="bold cyan")
        else:
            text.append(one_line(f"|{part}|")[1:-1])
    return text


def patterns_table(patterns: Sequence[Pattern], width: int) -> Table:
    """One row per pattern: id, runs, tasks, steps, app, wording."""
    table = plain_table("pattern", "runs", "tasks", "steps", "app", "wording")
    for pattern in patterns:
        wording = template_text(pattern.template)
        wording.truncate(max(20, width - 50), overflow="ellipsis")
        table.add_row(
            Text(pattern.pattern_id[:SHORT_ID], style="dim"),
            str(pattern.support if pattern.steps else 0),
            str(len(pattern.members)),
            str(len(pattern.steps)) if pattern.steps else "wording only",
            one_line(app_of(pattern)),
            wording,
        )
    return table


def app_of(pattern: Pattern) -> str:
    """The app, or the apps of a pattern that holds across them."""
    apps = {member.app for member in pattern.memberships.values() if member.app}
    return pattern.app or ", ".join(sorted(apps))


def print_pattern(console: Console, pattern: Pattern, history: Sequence[str]) -> None:
    """Print it."""
    console.print(indented(console, Text(), template_text(pattern.template)))
    for wording in pattern.wordings:
        console.print(indented(console, Text("  or  ", "dim"), template_text(wording)))
    for one in pattern.learned:
        said = template_text(one.template)
        how = "  done  " if one.only_again else "  learned  "
        console.print(indented(console, Text(how, "dim"), said))
    print_fields(
        console,
        {
            "pattern": pattern.pattern_id,
            "called": pattern.name if pattern.name != pattern.template else None,
            "app": app_of(pattern),
            "known from": _known_from(pattern),
            "outcomes": _outcomes(pattern.stats),
            "status": f"{pattern.status}, version {pattern.version}",
        },
        indent=2,
    )
    if pattern.slots:
        console.print(_slots(pattern))
    console.print(_path(pattern))
    for line in history:
        console.print(Text(f"  {one_line(line)}", style="dim"))


def _known_from(pattern: Pattern) -> str:
    tasks = f"{len(pattern.members)} task{'s' * (len(pattern.members) != 1)}"
    if not pattern.steps:
        return f"{tasks}, wordings only: it is never replayed"
    return f"{pattern.support} successful run{'s' * (pattern.support != 1)} of {tasks}"


def _outcomes(stats: Stats) -> str:
    """How its runs and their replays went."""
    told = f"{stats.wins} successes, {stats.losses} failures"
    if stats.verified:
        told += f", {stats.verified} verified"
    if stats.uses:
        told += f"; {stats.uses} replay{'s' * (stats.uses != 1)}"
    told += "".join(f", {n} {name}" for name, n in uncounted(stats))
    if stats.ema is not None:
        told += f", average {stats.ema:.2f}"
    return f"{told}; lower bound {stats.lower_bound:.2f}"


def _slots(pattern: Pattern) -> Table:
    table = plain_table("  slot", "kind", "fills step", "seen")
    for slot in pattern.slots:
        kind = f"list of {slot.kind}" if slot.is_list else slot.kind
        if slot.transform:
            kind += f" -> {slot.transform}"
        fills = [
            str(s.n) for s in pattern.steps if slot.name in (*s.slots, s.repeat_for)
        ]
        seen = ["(hidden)"] if slot.sensitive else slot.examples[:MOST_EXAMPLES]
        table.add_row(
            Text(f"  {slot.name}", style="cyan"),
            kind,
            ", ".join(fills),
            one_line(", ".join(seen)),
        )
    return table


def _path(pattern: Pattern) -> Tree:
    """Loops and choices are branches, other steps are leaves."""
    tree = Tree(Text("path", style="bold"), guide_style="dim")
    if not pattern.steps:
        tree.add(Text("no run is known", style="dim"))
    for group in _groups(pattern.steps):
        _add_group(tree, group, pattern.support)
    return tree


def _groups(steps: Sequence[PatternStep]) -> Iterator[list[PatternStep]]:
    """Neighbours that are repeated together or exclude each other."""

    def together(step: PatternStep) -> tuple[object, ...]:
        if step.branch:
            return ("choice", step.branch.split(".")[0])
        return ("loop", step.repeat_for) if step.repeat_for else ("step", step.n)

    for _, group in groupby(steps, together):
        yield list(group)


def _add_group(tree: Tree, group: Sequence[PatternStep], runs: int) -> None:
    first = group[0]
    if first.branch:
        choice = tree.add(Text("one of", style="yellow"))
        for _, way in groupby(group, lambda step: step.branch):
            branch = choice.add(Text("way", style="dim"))
            for step in way:
                branch.add(_step(step, runs))
    elif first.repeat_for:
        loop = tree.add(Text("for each ", "yellow").append(first.repeat_for, "cyan"))
        for step in group:
            loop.add(_step(step, runs))
    else:
        leaf = tree.add(_step(first, runs))
        for done_instead in reversed(first.repairs):
            repair = leaf.add(Text("where that fails", style="yellow"))
            for step in done_instead:
                repair.add(_told(step))


def _step(step: PatternStep, runs: int) -> Text:
    line = Text(f"{step.n} ", style="dim")
    line.append_text(_told(step))
    notes = []
    if step.need == "optional":
        notes.append("optional")
    if step.until is not None:
        notes.append(f"again until {_seen(step)} is seen")
    if step.irreversible:
        notes.append("can't be undone")
    if step.support < runs:
        notes.append(f"in {step.support} of {runs} runs")
    if step.losses:
        done = step.wins + step.losses
        notes.append(f"failed in {step.losses} of {done} replays")
    if notes:
        line.append(f"  {'; '.join(notes)}", style="yellow")
    return line


def _told(step: PatternStep) -> Text:
    text = template_text(describe_step(step))
    text.style = "default"
    return text


def _seen(step: PatternStep) -> str:
    expectation = step.until
    if expectation is None:
        return ""
    labels = [element.label() for element in expectation.elements]
    said = [*filter(None, labels), *expectation.texts, expectation.url_template or ""]
    return next(filter(None, said), "what follows")


def print_match(console: Console, match: PatternMatch) -> None:
    """The pattern that a text fits, and what its slots are bound to."""
    line = Text(f"{match.score:.2f} ", style="bold green")
    line.append_text(template_text(match.pattern.template))
    console.print(indented(console, Text(), line))
    print_fields(
        console,
        {
            "pattern": match.pattern.pattern_id[:SHORT_ID],
            "app": app_of(match.pattern),
            **{name: _value(bound) for name, bound in match.bindings.items()},
            "without a value": ", ".join(match.unbound),
            "not explained": ", ".join(match.unexplained),
            "ahead of the next by": f"{match.margin:.2f}",
        },
        indent=2,
    )


def _value(bound: str | list[str]) -> str:
    return bound if isinstance(bound, str) else " | ".join(bound)


def print_report(
    console: Console, report: GeneralizeReport, *, most_refused: int = MOST_REFUSED
) -> None:
    """What a batch job did, with the first reasons why tasks were kept apart."""
    if report.linked:
        console.print(f"{report.linked} tasks linked to similar ones.")
    if report.tasks == 0:
        console.print(
            f"Nothing changed since the last time; {report.patterns} patterns."
        )
        return
    console.print(
        f"{report.patterns} patterns: {report.created} new, {report.updated} changed, "
        f"{report.retired} gone; they cover {report.coverage:.0%} of {report.tasks} "
        f"tasks ({report.seconds:.1f} s)."
    )
    for line in report.refused[:most_refused]:
        console.print(indented(console, Text("  apart: ", "dim"), Text(one_line(line))))
    if len(report.refused) > most_refused > 0:
        more = len(report.refused) - most_refused
        console.print(Text(f"  … {more} more; --json has them all", style="dim"))
