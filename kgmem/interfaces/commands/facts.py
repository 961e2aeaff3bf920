"""`kgmem facts`, `fact`, `entities`: what is known, and about what."""

import shlex
from collections import Counter
from collections.abc import Sequence
from typing import Any

import click
from rich.console import Console
from rich.text import Text

from kgmem.errors import InvalidInput
from kgmem.interfaces.command import AS_JSON, argument, command, group, option
from kgmem.interfaces.opening import Opening
from kgmem.interfaces.screen import indented, one_line, print_json, screen, shortened
from kgmem.interfaces.tables import plain_table
from kgmem.messages import said
from kgmem.model.fact import Duplicates, Entity, Fact

MOMENT = "a date or a moment, such as 2026-01-31 or 2026-01-31T12:00+01:00"
LIMIT = option("How many to show.", least=1, default=50)


# --- facts ------------------------------------------------------------------------


@command()
def facts(
    opening: Opening,
    about: str | None = argument("[NAME]"),
    predicate: str | None = option("Only this predicate."),
    as_of: str | None = option(
        f"What held then: {MOMENT}.  [default: ever]", metavar="WHEN"
    ),
    known_at: str | None = option(
        "What was known then.  [default: now]", metavar="WHEN"
    ),
    limit: int = LIMIT,
    as_json: bool = AS_JSON,
) -> None:
    """List what is known about NAME, or all that is known.

    First what NAME is the subject of, then what it is the object of or is named in;
    newest first. A fact shows from when until when it holds, how sure its sources are,
    and what contradicts it.

    Examples:
      kgmem facts Alice
      kgmem facts '订单 A-1' --predicate 状态 --as-of 2026-01-31
      kgmem facts Alice --known-at 2025-12-31 --json
    """
    with opening.memory() as memory:
        found = memory.facts(about, predicate, as_of=as_of, known_at=known_at)  # type: ignore[arg-type]  # texts are read as moments
    if as_json:
        print_json(found[:limit])
        return
    console = screen()
    if not found:
        console.print(
            "Nothing is known. Say it with `kgmem fact add`."
            if about is None
            else "Nothing is known about that."
        )
        return
    for fact in found[:limit]:
        _print_fact(console, fact)
    if len(found) > limit:
        console.print(f"… {len(found) - limit} more; see --limit", style="dim")


def _print_fact(console: Console, fact: Fact) -> None:
    console.print(Text(one_line(fact.text), style="bold"), soft_wrap=True)
    notes = [_span(fact), f"confidence {fact.confidence:.2f}"]
    notes.append(f"source {one_line(', '.join(fact.sources or (fact.source,)))}")
    details = Text("; ".join(note for note in notes if note), style="dim")
    console.print(indented(console, Text("  "), details))
    for reason in fact.why:
        console.print(indented(console, Text("  "), Text(one_line(reason.told))))
    console.print(Text(f"  {fact.fact_id}", style="dim"))


def _span(fact: Fact) -> str:
    parts = [
        f"{word} {moment:%Y-%m-%d}"
        for word, moment in (("from", fact.valid_from), ("until", fact.valid_to))
        if moment is not None
    ]
    return " ".join(parts)


# --- fact -------------------------------------------------------------------------


@group()
def fact() -> None:
    """Say what is so, and take it back.

    Examples:
      kgmem fact add Alice 'lives in' Paris --from 2020-01-01
      kgmem fact add --text 'The cache is cleared at night'
      kgmem fact retract 1c6f…
    """


def _with_span(command: Any) -> Any:
    starts = click.option(
        "--from", "valid_from", metavar="WHEN", help=f"It holds from {MOMENT}."
    )
    ends = click.option(
        "--to", "valid_to", metavar="WHEN", help="It holds until just before."
    )
    return starts(ends(command))


@command(of=fact)
@click.argument("triple", metavar="[SUBJECT PREDICATE OBJECT]", nargs=-1)
@click.option("--text", help="The fact in its own words, instead of a triple.")
@click.option("--keyword", "keywords", multiple=True, help="Found by; may be repeated.")
@_with_span
@click.option("--source", default="manual", show_default=True, help="Who says so.")
@click.option(
    "--confidence",
    type=click.FloatRange(0, 1),
    default=1.0,
    show_default=True,
    help="How sure the source is.",
)
@click.option("--app", help="The app that it is about.")
def add(
    opening: Opening,
    /,
    triple: tuple[str, ...],
    text: str | None,
    keywords: tuple[str, ...],
    as_json: bool = AS_JSON,
    **given: Any,
) -> None:
    """Keep a fact; prints its id.

    Said again by another source it becomes stronger; by the same source it stays as
    it is.

    Examples:
      kgmem fact add Alice 'lives in' Paris --from 2020-01-01 --source 'her CV'
      kgmem fact add '订单 A-1' 状态 已发货
      kgmem fact add --text '系统每晚清理缓存' --keyword 缓存
    """
    if len(triple) != (3 if text is None else 0):
        one = f" {shlex.quote(triple[0])}" if len(triple) == 1 and not text else ""
        raise click.UsageError(said(f"give SUBJECT PREDICATE OBJECT, or --text{one}"))
    named = dict(zip(("subject", "predicate", "object"), triple, strict=False))
    draft = {**given, **named, "content": text, "keywords": keywords}
    with opening.memory() as memory:
        report = memory.add_facts([draft])
    if report.errors:
        raise InvalidInput(report.errors[0].error.partition(": ")[2])
    _print_id("fact_id", str(report.ids[0]), as_json)


@command(of=fact)
def retract(
    opening: Opening,
    fact_id: str = argument("ID"),
    at: str | None = option(
        f"Not known from then: {MOMENT}.  [default: now]", metavar="WHEN"
    ),
    reason: str | None = option("Why; it is kept."),
) -> None:
    """Take a fact back: it is not known from now on.

    What was known before is still told, see `kgmem facts --known-at`.

    Example:
      kgmem fact retract 1c6f0c52-… --reason 'a mix-up'
    """
    with opening.memory() as memory:
        memory.retract_fact(fact_id, at=at, reason=reason)  # type: ignore[arg-type]  # texts are read as moments
    screen().print("Retracted.")


@command(of=fact)
@click.argument("fact_id", metavar="ID")
@click.option("--subject")
@click.option("--predicate")
@click.option("--object")
@click.option("--text", "content", help="The fact in its own words.")
@_with_span
@click.option("--source", help="Who says so.  [default: manual]")
def correct(
    opening: Opening, /, fact_id: str, as_json: bool = AS_JSON, **changes: Any
) -> None:
    """Put a fact right: other parts take the place of wrong ones.

    Prints the id of the new fact; the old one is not known any more. `--from ''` and
    `--to ''` take a bound away.

    Example:
      kgmem fact correct 1c6f0c52-… --object Berlin
    """
    given = {
        name: value or None for name, value in changes.items() if value is not None
    }
    if not given:
        raise click.UsageError("say what is to be changed")
    with opening.memory() as memory:
        new = memory.correct_fact(fact_id, **given)
    _print_id("fact_id", new, as_json)


# --- entities ---------------------------------------------------------------------


@group(invoke_without_command=True)
@click.pass_context
def entities(
    context: click.Context,
    kind: str | None = option("Only those of this kind, such as person."),
    name: str | None = option("Only those with this in one of their names."),
    duplicates: bool = option("Those that may be one and the same, and why."),
    limit: int = LIMIT,
    as_json: bool = AS_JSON,
) -> None:
    """List what facts are about and texts name, most facts first.

    Examples:
      kgmem entities --kind person
      kgmem entities --duplicates
      kgmem entities merge IBM 'International Business Machines'
    """
    if context.invoked_subcommand is not None:
        return
    opening = context.ensure_object(Opening)
    with opening.memory() as memory:
        found: Sequence[Entity | Duplicates] = (
            memory.duplicates()[:limit]
            if duplicates
            else memory.entities(kind, name=name, limit=limit)
        )
    if as_json:
        print_json(found)
        return
    console = screen()
    if not found:
        console.print("None found.")
        return
    # Only where a name means several things is the id needed to tell them apart.
    called = Counter(one.name for one in found if isinstance(one, Entity))
    last = "id" if max(called.values(), default=0) > 1 else "also known as"
    table = plain_table("name", "kind", "facts", "mentions", last)
    table.columns[-1].no_wrap = True
    for one in found:
        if isinstance(one, Duplicates):
            names = " | ".join(f"{e.name} ({e.kind or '?'})" for e in one.entities)
            console.print(Text(one_line(names), style="bold"), soft_wrap=True)
            console.print(indented(console, Text("  "), Text(one_line(one.reason))))
        else:
            aliases = shortened(", ".join(one.aliases), 30)
            counts = str(one.facts), str(one.mentions)
            table.add_row(
                one_line(one.name),
                one_line(one.kind or ""),
                *counts,
                one.entity_id if last == "id" else aliases,
            )
    if table.row_count:
        console.print(table)


@command(of=entities)
def merge(
    opening: Opening,
    keep: str = argument(),
    other: str = argument(),
) -> None:
    """Make one entity of two, given by name or id.

    Facts and names of OTHER become those of KEEP.

    Example:
      kgmem entities merge IBM 'International Business Machines'
    """
    with opening.memory() as memory:
        key = memory.merge_entities(keep, other)
    _print_id("entity_id", key, as_json=False)


@command(of=entities)
def split(
    opening: Opening,
    entity: str = argument(),
    fact_ids: tuple[str, ...] = argument("FACT_ID...", required=True),
    name: str = option("What the other one is called.", required=True),
    kind: str | None = option("What kind of thing it is."),
) -> None:
    """Give facts of an entity to another one; prints its id.

    Example:
      kgmem entities split Paris 1c6f0c52-… --name Paris --kind person
    """
    with opening.memory() as memory:
        key = memory.split_entity(entity, fact_ids, name=name, kind=kind)
    _print_id("entity_id", key, as_json=False)


def _print_id(name: str, key: str, as_json: bool) -> None:
    if as_json:
        print_json({name: key})
    else:
        screen().print(key)
