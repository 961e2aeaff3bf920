"""`kgmem search`: what is known that answers a question."""

from datetime import UTC, datetime

import click
from rich.console import Console
from rich.text import Text

from kgmem.interfaces.arguments import text_or_stdin
from kgmem.interfaces.command import AS_JSON, argument, command, option
from kgmem.interfaces.opening import Opening
from kgmem.interfaces.screen import aside, indented, one_line, print_json, screen
from kgmem.model.fact import Hit

USUAL = ("chunk", "fact", "task", "message")
KINDS = (*USUAL, "event", "profile")
DAY = click.DateTime(["%Y-%m-%d", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S"])
SHOWN = 400
"""Characters of a hit's text that are printed."""


@command()
def search(
    opening: Opening,
    query: str = argument("TEXT", type=text_or_stdin),
    kinds: tuple[str, ...] = option(
        "Only this kind; may be given several times.",
        "--kind",
        type=click.Choice(KINDS),
    ),
    top_n: int = option(
        "How many hits to show.", type=click.IntRange(1, 100), default=10
    ),
    app: str | None = option("Only what belongs to this app."),
    source: str | None = option(
        "Only what comes from this source, as `documents` shows it."
    ),
    since: datetime | None = option(
        "Only what is of this day (UTC) or later.", type=DAY
    ),
    until: datetime | None = option(
        "Only what is from before this day (UTC).", type=DAY
    ),
    min_score: float = option(
        "Leave out what scores less.", type=click.FloatRange(0, 1), default=0.0
    ),
    no_expand: bool = option("What words and meaning alone find."),
    why: bool = option("Show why each hit was found."),
    as_json: bool = AS_JSON,
) -> None:
    """Search documents, facts, tasks and messages for TEXT.

    `-` reads it from standard input. By words, by meaning, and by what the graph links
    to what they find: a part of a document that names a thing leads to what is known
    of that thing.

    Examples:
      kgmem search 'How do I get a refund?' --kind chunk
      kgmem search '谁负责支付接口' --why
      kgmem search 'release notes' --since 2026-01-01 --source docs/news.md
    """
    with opening.memory() as memory:
        hits = memory.search(
            query,
            kinds=kinds or USUAL,
            top_n=top_n,
            expand=not no_expand,
            app=app,
            source=source,
            since=since and since.replace(tzinfo=UTC),
            until=until and until.replace(tzinfo=UTC),
            min_score=min_score,
        )
        degraded = [] if hits else memory.capabilities()["degraded"]
    for reason in degraded:  # hits say in their `why` what they had to do without
        aside().print(Text(one_line(reason), style="yellow"), soft_wrap=True)
    if as_json:
        print_json(hits)
    elif not hits:
        screen().print("nothing was found")
        aside().print(_hint(kinds, app, source, since or until, min_score))
    else:
        for hit in hits:
            _print(screen(), hit, why)


def _hint(
    kinds: object, app: object, source: object, time: object, least: float
) -> str:
    """What could be tried next."""
    if any((kinds, app, source, time, least)):
        return "Ask without --kind, --app, --source, --since, --until, --min-score."
    return "`kgmem documents` and `kgmem facts` list what is known."


def _print(console: Console, hit: Hit, why: bool) -> None:
    head = Text(f"{hit.score:.2f}  {hit.kind:7}  ", style="bold")
    text = one_line(hit.text)
    shown = text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
    console.print(indented(console, head, Text(shown)))
    told = [f"from {one_line(hit.source)}"] if hit.source else []
    if why:
        told += [
            ", ".join(f"{name} {part:.2f}" for name, part in hit.parts.items()),
            *map(one_line, hit.why),
        ]
    for line in told:
        start = Text(" " * 15)
        console.print(indented(console, start, Text(line, style="dim")))
