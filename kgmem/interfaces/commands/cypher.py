"""`kgmem cypher`: look into the graph."""

import click

from kgmem.interfaces.arguments import named_value, text_or_stdin
from kgmem.interfaces.command import AS_JSON, argument, command, option
from kgmem.interfaces.opening import Opening
from kgmem.interfaces.screen import print_json, screen
from kgmem.interfaces.tables import rows_table


@command()
def cypher(
    opening: Opening,
    query: str = argument(type=text_or_stdin),
    params: tuple[tuple[str, object], ...] = option(
        "Value of a $name in the query, as JSON or text; may be repeated.",
        "--param",
        metavar="NAME=VALUE",
        type=named_value,
    ),
    timeout: float | None = option(
        "How long it may take; by default KGMEM_CYPHER_TIMEOUT, which is 60.",
        type=click.FloatRange(min=0, min_open=True),
        metavar="SECONDS",
    ),
    max_rows: int | None = option(
        "Rows it may give; by default KGMEM_CYPHER_MAX_ROWS, which is 100000.",
        type=click.IntRange(min=1),
        metavar="N",
    ),
    as_json: bool = AS_JSON,
) -> None:
    """Run a read-only Cypher query.

    `-` reads it from standard input. $space is bound to the space in use, but the
    query may look into every space. Anything but reading clauses is refused.

    Examples:
      kgmem cypher 'MATCH (t:Task) RETURN t.text, t.runs ORDER BY t.runs DESC LIMIT 5'
      kgmem cypher --param app=shop \\
        'MATCH (t:Task) WHERE t.space = $space AND t.app = $app RETURN t.text'
    """
    values = dict(params)
    if "query" in values or "self" in values:
        raise click.UsageError("A parameter can't be called query or self.")
    settings = opening.settings(cypher_timeout=timeout, cypher_max_rows=max_rows)
    with opening.memory(settings) as memory:
        rows = memory.cypher(query, **values)
    if as_json:
        print_json(rows)
        return
    if rows:
        screen().print(rows_table(rows))
    screen().print(f"{len(rows)} row{'' if len(rows) == 1 else 's'}", style="dim")
