"""Systems beside kgmem: how their answers are judged, and how they are run."""

from collections.abc import Sequence

import pytest
from kgmem_bench.common.synthetic_embedder import SyntheticEmbedder
from kgmem_bench.peers import run
from kgmem_bench.peers.child import Named
from kgmem_bench.peers.report import to_markdown
from kgmem_bench.peers.run import bench_peers, judged
from kgmem_bench.peers.sets import KNOWN, Kinds, Request, written


def _step(name: str, value: str | None = None) -> dict[str, object]:
    return {"action": "type", "role": "textbox", "name": name, "value": value}


def _task(task_id: str, steps: Sequence[dict[str, object]]) -> dict[str, object]:
    return {"id": task_id, "text": task_id, "app": "shop", "steps": steps}


KINDS = Kinds([
    _task("order/0", [_step("Product", "lamp"), _step("Person", "Ann")]),
    _task("return/0", [_step("Order number", "17"), _step("Reason", "broken")]),
])  # fmt: skip
ORDER = Request(
    "order", "same words", "en", "Order a sofa for Bo", "shop", ("sofa", "Bo")
)


@pytest.mark.parametrize(
    ("steps", "outcome"),
    [
        ([_step("Product", "sofa"), _step("Person", "Bo")], "done"),
        ([_step("Product", "lamp"), _step("Person", "Ann")], "wrong values"),
        ([_step("Order number", "sofa"), _step("Reason", "Bo")], "wrong kind"),
    ],
)
def test_what_is_run_is_judged_by_its_path_and_its_values(
    steps: list[dict[str, object]], outcome: str
) -> None:
    answer = {"ids": ["order/0"], "steps": [{**s, "container": None} for s in steps]}

    assert judged(ORDER, answer, True, KINDS).outcome == outcome


def test_whatever_is_run_for_a_request_that_no_kind_does_is_harm() -> None:
    more = Request("order", "more asked", "en", "Order a lamp and wrap it", "shop")
    answer = {"ids": ["order/0"], "steps": KINDS.tasks[0]["steps"]}

    assert judged(more, answer, True, KINDS).outcome == "run"
    assert judged(more, answer, False, KINDS).outcome == "not run"


def test_a_system_that_only_finds_is_judged_by_what_it_names_first() -> None:
    found = judged(ORDER, {"ids": ["order/0", "return/0"]}, None, KINDS)

    assert found.first
    assert found.outcome is None


def test_a_third_of_the_everyday_kinds_is_never_learned() -> None:
    kinds = written(1)
    learned = {task["id"].rpartition("/")[0] for task in kinds.tasks}

    assert all(
        (r.kind in learned) == (r.family != "unknown kind") for r in kinds.requests
    )
    assert {r.family for r in kinds.requests} > set(KNOWN)


def test_a_plain_search_is_asked_in_a_process_of_its_own() -> None:
    result = bench_peers(
        ["FTS5"],
        sizes=(20,),
        quick=True,
        embedder=SyntheticEmbedder(),
        raw=SyntheticEmbedder(),
        tell=lambda line: None,
    )

    [found] = result.systems
    assert len(found.judged[1]) == sum(result.asked.values())
    assert sum(one.first for one in found.judged[1]) > len(found.judged[1]) / 3
    assert "| FTS5 | this checkout | 20 |" in to_markdown(result)


def test_a_system_that_can_not_be_started_has_empty_cells_with_the_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(run, "NAMED", (Named("lost", "dejo_trails"),))

    result = bench_peers(quick=True, embedder=SyntheticEmbedder(), tell=print)

    assert result.systems[0].judged == {}
    assert "No module named 'dejo'" in result.systems[0].lacks
    assert "lost: stopped with 1" in to_markdown(result)
