"""`kgmem cypher`: look into the graph."""

import click

from kgmem.interfaces.arguments import as_json, named_value, text_or_stdin
from kgmem.interfaces.opening import Opening, pass_opening
from kgmem.interfaces.screen import print_json, screen
from kgmem.interfaces.tables import rows_table


@click.command(
    epilog="""
\b
Examples:
  kgmem cypher 'MATCH (t:Task) RETURN t.text, t.runs ORDER BY t.runs DESC LIMIT 5'
  kgmem cypher --param app=shop \\
    'MATCH (t:Task) WHERE t.space = $space AND t.app = $app RETURN t.text'
"""
)
@click.argument("query", type=text_or_stdin)
@click.option(
    "--param",
    "params",
    metavar="NAME=VALUE",
    type=named_value,
    multiple=True,
    help="Value of a $name in the query, as JSON or text; may be repeated.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help="How long it may take; by default KGMEM_CYPHER_TIMEOUT, which is 60.",
)
@click.option(
    "--max-rows",
    type=click.IntRange(min=1),
    metavar="N",
    help="Rows it may give; by default KGMEM_CYPHER_MAX_ROWS, which is 100000.",
)
@as_json()
@pass_opening
def cypher(
    opening: Opening,
    query: str,
    params: tuple[tuple[str, object], ...],
    timeout: float | None,
    max_rows: int | None,
    as_json: bool,
) -> None:
    """Run a read-only Cypher query.

    `-` reads it from standard input. $space is bound to the space in use, but the
    query may look into every space. Anything but reading clauses is refused.
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
