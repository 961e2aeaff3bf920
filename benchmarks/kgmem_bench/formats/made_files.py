"""Large files in the formats of other programs, made after their schemas."""

import json
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

SITE = "http://shop.example/"
PADDING = "x" * 200_000
"""Stands for what makes such files large: a picture, a page's markup."""
STEPS = 1_000
"""Of a run that a whole file is; one run may have 2,000."""


def browser_use(path: Path, size: int) -> None:
    """One history; a picture in each entry."""
    count = min(STEPS, size // len(PADDING))
    entries = (json.dumps(_entry(n)) for n in range(count))
    path.write_text('{"history": [' + ",".join(entries) + "]}", encoding="utf-8")


def _entry(n: int) -> dict[str, Any]:
    element = {"node_name": "INPUT", "attributes": {"id": f"field{n}"}, "ax_name": "Q"}
    return {
        "model_output": {"action": [{"input": {"index": n, "text": f"word {n}"}}]},
        "result": [{"is_done": n == STEPS - 1, "success": True}],
        "state": {
            "url": f"{SITE}{n}",
            "title": "Shop",
            "screenshot": PADDING,
            "interacted_element": [element],
        },
    }


def tool_calls(path: Path, size: int) -> None:
    """A conversation in each line."""
    _fill(path, size, lambda n: json.dumps(_conversation(n)) + "\n")


def _conversation(n: int) -> dict[str, Any]:
    given = json.dumps({"selector": "#q", "text": f"word {n}"})
    call = {"id": "c", "function": {"name": "browser_type", "arguments": given}}
    asked = {"role": "user", "content": f'Search for "word {n}"'}
    done = {"role": "assistant", "content": None, "tool_calls": [call] * 5}
    return {"messages": [asked, done]}


def mind2web(path: Path, size: int) -> None:
    """An array of tasks, each with its pages' markup."""
    with path.open("w", encoding="utf-8") as file:
        file.write("[" + json.dumps(_task(0)))
        for n in range(1, max(2, size // (2 * len(PADDING)))):
            file.write("," + json.dumps(_task(n)))
        file.write("]")


def _task(n: int) -> dict[str, Any]:
    page = '<html><input backend_node_id="7" id="q"></html>'
    action = {
        "raw_html": PADDING,
        "cleaned_html": page,
        "operation": {"op": "TYPE", "value": f"word {n}"},
        "pos_candidates": [
            {"tag": "input", "attributes": "{}", "backend_node_id": "7"}
        ],
    }
    return {
        "annotation_id": f"task-{n}",
        "website": "shop",
        "confirmed_task": f"Search for word {n}",
        "action_reprs": ["[textbox]  Search -> TYPE: word"] * 2,
        "actions": [action, action],
    }


def trace(path: Path, size: int) -> None:
    """An archive with one trace: each call shows its page."""
    rows = size // STEPS // 60
    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("trace.trace", "w", force_zip64=True) as file,
    ):
        for n in range(STEPS):
            for event in _events(n, rows):
                file.write(json.dumps(event).encode() + b"\n")


def _events(n: int, rows: int) -> Iterator[Mapping[str, Any]]:
    call = f"call@{n}"
    params = {"selector": "#q", "value": f"word {n}"}
    listed = [["P", {"id": f"row{k}"}, f"row {n} {k * 7919}"] for k in range(rows)]
    marked = ["INPUT", {"id": "q", "__playwright_target__": ""}]
    page = ["HTML", {}, ["BODY", {}, marked, *listed]]
    shown = {"callId": call, "phase": "action", "frameId": "f", "html": page}
    yield {"type": "before", "callId": call, "class": "Frame", "method": "fill",
           "params": params}  # fmt: skip
    yield {"type": "frame-snapshot", "snapshot": {**shown, "frameUrl": SITE}}
    yield {"type": "after", "callId": call}


def _fill(path: Path, size: int, line: Callable[[int], str]) -> None:
    with path.open("w", encoding="utf-8") as file:
        n = written = 0
        while written < size:
            written += file.write(line(n))
            n += 1


MADE: Mapping[str, tuple[str, Callable[[Path, int], None]]] = {
    "browser-use": ("history.json", browser_use),
    "tool-calls": ("calls.jsonl", tool_calls),
    "mind2web": ("tasks.json", mind2web),
    "playwright-trace": ("trace.zip", trace),
}
"""By format: the file's name and what makes it."""
