"""A task belongs to the site that it was done on."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kgmem import Memory
from tests.engines import Stores

WORDS = "Sign in"


@pytest.fixture
def memory(tmp_path: Path, stores: Stores) -> Iterator[Memory]:
    with stores.memory(tmp_path, generalize_after=0) as memory:
        yield memory


def sign_in(site: str, app: str | None = None) -> dict[str, Any]:
    return {
        "task": WORDS,
        "app": app,
        "outcome": "success",
        "steps": [
            {"action": "navigate", "value": f"https://{site}/"},
            {"action": "click", "target": {"role": "button", "name": "Sign in"}},
        ],
    }


def test_runs_of_two_sites_are_two_tasks(memory: Memory) -> None:
    bank, shop = (
        memory.learn(sign_in(site)) for site in ("bank.example", "shop.example")
    )

    assert bank.task_id != shop.task_id
    assert memory.experience(bank.experience_id).app == "bank.example"


@pytest.mark.parametrize("site", ["bank.example", "shop.example"])
@pytest.mark.parametrize("told", ["url", "domain"])
def test_the_site_at_hand_tells_which_is_meant(
    memory: Memory, site: str, told: str
) -> None:
    for one in ("bank.example", "shop.example"):
        memory.learn(sign_in(one))

    found = memory.recall(WORDS, **{told: f"https://www.{site}/start"})

    assert found.plan is not None
    assert found.route == "direct_replay"
    assert found.plan.steps[0].value == f"https://{site}/"


def test_without_a_site_neither_is_replayed(memory: Memory) -> None:
    for one in ("bank.example", "shop.example"):
        memory.learn(sign_in(one))

    found = memory.recall(WORDS)

    assert found.route != "direct_replay"


def test_what_was_done_on_another_site_is_not_replayed_at_once(memory: Memory) -> None:
    memory.learn(sign_in("bank.example"))

    found = memory.recall(WORDS, url="https://shop.example/")

    assert found.route != "direct_replay"


def test_two_sites_of_one_app_have_to_be_told_apart(memory: Memory) -> None:
    for one in ("bank.example", "shop.example"):
        memory.learn(sign_in(one, app="browser"))

    found = memory.recall(WORDS, app="browser")

    assert found.route != "direct_replay"
    assert any("nothing tells which is meant" in reason for reason in found.reasons)


@pytest.mark.parametrize("word", ["Ann", "Max"])
def test_where_no_other_run_of_the_app_went_is_settled_before_it_is_opened(
    memory: Memory, word: str
) -> None:
    def sent(task: str, site: str, source: str = "agent") -> dict[str, Any]:
        return {**sign_in(site, "mail"), "task": task, "source": source}

    memory.learn(sent("Forward the report to Bob", "mail.example"))
    memory.learn(sent("Forward the minutes to Ann", "other.example", "imported:x"))

    found = memory.recall(f"Forward the minutes to {word}", app="mail")

    assert found.plan is not None
    first = found.plan.steps[0]
    assert (first.action, first.further[-1:]) == ("navigate", ("other.example",))
