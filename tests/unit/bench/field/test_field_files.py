"""Files made as tools write them, from what was seen of a page."""

import json
from typing import Any

import pytest
from kgmem_bench.field.recorders.agent_history import to_history
from kgmem_bench.field.recorders.chrome import to_chrome
from kgmem_bench.field.recorders.real import NotRecorded
from kgmem_bench.field.recorders.seen import Seen
from kgmem_bench.field.recorders.selenium import to_side
from kgmem_bench.field.scenario import Act, Answer, At

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


def commands(*acts: Seen) -> list[tuple[str, str, str]]:
    (test,) = json.loads(to_side("Order", URL, acts))["tests"]
    return [(one["command"], one["target"], one["value"]) for one in test["commands"]]


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


def test_chrome_tells_a_chord_by_its_keys() -> None:
    pressed = seen(Act("press", value="Control+s"), field())

    steps = json.loads(to_chrome("Save", URL, [pressed]))["steps"][2:]

    assert [(one["type"], one["key"]) for one in steps] == [
        ("keyDown", "Control"),
        ("keyDown", "s"),
        ("keyUp", "s"),
        ("keyUp", "Control"),
    ]


def test_an_option_is_told_by_its_value_to_chrome_and_by_its_label_to_selenium() -> (
    None
):
    options = [["France", "fr"], ["Germany", "de"]]
    chosen = seen(Act("choose", AT, "Germany"), field(options=options))

    steps = json.loads(to_chrome("Choose", URL, [chosen]))["steps"]

    assert steps[-1]["value"] == "de"
    assert commands(chosen)[-1] == ("select", "id=item", "label=Germany")


def test_selenium_goes_into_frames_and_out_of_them() -> None:
    inner = seen(Act("click", AT), element(frames=[0, 1]))

    told = commands(inner, CLICKED)[2:]

    assert told == [
        ("selectFrame", "index=0", ""),
        ("selectFrame", "index=1", ""),
        ("click", "id=go", ""),
        ("selectFrame", "relative=parent", ""),
        ("selectFrame", "relative=parent", ""),
        ("click", "id=go", ""),
    ]


def test_selenium_goes_to_the_window_that_was_opened_and_back() -> None:
    opened = seen(Act("click", AT, opens=True), element())
    there = seen(Act("click", AT), element(), tab=1)

    told = [one[:2] for one in commands(opened, there, CLICKED)[2:]]

    assert told == [
        ("click", "id=go"),
        ("storeWindowHandle", "root"),
        ("selectWindow", "handle=${win4001}"),
        ("click", "id=go"),
        ("selectWindow", "handle=${root}"),
        ("click", "id=go"),
    ]


def test_selenium_tells_how_dialogs_were_answered() -> None:
    refused = seen(Act("click", AT, answers=(Answer(False),)), element())
    named = Answer(True, "Trips", "prompt")

    assert commands(refused)[-1][0] == "webdriverChooseCancelOnVisibleConfirmation"
    told = commands(seen(Act("click", AT, answers=(named,)), element()))
    assert told[-1] == ("webdriverAnswerOnVisiblePrompt", "Trips", "")


def test_a_history_has_a_row_for_each_action_and_switches_tabs() -> None:
    there = seen(Act("click", AT), element(), tab=1)

    rows = json.loads(to_history(URL, [ENTERED, there]))["history"]

    told = [next(iter(one["model_output"]["action"][0])) for one in rows]
    assert told == ["navigate", "input", "switch", "click", "done"]
    touched = rows[1]["state"]["interacted_element"][0]
    assert (touched["node_name"], touched["ax_name"]) == ("INPUT", "Item")
    assert touched["element_hash"] >= 1 << 63


def test_a_date_that_was_picked_is_a_change_alone() -> None:
    picked = seen(Act("pick", AT, "2027-03-14"), field(kind="date"))

    assert commands(picked)[2:] == [("type", "id=item", "2027-03-14")]
    assert [
        one["type"] for one in json.loads(to_chrome("Book", URL, [picked]))["steps"][2:]
    ] == ["change"]


def test_what_browser_use_has_no_action_for_is_not_recorded() -> None:
    hovered = seen(Act("hover", AT), element())

    with pytest.raises(NotRecorded, match="no action for it"):
        to_history(URL, [hovered, CLICKED])
