"""More walks of a kind, one of them a newcomer's, take nothing away that one gave."""

from pathlib import Path
from typing import Any

import pytest

from kgmem import Memory

HOME = "http://shop.example/"
Steps = list[dict[str, Any]]
TAGS = {"link": "a", "button": "button", "textbox": "input", "checkbox": "input"}


def act(action: str, role: str, name: str, **more: Any) -> dict[str, Any]:
    target = {"role": role, "name": name, "tag": TAGS[role]}
    target |= {"container": more.pop("container")} if "container" in more else {}
    return {"action": action, "target": target, **more}


def link(name: str, path: str) -> dict[str, Any]:
    return act(
        "click", "link", name,
        page_before={"url": HOME}, page_after={"url": HOME + path},
    )  # fmt: skip


def price(product: str, value: str) -> tuple[str, Steps]:
    return f'Set the price of "{product}" to {value}', [
        link("Products", "products/"),
        act("type", "textbox", "Title", value=product),
        act("click", "link", product),
        act("type", "textbox", "Price", value=value),
        act("click", "button", "Save"),
    ]


def hide(one: str, other: str) -> tuple[str, Steps]:
    ticks = [act("check", "checkbox", "Select", container=[f"{event}\t2 hours ago"])
             for event in (one, other)]  # fmt: skip
    return f'Hide "{one}" and "{other}"', [*ticks, act("click", "link", "Hide")]


def orders(product: str, status: str) -> tuple[str, Steps]:
    return f'Show the orders of "{product}" with the status "{status}"', [
        link("Orders", "orders/"),
        act("type", "textbox", "Product", value=product),
        act("type", "textbox", "Status", value=status),
        act("click", "button", "Search"),
    ]


BACK = {"action": "back", "page_before": {"url": HOME + "images/"},
        "page_after": {"url": HOME}}  # fmt: skip
DETOURS: dict[str, Steps] = {
    "a look elsewhere": [link("Dashboard", "dashboard/")],
    "there and back": [link("Images", "images/"), BACK],
    "a wrong field, cleared": [
        act("type", "textbox", "UPC", value="Pine Bench"),
        act("type", "textbox", "UPC", value=""),
    ],
}
KINDS = {
    price: (("Pine Bench", "47"), ("Tin Lamp", "81"), ("Jute Rug", "59")),
    hide: (("Tea Morning", "Book Swap"), ("River Walk", "Garden Day"),
           ("Winter Supper", "Weaving Day")),
    orders: (("Pine Bench", "Open"), ("Tin Lamp", "Sent"), ("Jute Rug", "Paid")),
}  # fmt: skip
ASKED = {price: ("Iron Pan", "62"), hide: ("Jazz Night", "Chess Day"),
         orders: ("Iron Pan", "Lost")}  # fmt: skip


def planned(folder: Path, walks: list[tuple[str, Steps]], task: str) -> list[Any]:
    """The steps of a direct replay after these walks; none where there is no such."""
    with Memory.open(folder) as memory:
        for n, (said, steps) in enumerate(walks):
            memory.learn({
                "task": said, "app": "shop", "outcome": "success", "steps": steps,
                "source_task_id": str(n),
            })  # fmt: skip
        if len(walks) > 1:
            memory.generalize()
        found = memory.recall(task, app="shop")
    steps = found.plan.steps if found.plan and found.route == "direct_replay" else ()
    return [(s.action, s.target and s.target.label(), s.value) for s in steps]


@pytest.mark.parametrize(("kind", "detour"), [*zip(KINDS, DETOURS, strict=True)])
def test_what_is_done_after_one_walk_is_done_after_three(
    kind: Any, detour: str, tmp_path: Path
) -> None:
    walks = [kind(*values) for values in KINDS[kind]]
    task, _ = kind(*ASKED[kind])
    once = planned(tmp_path / "one", walks[:1], task)
    said, steps = walks[0]

    assert once
    for place, order in enumerate([(0, 1, 2), (2, 1, 0)]):
        told = [(said, [*DETOURS[detour], *steps]), *walks[1:]]
        thrice = planned(tmp_path / str(place), [told[n] for n in order], task)
        assert thrice == once


def test_the_newcomers_own_words_are_done_without_his_detour(tmp_path: Path) -> None:
    walks = [price(*values) for values in KINDS[price]]
    said, steps = walks[0]
    told = [(said, [*DETOURS["there and back"], *steps]), *walks[1:]]

    assert planned(tmp_path / "more", told, said) == planned(
        tmp_path / "clean", walks[:1], said
    )
