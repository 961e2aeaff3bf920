"""Runs by the thousand, all alike and none the same: what a page of a list is tried on.

    python -m tests.live.many_runs HOME 10000

learns as many into a memory of its own.
"""

import random
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from kgmem import Memory

START = datetime(2026, 3, 1, tzinfo=UTC)
KINDS = (
    ("search for {} and open it", ("search", "open")),
    ("add {} to the cart", ("search", "open", "add")),
    ("order {} by express", ("search", "open", "add", "express", "pay")),
    ("搜索{}并打开", ("search", "open")),
    ("把{}加入购物车", ("search", "open", "add")),
    ("compare prices of {}", ("search", "sort", "open")),
)
THINGS = ("tea", "lamp", "desk", "bread", "socks", "kettle", "茶叶", "台灯", "书桌")


def many_runs(count: int, *, seed: int = 7) -> Iterator[dict[str, Any]]:
    """So many runs in forty apps."""
    chance = random.Random(seed)
    for n in range(count):
        words, acts = chance.choice(KINDS)
        app = f"shop{chance.randrange(40):02}"
        thing = f"{chance.choice(THINGS)} {chance.randrange(5_000)}"
        yield {
            "task": words.format(thing),
            "app": app,
            "url": f"https://{app}.example/",
            "source_task_id": f"many-{seed}-{n}",
            "started_at": START + timedelta(minutes=17 * n),
            "steps": list(_steps(app, acts, thing)),
            "outcome": chance.choices(("success", "failure", "unknown"), (88, 10, 2))[
                0
            ],
            "source": "many",
        }


def _steps(app: str, acts: tuple[str, ...], thing: str) -> Iterator[dict[str, Any]]:
    box = {"role": "textbox", "name": "Search", "test_id": "search-box"}
    start = {"url": f"https://{app}.example/", "title": f"{app} start"}
    yield {"action": "click", "target": box, "page_before": start, "duration_ms": 400}
    yield {
        "action": "type",
        "target": box,
        "value": thing,
        "page_before": start,
        "duration_ms": 1_300,
    }
    for act in acts:
        yield {
            "action": "click",
            "target": {"role": "button", "name": thing if act == "open" else act},
            "page_before": {"url": f"https://{app}.example/{act}"},
            "duration_ms": 700,
            "effect": True,
        }


if __name__ == "__main__":
    home, wanted = sys.argv[1], int(sys.argv[2])
    with Memory.open(home) as memory:
        memory.learn_many(many_runs(wanted))
