"""The bench of strangers' requests, small."""

import json
from pathlib import Path
from typing import Any

import pytest
from kgmem_bench.strangers.strangers import StrangersResult, bench_strangers


def field(name: str, slot: str) -> dict[str, Any]:
    target = {"role": "textbox", "name": name}
    return {"action": "type", "target": target, "value": f"{{{slot}}}"}


ROOMS = ("Venus", "Mars", "Pluto", "Ceres", "Juno")
PEOPLE = ("Ann Lee", "Bob Fox", "Cid Ray", "Eve Dun", "Tim Orr")
KIND = {
    "language": "en",
    "app": "rooms",
    "wording": "Reserve room {room} for {person}",
    "steps": [field("Room", "room"), field("Name", "person"),
              {"action": "click", "target": {"role": "button", "name": "Confirm"}}],
    "runs": [
        {"room": room, "person": person}
        for room, person in zip(ROOMS, PEOPLE, strict=True)
    ],
    "clean": [{"room": "Vesta", "person": "Lou Orr"}],
    "tails": ["but don't confirm it"],
    "option": {"words": " with coffee",
               "step": {"action": "check",
                        "target": {"role": "checkbox", "name": "Coffee"}}, "before": 2},
    "missing": [{"text": "Reserve room Vesta", "lacks": ["person"]}],
}  # fmt: skip


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> StrangersResult:
    path: Path = tmp_path_factory.mktemp("sets") / "made.json"
    path.write_text(json.dumps([KIND]), encoding="utf-8")
    return bench_strangers([path], tell=lambda _: None)


def test_a_clean_value_is_direct_and_a_tail_is_not(result: StrangersResult) -> None:
    direct = {one.family: one.is_direct for one in result.answers}

    assert direct["clean"]
    assert not direct["tail"]
