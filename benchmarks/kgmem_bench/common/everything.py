"""`kgmem bench all`: the benches of stores and of recall, one after the other."""

from pathlib import Path

import click

from kgmem_bench.common.options import DATA_OPTION, JSON_OPTION, with_checks


@click.command("all")
@DATA_OPTION
@click.option("--quick", is_flag=True, help="Small sizes, fewer queries.")
@JSON_OPTION
def everything(data: Path | None, quick: bool, json_to: str | None) -> None:
    """Stores, then recall."""
    from kgmem_bench.common.report import deliver
    from kgmem_bench.recall import recall_report
    from kgmem_bench.recall.recall_quality import bench_recall
    from kgmem_bench.stores import stores_report
    from kgmem_bench.stores.stores import Order, bench_stores

    small = Order(sizes=(200,), rounds=20, singles=50)
    stored = bench_stores(small if quick else Order())
    recalled = bench_recall(data, quick=quick)
    deliver(
        {
            "stores": with_checks(stored, stores_report.checks(stored)),
            "recall": with_checks(recalled, recall_report.checks(recalled)),
        },
        stores_report.to_markdown(stored) + "\n" + recall_report.to_markdown(recalled),
        json_to,
    )
