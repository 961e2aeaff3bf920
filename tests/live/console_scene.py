"""A memory with something in each view of the console."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from kgmem import Memory

MARKUP = "<script>window.hurt = 1</script><img src=x onerror='window.hurt = 1'>"
TITLES = {
    "/": "Start",
    "/search": "Search results",
    "/product": "Product",
    "/cart": "Cart",
    "/checkout": "Checkout",
    "/checkout/pay": "Payment",
    "/login": "Sign in",
    "/orders": "Your orders",
    "/help": "Help",
}
WALKS = (
    ("find {} and look at it", ("/", "/search", "/product")),
    ("put {} into the cart", ("/", "/search", "/product", "/cart")),
    (
        "order {} and pay",
        ("/", "/search", "/product", "/cart", "/checkout", "/checkout/pay"),
    ),
    ("where is my order of {}", ("/", "/login", "/orders")),
    ("买{}并放入购物车", ("/", "/search", "/product", "/cart")),
    ("send back {}", ("/", "/login", "/orders", "/help")),
)
BUTTONS = {
    "/": ("searchbox", "Search"),
    "/search": ("link", "First result"),
    "/product": ("button", "Add to cart"),
    "/cart": ("button", "Check out"),
    "/checkout": ("button", "Continue to payment"),
    "/checkout/pay": ("button", "Pay now"),
    "/login": ("button", "Sign in"),
    "/orders": ("link", "Order details"),
    "/help": ("button", "Send"),
}
THINGS = ("tea", "a lamp", "a desk", "bread", "socks", "a kettle", "茶叶", "台灯")


def filled(memory: Memory) -> Memory:
    """The memory with runs, replays, facts, people and documents."""
    assert memory.learn_many(_runs()).failed == 0
    memory.learn(_marked())
    memory.generalize()
    _replays(memory)
    _facts(memory)
    _people(memory)
    _spread(memory)
    memory.add_document(
        text="# Returns\n\nThe shop takes goods back for 30 days.\n\n"
        "## How\n\nAsk for a label on the help page. Mia Chen leads the help desk.\n\n"
        f"## Marked\n\n{MARKUP}\n",
        source="handbook/returns.md",
        app="shop",
    )
    return memory


def _runs() -> Iterator[dict[str, Any]]:
    chance = random.Random(5)
    done: set[str] = set()
    for n in range(60):
        words, pages = WALKS[n % len(WALKS)]
        task = words.format(chance.choice(THINGS))
        if task not in done:  # whoever did it first did not know the way
            pages = (pages[0], "/help", *pages)
        done.add(task)
        fails = n % 9 == 8 or (pages[-1] == "/checkout/pay" and n % 4 == 2)
        yield _run(task, pages, n, fails=fails)
    yield {**_run("find a pen", ("/", "/search"), 99), "outcome": "unknown"}
    for app in ("library", "forum"):
        yield {**_run("find a book", ("/", "/search"), 100), "app": app}


def _run(
    task: str, pages: tuple[str, ...], n: int, *, fails: bool = False
) -> dict[str, Any]:
    steps: list[dict[str, Any]] = []
    for page in pages:
        role, name = BUTTONS[page]
        steps.append(
            {
                "action": "type" if role == "searchbox" else "click",
                **({"value": "tea"} if role == "searchbox" else {}),
                "target": {"role": role, "name": name, "test_id": name.lower()},
                "page_before": {
                    "url": f"https://shop.example{page}",
                    "title": TITLES[page],
                },
                "success": True,
                "duration_ms": 4_000 + 70 * n,
            }
        )
    if fails:
        steps[-1] |= {"success": False, "error": "the page did not answer"}
    return {
        "task": task,
        "app": "shop",
        "source_task_id": f"scene {n}",
        "started_at": datetime.now(UTC) - timedelta(hours=7 * n),
        "steps": steps,
        "outcome": "failure" if fails else "success",
        "source": "agent",
        "judge": "page",
    }


def _spread(memory: Memory) -> None:
    """Have it all recorded on different days."""
    store = memory._open.store

    def work(tx: Any) -> None:
        tx.run("MATCH (e:Experience) SET e.recorded_at = e.started_at")
        for n, row in enumerate(tx.run("MATCH (r:Report) RETURN r.report_id AS id")):
            back = (n * n) % 27 * 86_400_000
            tx.run(
                "MATCH (r:Report {report_id: $id}) SET r.at = r.at - $back",
                {"id": row["id"], "back": back},
            )

    store.engine.write(work)


def _marked() -> dict[str, Any]:
    return {
        **_run(f"press {MARKUP}", ("/",), 200),
        "app": MARKUP,
        "steps": [
            {
                "action": "click",
                "target": {"role": "button", "name": MARKUP},
                "page_before": {"url": "https://x.example/", "title": MARKUP},
            }
        ],
    }


def _replays(memory: Memory) -> None:
    for n, (words, pages) in enumerate(WALKS * 4):
        plan = memory.recall(words.format(THINGS[n % 5]), app="shop").plan
        if plan is None:
            continue
        outcome = "failure" if n % 8 == 7 else "success"
        memory.report(
            plan,
            outcome,
            failed_step=1 if outcome == "failure" else None,
            reason="the button was gone" if outcome == "failure" else None,
            actions=len(pages),
            duration_ms=1_500 * len(pages),
        )


def _facts(memory: Memory) -> None:
    memory.declare_predicate("works at", single_valued=True)
    memory.declare_predicate("located in", single_valued=True)
    for work, year in (("Acme", 2016), ("Bolt", 2020), ("Crane", 2024)):
        start = datetime(year, 3, 1, tzinfo=UTC)
        memory.add_triple("Mia Chen", "works at", work, valid_from=start, source="cv")
    memory.add_triple("Mia Chen", "speaks", "Mandarin", source="cv")
    memory.add_triple("Mia Chen", "说", MARKUP, source="notes")
    opened = datetime(2019, 1, 1, tzinfo=UTC)
    for city, source in (("Oslo", "handbook"), ("Bergen", "a letter")):
        memory.add_triple("Acme", "located in", city, valid_from=opened, source=source)


def _people(memory: Memory) -> None:
    agent = memory.agent("mia")
    agent.update_profile("Likes green tea. Works in the evening.")
    for n, event in enumerate(("Moved to Oslo.", "Ordered a desk.", MARKUP)):
        agent.add_event(event, at=datetime(2025, 4 + n, 2, tzinfo=UTC))
    agent.update_profile("Prefers delivery on Saturdays.")
    talk = agent.conversation("on the desk")
    talk.add("user", "When does my desk arrive?")
    talk.add("assistant", "On Saturday, between nine and noon.")
    memory.correct_fact(
        memory.add_triple("agent:mia", "lives in", "Bergen"), object="Oslo"
    )
