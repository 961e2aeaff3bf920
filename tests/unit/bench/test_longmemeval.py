"""LongMemEval-V2's order of calls over kgmem, and questions with their evidence."""

import json
import shutil
from abc import ABCMeta
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from kgmem_bench.common.stand import settings_for_bench
from kgmem_bench.common.synthetic_embedder import SyntheticEmbedder
from kgmem_bench.data_sets import ROWS
from kgmem_bench.longmemeval import questions, run
from kgmem_bench.longmemeval.memory import BYTES, registered, within

from kgmem import Memory

TREE = "\t[7] textbox 'Coupon code'\n\t[9] button 'Apply', clickable\n"
DONE = "\t[3] StaticText 'Coupon SPRING saves 10 percent'\n"
URL = "https://shop.example/cart"
TRAJECTORY = {
    "id": "t1",
    "goal": "Use the coupon SPRING in the cart",
    "outcome": "success",
    "states": [
        {"url": URL, "accessibility_tree": TREE, "action": "fill('7', 'SPRING')"},
        {"url": URL, "accessibility_tree": TREE, "action": "click('9')"},
        {"url": URL, "accessibility_tree": DONE, "action": None},
    ],
}


def test_the_harness_inserts_all_then_asks_and_gets_texts_after_a_reload_too(
    tmp_path: Path,
) -> None:
    kept: list[type] = []
    backend = ABCMeta("Memory", (), {"__init__": lambda self, memory_params: None})
    kgmem = registered(SimpleNamespace(Memory=backend, register_memory=kept.append))
    stores = {"settings": settings_for_bench(tmp_path), "embedder": SyntheticEmbedder()}
    opened = partial(Memory.open, **stores)
    with opened(tmp_path / "a") as first, opened(tmp_path / "b") as second:
        memory = kgmem({"memory": first})
        memory.insert(TRAJECTORY)
        memory.insert({**TRAJECTORY, "id": "t2", "outcome": None})
        memory._save_backend(tmp_path)
        again = kgmem({"memory": second})
        again._load_backend(tmp_path)

        assert kept == [kgmem]
        for asked in (memory, again):
            items = asked.query("What does the coupon SPRING save?", query_image=None)

            assert {item["type"] for item in items} == {"text"}
            texts = "\n".join(item["value"] for item in items)
            assert "[shop.example, after click button 'Apply': state 2 of t1]" in texts
            assert "- [3] StaticText 'Coupon SPRING saves 10 percent'" in texts
            assert "1. type 'SPRING' textbox 'Coupon code'" in texts


def test_evidence_is_within_the_budget() -> None:
    long = "x" * 40 * BYTES

    assert within([long, "a", long, "b"], budget=41) == [long, "a"]


@pytest.mark.slow
def test_questions_about_screens_and_kinds_of_tasks_have_their_evidence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = "<checkbox id=0 checked=False>Wi-Fi</checkbox><button id=1>More</button>"
    then = "<button id=0>Reset all</button>"
    shown = [{"label": [1, "null"], "state": first}, {"label": [-1, ""], "state": then}]
    row = {"app": "house", "id": "a", "task": "Show more", "profile": shown}
    (tmp_path / "autodroid").mkdir()
    (tmp_path / "autodroid" / "dev.jsonl").write_text(json.dumps(row))
    shutil.copytree(ROWS / "miniwob-demos", tmp_path / "miniwob-demos")
    monkeypatch.setattr(questions, "LEFT_OUT", "01234567")

    result = run.bench_longmemeval(tmp_path, SyntheticEmbedder())

    right = dict(zip(result.texts, result.right[run.MINE], strict=True))
    assert right["Why is Wi-Fi switched on in house from the start?"]
    assert right["What does house show after click button 'More'?"]
    assert {"static state", "workflow"} <= set(result.kinds)
    assert f"| all ({len(right)}) |" in run.to_markdown(result)
