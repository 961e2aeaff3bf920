"""`kgmem generalize`, `patterns`, `match`: kinds of tasks, learned from many runs."""

import click

from kgmem.errors import InvalidInput
from kgmem.interfaces.arguments import text_or_stdin
from kgmem.interfaces.command import AS_JSON, argument, command, option
from kgmem.interfaces.opening import Opening
from kgmem.interfaces.pattern_view import patterns_table, print_match, print_report
from kgmem.interfaces.screen import print_json, progress_bar, screen
from kgmem.memory import Memory
from kgmem.model.pattern import Pattern


@command()
def generalize(
    opening: Opening,
    app: str | None = option("Only this app."),
    as_json: bool = AS_JSON,
) -> None:
    """Learn patterns from the runs that are stored.

    Works on the apps in which something changed since the last time, and tells what
    it made of them: how many patterns, how many tasks they cover, and what was kept
    apart and why. An interrupted job loses nothing: what was written stays, the next
    call goes on.

    Examples:
      kgmem generalize
      kgmem generalize --app shop --json
      KGMEM_GENERALIZE_JOBS=-1 kgmem generalize
    """
    with (
        opening.memory() as memory,
        progress_bar("generalizing") as advance,
    ):
        report = memory.generalize(app, progress=advance)
    if as_json:
        print_json(report)
    else:
        print_report(screen(), report)


@command()
def patterns(
    opening: Opening,
    app: str | None = option("Patterns of this app, and those that hold across apps."),
    limit: int = option("How many to show.", least=1, default=50),
    as_json: bool = AS_JSON,
) -> None:
    """List patterns, best supported first.

    A single run whose text has slots is a pattern, too; its wording shows them in
    braces.

    Examples:
      kgmem patterns
      kgmem patterns --app shop
    """
    with opening.memory() as memory:
        found = memory.patterns(app)
    if as_json:
        print_json([plain(pattern) for pattern in found[:limit]])
        return
    console = screen()
    if not found:
        console.print("No pattern yet: learn some runs, then `kgmem generalize`.")
        return
    console.print(patterns_table(found[:limit], console.width))
    if len(found) > limit:
        console.print(f"… {len(found) - limit} more; see --limit", style="dim")


@command()
def match(
    opening: Opening,
    task: str = argument("TEXT", type=text_or_stdin),
    app: str | None = option("App of the task."),
    as_json: bool = AS_JSON,
) -> None:
    """Find the pattern that a task TEXT fits, with slot values.

    `-` reads it from standard input. The exit code is 1 if it fits none.

    Examples:
      kgmem match 'Search for a blue lamp' --app shop
      kgmem match '在淘宝搜索红裙并下单'
    """
    with opening.memory() as memory:
        found = memory.match(task, app)
    if as_json:
        print_json(
            None
            if found is None
            else {
                **found.model_dump(mode="json", exclude={"pattern"}),
                "pattern": plain(found.pattern),
            }
        )
    elif found is None:
        screen().print("It fits no pattern.")
    else:
        print_match(screen(), found)
    if found is None:
        raise click.exceptions.Exit(1)


def plain(pattern: Pattern) -> dict[str, object]:
    """JSON-ready, with the members' bindings."""
    return pattern.model_dump(mode="json", exclude_none=True)


def meant(memory: Memory, prefix: str) -> Pattern | None:
    """The pattern whose id begins so, if there is one.

    Raises InvalidInput if there are several.
    """
    found = [p for p in memory.patterns() if p.pattern_id.startswith(prefix)]
    if len(found) > 1:
        listed = ", ".join(p.pattern_id for p in found[:3])
        raise InvalidInput(f"ID: {prefix!r} is not enough, it may mean {listed}")
    return found[0] if found else None
