"""Files made as tools write them, from what was seen of a page."""

import json
from typing import Any

import pytest
from kgmem_bench.field.recorders.agent_history import to_history
from kgmem_bench.field.recorders.chrome import to_chrome
from kgmem_bench.field.recorders.real import NotRecorded
from kgmem_bench.field.recorders.seen import Seen
from kgmem_bench.field.scenario import Act, At

URL = "http://shop.example/order.html"


def element(**more: Any) -> dict[str, Any]:
    """An element as the page tells it."""
    told = {
        "tag": "button", "role": "button", "kind": "submit", "attributes": {"id": "go"},
        "name": "Go", "text": "Go", "id": "go", "css": "#go", "isNamed": False,
        "hosts": [], "xpath": "html/body/button", "whole_path": "html/body/button",
        "options": [],
        "value": "", "html": None,
        "editable": False, "width": 40, "height": 20, "x": 0, "y": 0, "frames": [],
        "url": URL, "title": "Shop",
    }  # fmt: skip
    return {**told, **more}


def field(**more: Any) -> dict[str, Any]:
    """A field called Item."""
    own = {"tag": "input", "kind": "text", "name": "Item", "text": "", "css": "#item"}
    return element(**{**own, "id": "item", "role": "textbox", **more})


def seen(act: Act, on: dict[str, Any], tab: int = 0, to: Any = None) -> Seen:
    urls = (URL, "http://shop.example/other.html")[: tab + 1]
    return Seen(act, on, to, tab, urls)


AT = At("#x")
ENTERED = seen(Act("enter", AT, "lamp"), field())
CLICKED = seen(Act("click", AT), element())


def test_chrome_tells_clicks_and_what_a_field_then_holds() -> None:
    steps = json.loads(to_chrome("Order", URL, [ENTERED, CLICKED]))["steps"]

    told = [(one["type"], one.get("value")) for one in steps]
    assert told[1:] == [
        ("navigate", None),
        ("click", None),
        ("change", "lamp"),
        ("click", None),
    ]
    assert steps[-1]["selectors"][0] == ['aria/Go[role="button"]']


def test_a_history_has_a_row_for_each_action_and_switches_tabs() -> None:
    there = seen(Act("click", AT), element(), tab=1)

    rows = json.loads(to_history(URL, [ENTERED, there]))["history"]

    told = [next(iter(one["model_output"]["action"][0])) for one in rows]
    assert told == ["navigate", "input", "switch", "click", "done"]
    touched = rows[1]["state"]["interacted_element"][0]
    assert (touched["node_name"], touched["ax_name"]) == ("INPUT", "Item")
    assert touched["element_hash"] >= 1 << 63


def test_what_browser_use_has_no_action_for_is_not_recorded() -> None:
    hovered = seen(Act("hover", AT), element())

    with pytest.raises(NotRecorded, match="no action for it"):
        to_history(URL, [hovered, CLICKED])
