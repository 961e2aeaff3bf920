"""Files of Chrome's Recorder, made as it writes them: clicks, changes and keys; each
element by accessible name, CSS, XPath, through shadow roots, and text."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from kgmem_bench.field.recorders.seen import Seen
from kgmem_bench.field.recorders.values import entered, held

Step = dict[str, Any]
MODIFIERS = ("Control", "Shift", "Alt", "Meta")


def to_chrome(title: str, url: str, seen: Sequence[Seen]) -> str:
    """The exported JSON."""
    steps: list[Step] = [
        {
            "type": "setViewport",
            "width": 1280,
            "height": 720,
            "deviceScaleFactor": 1,
            "isMobile": False,
            "hasTouch": False,
            "isLandscape": False,
        },
        {
            "type": "navigate",
            "url": url,
            "assertedEvents": [{"type": "navigation", "url": url, "title": ""}],
        },
    ]
    for one in seen:
        steps += _steps(one)
    return json.dumps({"title": title, "steps": steps}, ensure_ascii=False, indent=4)


def _steps(one: Seen) -> Iterator[Step]:
    act = one.act
    match act.do:
        case "click":
            yield _click(one)
        case "enter" if one.element["editable"]:
            yield _click(one)
            for key in act.value:
                yield from _key(one, key)
        case "enter" | "keys" | "slide" | "pick":
            if act.do in ("enter", "slide"):
                yield _click(one)
            yield {**_on(one), "type": "change", "value": entered(one)}
        case "choose":
            yield {**_on(one), "type": "change", "value": entered(one)}
        case "press":
            yield from _chord(one)
        case "upload":
            yield _click(one)
        case _:  # hovers, drags and wheels are not recorded
            return


def _click(one: Seen) -> Step:
    element, place = one.element, one.act.place
    x, y = place or (element["width"] / 2, element["height"] / 2)
    step = {**_on(one), "type": "click", "offsetY": y, "offsetX": x}
    if one.act.button == "right":
        step["button"] = "secondary"
    return step


def _chord(one: Seen) -> Iterator[Step]:
    *modifiers, key = one.act.value.split("+")
    for name in modifiers:
        yield {**_target(one), "type": "keyDown", "key": name}
    yield from _key(one, key)
    for name in reversed(modifiers):
        yield {**_target(one), "type": "keyUp", "key": name}


def _key(one: Seen, key: str) -> Iterator[Step]:
    for kind in ("keyDown", "keyUp"):
        yield {**_target(one), "type": kind, "key": key}


def _on(one: Seen) -> Step:
    return {**_target(one), "selectors": _selectors(one.element)}


def _target(one: Seen) -> Step:
    """In which page, and in which frame by its indexes."""
    where: Step = {"target": one.urls[one.tab] if one.tab else "main"}
    if one.element["frames"]:
        where["frame"] = one.element["frames"]
    return where


def _selectors(element: dict[str, Any]) -> list[list[str]]:
    name, css, hosts = element["name"], element["css"], element["hosts"]
    found = []
    if name:
        role = f'[role="{element["role"]}"]' if element["text"] else ""
        found.append([f"aria/{name}{role}"])
    found.append([*hosts, css])
    if not hosts:
        by_id = f'//*[@id="{element["id"]}"]' if element["id"] else None
        found.append([f"xpath/{by_id or '/' + element['xpath']}"])
        found.append([f"pierce/{css}"])
    if element["text"]:
        found.append([f"text/{held(element['text'])}"])
    return found
