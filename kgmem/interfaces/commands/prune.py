"""`kgmem prune`: forget what does not work and nobody uses."""

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from kgmem.interfaces.command import AS_JSON, command, option
from kgmem.interfaces.opening import Opening
from kgmem.interfaces.recollection_view import SHORT_ID
from kgmem.interfaces.screen import one_line, print_json, screen, shortened
from kgmem.interfaces.tables import plain_table
from kgmem.model.prune import PruneItem, PruneReport

MOST_TEXT = 32
"""Terminal columns of a task's words."""


@command()
def prune(
    opening: Opening,
    dry_run: bool = option("Only tell what would go."),
    as_json: bool = AS_JSON,
) -> None:
    """Forget runs and patterns that fail and that nobody uses.

    A run goes if fewer than half of its outcomes were successes and nobody used it
    for 90 days; a failed one stays while its task, or one of the same pattern, is
    still done, since it warns. A pattern goes likewise, once it has 3 outcomes. What
    went is not learned again from the same runs: they count as duplicates.

    Examples:
      kgmem prune --dry-run
      kgmem prune
      kgmem --space team-a prune --json
    """
    with opening.memory() as memory:
        report = memory.prune(dry_run=dry_run)
    if as_json:
        print_json(report)
    else:
        print_report(screen(), report)


def print_report(console: Console, report: PruneReport) -> None:
    """What went and why, what was spared and why, and how many of each."""
    _print_items(console, "would go" if report.dry_run else "gone", report.gone)
    _print_items(console, "kept", report.spared)
    did = "would forget" if report.dry_run else "forgot"
    console.print(
        f"{did} {_number(report.experiences, 'run')} and "
        f"{_number(report.patterns, 'pattern')}, kept {report.kept}"
    )


def _print_items(console: Console, header: str, items: Sequence[PruneItem]) -> None:
    if not items:
        return
    table = plain_table(header, "kind", "task", "why")
    for item in items:
        kind = "run" if item.kind == "experience" else item.kind
        table.add_row(
            Text(item.id[:SHORT_ID], style="dim"),
            kind,
            shortened(item.text, MOST_TEXT),
            Text(one_line(item.reason)),
        )
    console.print(table)


def _number(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
