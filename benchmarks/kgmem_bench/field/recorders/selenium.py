"""Projects of Selenium IDE, made as it writes them."""

import json
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import urlsplit

from kgmem_bench.field.recorders.seen import Seen
from kgmem_bench.field.recorders.values import entered

Command = dict[str, Any]
KEYS = {"Enter": "KEY_ENTER", "ArrowDown": "KEY_DOWN", "ArrowUp": "KEY_UP"}
"""Keys that it records."""


def to_side(name: str, url: str, seen: Sequence[Seen]) -> str:
    """The project."""
    parts = urlsplit(url)
    base, path = (
        f"{parts.scheme}://{parts.netloc}",
        url.removeprefix(f"{parts.scheme}://{parts.netloc}"),
    )
    commands = [_command("open", path), _command("setWindowSize", "1280x720")]
    commands += _Writer().commands(seen)
    test = {
        "id": "0e3d7f5a-1",
        "name": name,
        "commands": [{"id": f"c{n}", **one} for n, one in enumerate(commands)],
    }
    project = {
        "id": "5b6f9d0c-0",
        "version": "2.0",
        "name": name,
        "url": base,
        "tests": [test],
        "suites": [],
        "urls": [f"{base}/"],
        "plugins": [],
    }
    return json.dumps(project, ensure_ascii=False, indent=2)


class _Writer:
    """Writes the commands that go to another window or frame where they are needed."""

    def __init__(self) -> None:
        self._tab = 0
        self._frames: list[int] = []
        self._is_root_stored = False

    def commands(self, seen: Sequence[Seen]) -> Iterator[Command]:
        for one in seen:
            if one.act.do == "scroll":  # within an element it is not recorded
                continue
            if one.act.do == "press" and one.act.value not in KEYS:
                continue
            if one.act.button == "right":
                continue
            yield from self._to_window(one.tab)
            yield from self._to_frame(one.element["frames"])
            yield from self._opening(one)

    def _to_window(self, tab: int) -> Iterator[Command]:
        if tab == self._tab:
            return
        if not self._is_root_stored:
            self._is_root_stored = True
            yield _command("storeWindowHandle", "root")
        handle = f"${{win{4000 + tab}}}" if tab else "${root}"
        yield _command("selectWindow", f"handle={handle}")
        self._tab, self._frames = tab, []

    def _to_frame(self, frames: list[int]) -> Iterator[Command]:
        while self._frames != frames[: len(self._frames)]:
            self._frames.pop()
            yield _command("selectFrame", "relative=parent")
        for index in frames[len(self._frames) :]:
            yield _command("selectFrame", f"index={index}")
        self._frames = list(frames)

    def _opening(self, one: Seen) -> Iterator[Command]:
        for command in _done(one):
            if one.act.opens and command["command"] == "click":
                command |= {
                    "opensWindow": True,
                    "windowHandleName": f"win{4000 + len(one.urls)}",
                    "windowTimeout": 2000,
                }
            yield command
        for answer in one.act.answers:
            yield from _answered(answer.kind, answer.accept, answer.text)


def _done(one: Seen) -> Iterator[Command]:
    act, element = one.act, one.element
    match act.do:
        case "click" | "upload":
            yield _on("click", element)
        case "enter" if element["editable"]:
            yield _on("click", element)
            yield _on("editContent", element, act.value)
        case "enter" | "slide":
            yield _on("click", element)
            yield _on("type", element, entered(one))
        case "keys" | "pick":
            yield _on("type", element, entered(one))
        case "choose":
            yield _on("click", element)
            yield _on("select", element, f"label={act.value}")
        case "press":
            yield _on("sendKeys", element, f"${{{KEYS[act.value]}}}")
        case "hover":
            yield _on("mouseOver", element)
        case "drag":
            yield from _dragged(element, one.to or {})


def _dragged(element: dict[str, Any], to: dict[str, Any]) -> Iterator[Command]:
    if element["attributes"].get("draggable") == "true":
        step = _on("dragAndDropToObject", element)
        other = _on("", to)
        yield {**step, "value": other["target"]}
        return
    middle = f"{element['width'] / 2:.0f},{element['height'] / 2:.0f}"
    end = f"{to['width'] / 2:.0f},{to['height'] / 2:.0f}"
    yield _on("mouseDownAt", element, middle)
    yield _on("mouseMoveAt", to, end)
    yield _on("mouseUpAt", to, end)


def _answered(kind: str, accept: bool, text: str) -> Iterator[Command]:
    if kind == "alert":
        yield _command("assertAlert", "")
    elif kind == "prompt" and accept:
        yield _command("webdriverAnswerOnVisiblePrompt", text)
    else:
        how = "Ok" if accept else "Cancel"
        yield _command(f"webdriverChoose{how}OnVisibleConfirmation", "")


def _on(command: str, element: dict[str, Any], value: str = "") -> Command:
    targets = _targets(element)
    return {**_command(command, targets[0][0], value), "targets": targets}


def _command(command: str, target: str, value: str = "") -> Command:
    return {
        "comment": "",
        "command": command,
        "target": target,
        "targets": [],
        "value": value,
    }


def _targets(element: dict[str, Any]) -> list[list[str]]:
    found, tag, text = [], element["tag"], element["text"]
    if element["hosts"]:  # it sees no further than the outermost host
        return [[f"css={element['hosts'][0]}", "css:finder"]]
    if element["id"]:
        found.append([f"id={element['id']}", "id"])
    if element["isNamed"]:
        found.append([f"name={element['attributes']['name']}", "name"])
    if tag == "a" and text:
        found.append([f"linkText={text}", "linkText"])
    found.append([f"css={element['css']}", "css:finder"])
    if element["id"]:
        found.append([f"xpath=//{tag}[@id='{element['id']}']", "xpath:attributes"])
    found.append([f"xpath=//{_position(element)}", "xpath:position"])
    if text and tag in ("button", "a", "li", "span"):
        found.append([f"xpath=//{tag}[contains(.,'{text}')]", "xpath:innerText"])
    return found


def _position(element: dict[str, Any]) -> str:
    """Its path below the body."""
    path: str = element["xpath"]
    return path.removeprefix("html/body/")
