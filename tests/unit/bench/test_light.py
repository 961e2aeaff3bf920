"""`kgmem bench light` measures what it says it does."""

import pytest
from kgmem_bench.light.light import Order, bench_light, checks, to_markdown

pytestmark = pytest.mark.slow


def test_all_calls_are_measured_and_told() -> None:
    order = Order(runs=20, calls=4, paragraphs=2, sizes=(20,), embedder="synthetic")

    result = bench_light(order, lambda _: None)

    told = to_markdown(result)
    assert all(
        name in told
        for name in (
            "learn_many, a run",
            "conversation.add",
            "recall",
            "search",
            "disk MB",
        )
    )
    assert all(check.value > 0 for check in checks(result))
    assert result.learning.single.waited_ms >= result.learning.single.ready_ms
    asked = result.recalling[0]
    assert asked.recall.p95 >= asked.recall.p50 > asked.match.p50
    holding = asked.holding
    assert min(holding.making.learn_ms, holding.making.generalize_seconds) > 0
    assert min(holding.open_ms, holding.disk_bytes) > 0
