"""`kgmem bench stores`, `servers` and `search-speed`, as commands."""

from pathlib import Path
from typing import Any

import click

from kgmem_bench.common.options import JSON_OPTION, show, sizes, sizes_or_none


@click.command()
@click.option("--sizes", default="1000,10000", callback=sizes, show_default=True)
@click.option(
    "--graph",
    type=click.Choice(["arcadedb", "neo4j"]),
    default="arcadedb",
    show_default=True,
    help="neo4j: an empty database, by KGMEM_NEO4J_URI, _USER, _PASSWORD, _DATABASE; "
    "emptied again in the end.",
)
@click.option(
    "--embedder",
    type=click.Choice(["synthetic", "offline"]),
    default="synthetic",
    show_default=True,
    help="offline: the real one (about 16 ms a text).",
)
@click.option("--rounds", default=300, show_default=True, help="Recalls of each sort.")
@click.option("--singles", default=200, show_default=True, help="Runs learned singly.")
@click.option("--seed", default=0, show_default=True)
@click.option(
    "--home",
    type=click.Path(path_type=Path, file_okay=False),
    help="Keep the stores below this folder.",
)
@JSON_OPTION
def stores(json_to: str | None, **given: Any) -> None:
    """Speed of learning and recalling made runs, and what they take to hold."""
    from kgmem_bench.stores.stores import Order, bench_stores
    from kgmem_bench.stores.stores_report import checks, to_markdown

    result = bench_stores(Order(**given))
    show(result, checks(result), to_markdown, json_to)


@click.command()
@click.option(
    "--processes",
    default="1,4,8",
    callback=sizes_or_none,
    show_default=True,
    help="Processes that share the graph; empty: none.",
)
@click.option("--runs", default=100, show_default=True, help="Learned by each process.")
@click.option(
    "--reindexed",
    default=2_000,
    show_default=True,
    help="Runs of the memory that is indexed anew beside work; 0: none.",
)
@click.option(
    "--sizes",
    default="2000,20000",
    callback=sizes_or_none,
    show_default=True,
    help="Runs of all tenants whose plans are looked at; empty: none.",
)
@click.option("--tenants", default=100, show_default=True)
@click.option("--rounds", default=50, show_default=True, help="Recalls at each size.")
@click.option(
    "--server-data",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Folder of the server's data, where it lies on this machine.",
)
@JSON_OPTION
def servers(json_to: str | None, **given: Any) -> None:
    """Several processes on one Neo4j (an empty database, by KGMEM_NEO4J_*; with Qdrant
    where KGMEM_QDRANT_URL names one), a reindex beside work, plans of many tenants."""
    from kgmem_bench.servers.servers import Order, bench_servers
    from kgmem_bench.servers.servers_report import checks, to_markdown

    result = bench_servers(Order(**given))
    show(result, checks(result), to_markdown, json_to)


@click.command("search-speed")
@click.option("--sizes", default="1000,10000,100000", callback=sizes, show_default=True)
@click.option("--rounds", default=200, show_default=True, help="Searches of each size.")
@click.option("--seed", default=0, show_default=True)
@JSON_OPTION
def search_speed(json_to: str | None, **given: Any) -> None:
    """Speed of search among made parts of documents, beside the bare stores."""
    from kgmem_bench.stores.search_speed import Order, bench_search_speed, to_markdown

    result = bench_search_speed(Order(**given))
    show(result, [], to_markdown, json_to)
