"""Histories of browser-use, made as `AgentHistoryList.save_to_file` writes them."""

import json
from collections.abc import Iterator, Sequence
from typing import Any
from zlib import crc32

from kgmem_bench.field.recorders.real import NotRecorded
from kgmem_bench.field.recorders.seen import Seen
from kgmem_bench.field.recorders.values import entered

Told = dict[str, Any]
TAB_IDS = ("0A1B2C3D4E5F60718293A4B5C6D7E8F9", "9F8E7D6C5B4A39281706F5E4D3C2B1A0")


def to_history(url: str, seen: Sequence[Seen]) -> str:
    """The history's JSON, with the answer of the agent at its end."""
    rows = [_row({"navigate": {"url": url, "new_tab": False}}, None, "about:blank", 0)]
    tab = 0
    for one in seen:
        if one.tab != tab:
            tab = one.tab
            switch = {"switch": {"tab_id": TAB_IDS[tab][-4:]}}
            rows.append(_row(switch, None, one.urls[tab], tab, one.urls))
        rows += [
            _row(
                action,
                one.element if has_element else None,
                one.urls[tab],
                tab,
                one.urls,
            )
            for action, has_element in _actions(one)
        ]
    done = {"done": {"text": "Done", "success": True, "files_to_display": []}}
    rows.append(_row(done, None, seen[-1].urls[0], 0, is_done=True))
    return json.dumps({"history": rows}, ensure_ascii=False, indent=2)


def to_script(task: str, url: str, seen: Sequence[Seen]) -> str:
    """What browser-use's own agent is told to do, as `agent_run` reads it."""
    told = [_told({"navigate": {"url": url, "new_tab": False}}, None, 0)]
    tab = 0
    for one in seen:
        if one.tab != tab:
            tab = one.tab
            told.append(_told({"switch": {"tab_id": ""}}, None, tab))
        told += [
            _told(action, one.element if has_element else None, tab)
            for action, has_element in _actions(one)
        ]
    files = [
        name
        for one in seen
        if one.act.do == "upload"
        for name in one.act.value.split("\n")
    ]
    return json.dumps({"task": task, "files": files, "actions": told})


def _told(action: Told, element: Told | None, tab: int) -> Told:
    return {"action": action, "element": element, "tab": tab}


def _actions(one: Seen) -> Iterator[tuple[Told, bool]]:
    act, index = one.act, _hash(one.element) % 900 + 1
    match act.do:
        case "click" if act.button == "right":
            raise NotRecorded("browser-use has no right button")
        case "click":
            yield {"click": {"index": index}}, True
        case "enter" | "keys" | "slide" | "pick":
            yield {"input": {"index": index, "text": entered(one), "clear": True}}, True
        case "press":
            yield {"send_keys": {"keys": act.value}}, False
        case "choose":
            yield {"select_dropdown": {"index": index, "text": act.value}}, True
        case "upload" if "\n" in act.value:
            raise NotRecorded("browser-use hands in one file at a time")
        case "upload":
            yield {"upload_file": {"index": index, "path": act.value}}, True
        case "scroll":
            yield {"scroll": {"down": True, "pages": 3.0, "index": index}}, True
        case _:
            raise NotRecorded(f"browser-use has no action for it: {act.do}")


def _row(
    action: Told,
    element: Told | None,
    url: str,
    tab: int,
    urls: Sequence[str] = (),
    *,
    is_done: bool = False,
) -> Told:
    result: Told = {"is_done": is_done, "long_term_memory": "It worked"}
    if is_done:
        result |= {"success": True, "extracted_content": "Done"}
    opened = [
        {"url": one, "title": "", "target_id": TAB_IDS[n], "parent_target_id": None}
        for n, one in enumerate(urls or (url,))
    ]
    return {
        "model_output": {
            "evaluation_previous_goal": "Success",
            "memory": "",
            "next_goal": "Go on",
            "action": [action],
        },
        "result": [result],
        "state": {
            "url": url,
            "title": element["title"] if element else "",
            "tabs": opened,
            "interacted_element": [element and _interacted(element)],
            "screenshot_path": None,
        },
        "metadata": {"step_start_time": 0.0, "step_end_time": 1.0, "step_number": 1},
    }


def _interacted(element: Told) -> Told:
    return {
        "node_id": 7,
        "backend_node_id": 7,
        "frame_id": None,
        "node_type": 1,
        "node_value": "",
        "node_name": element["tag"].upper(),
        "attributes": element["attributes"],
        "x_path": element["whole_path"],
        "element_hash": _hash(element),
        "stable_hash": _hash(element),
        "bounds": {name: element[name] for name in ("x", "y", "width", "height")},
        "ax_name": element["name"] or None,
    }


def _hash(element: Told) -> int:
    """Unsigned, of 64 bits."""
    text = json.dumps([element["xpath"], element["attributes"]]).encode()
    return (crc32(text) << 32) | crc32(text[::-1]) | 1 << 63
