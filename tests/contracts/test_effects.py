"""Checks of effects: kept with runs, exported with them, and done by `follow`."""

import threading
from collections.abc import Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from kgmem import InvalidInput, Memory, follow
from tests.engines import Stores
from tests.unit.replay.form import FakeForm, button, element

TASK = "Cancel order {}"


class Shop:
    """A shop whose orders are told by HTTP."""

    def __init__(self) -> None:
        self.states: dict[str, str] = {}
        shop = self

        class Answer(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                order = self.path.rpartition("/")[2]
                body = f'{{"status": "{shop.states.get(order, "open")}"}}'.encode()
                self.send_response(200)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        self.host = f"127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def shop() -> Iterator[Shop]:
    made = Shop()
    yield made
    made.server.shutdown()
    made.server.server_close()


@pytest.fixture
def memory(tmp_path: Path, stores: Stores, shop: Shop) -> Iterator[Memory]:
    there = {"verify_hosts": shop.host, "verify_patience": 0}
    with stores.memory(tmp_path / "memory", **there) as memory:
        yield memory


def run(order: str) -> dict[str, Any]:
    field = {"role": "textbox", "tag": "input", "name": "Order"}
    steps = [
        {"action": "type", "target": field, "value": order},
        {"action": "click", "target": {"role": "button", "name": "Cancel it"}},
    ]
    told = {"task": TASK.format(order), "steps": steps, "outcome": "success"}
    return {**told, "app": "shop", "source_task_id": order}


def by_status(shop: Shop) -> Mapping[str, Any]:
    at = f"http://{shop.host}/orders/{{order}}"
    return {"kind": "http", "at": at, "field": "status", "equals": "cancelled"}


def learned(memory: Memory, shop: Shop) -> str:
    """The id of the pattern; its first run carries a check."""
    for order in ("A-101", "A-202"):
        memory.learn(run(order))
    memory.generalize()
    [pattern] = memory.patterns()
    [name] = [slot.name for slot in pattern.slots]
    check = {**by_status(shop)}
    check["at"] = check["at"].replace("{order}", f"{{{name}}}")
    memory.set_verify(pattern.pattern_id, [check])
    return pattern.pattern_id


def page() -> FakeForm:
    field = element("/o", "textbox", "Order")
    return FakeForm({"start": [field, button("/c", "Cancel it")]})


def followed(memory: Memory) -> Any:
    plan = memory.recall(TASK.format("B-303"), app="shop").plan
    assert plan is not None
    return follow(memory, plan, page(), confirm=lambda _: True)


def test_a_success_is_verified_by_its_effect(memory: Memory, shop: Shop) -> None:
    pattern_id = learned(memory, shop)
    shop.states["B-303"] = "cancelled"

    done = followed(memory)

    assert (done.outcome, done.verified) == ("success", True)
    assert [one.holds for one in done.effects] == [True]
    assert memory.pattern(pattern_id).stats.verified == 1


def test_it_is_a_failure_where_it_is_not(memory: Memory, shop: Shop) -> None:
    learned(memory, shop)

    done = followed(memory)

    assert (done.outcome, done.verified) == ("failure", True)
    assert done.effects[0].told == "open"


def test_a_learned_run_brings_its_checks_and_an_export_keeps_them(
    memory: Memory, shop: Shop, tmp_path: Path
) -> None:
    stored = memory.learn(run("A-101"), verify=[by_status(shop)])
    memory.export_to(tmp_path / "all.jsonl")

    with Memory.open(tmp_path / "other") as other:
        other.import_from(tmp_path / "all.jsonl")
        [check] = other.verify_of(stored.experience_id)

    assert (check.kind, check.equals) == ("http", "cancelled")


@pytest.mark.parametrize(
    ("check", "fault"),
    [
        ({"kind": "http", "at": "shop"}, "needs an address"),
        (
            {"kind": "http", "at": "https://a.example/?token=ghp_" + "a1B2" * 9},
            "holds a secret",
        ),
        (
            {"kind": "sql", "at": "a.db", "query": "select 1 where a = '{order}'"},
            "without quotation marks",
        ),
    ],
)
def test_what_is_wrong_is_refused(
    memory: Memory, check: Mapping[str, Any], fault: str
) -> None:
    stored = memory.learn(run("A-101"))

    with pytest.raises(InvalidInput, match=fault):
        memory.set_verify(stored.experience_id, [check])
