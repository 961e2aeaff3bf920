"""Pages of a trace are kept packed: later ones may still refer to them."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from kgmem import ImportedRun, Source
from kgmem.learn.importing.registry import importer
from kgmem_formats.importers import playwright_snapshots

ROWS = 600


def page(n: int) -> list[Any]:
    rows = [["P", {"id": f"row{k}"}, f"row {n} {k * 7919}"] for k in range(ROWS)]
    return ["HTML", {}, ["BODY", {}, *rows]]


def write(path: Path, pages: list[list[Any]]) -> int:
    """A trace in which each page is that of a call; its size when unpacked."""
    size = 0
    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("trace.trace", "w") as file,
    ):
        for n, html in enumerate(pages):
            call = {"callId": f"call@{n}"}
            events = [
                {"type": "before", **call, "class": "Frame", "method": "click",
                 "params": {"selector": "#q"}},
                {"type": "frame-snapshot",
                 "snapshot": {**call, "phase": "action", "frameId": "f", "html": html,
                              "frameUrl": "http://shop.example/"}},
                {"type": "after", **call},
            ]  # fmt: skip
            for event in events:
                size += file.write(json.dumps(event).encode() + b"\n")
    return size


def read(path: Path) -> ImportedRun:
    [run] = importer("playwright-trace").read(Source.of(path))
    assert isinstance(run, ImportedRun)
    return run


@pytest.mark.parametrize("kept", [playwright_snapshots.MAX_KEPT, 1])
def test_pages_that_refer_to_several_earlier_ones_are_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: int
) -> None:
    monkeypatch.setattr(playwright_snapshots, "MAX_KEPT", kept)
    marked = {"__playwright_target__": ""}
    first = ["HTML", {}, ["BUTTON", {"id": "a", **marked}, "Save"]]
    second = ["HTML", {}, ["BUTTON", {"id": "b", **marked}, "Send"]]
    both = ["HTML", {}, ["DIV", {}, [[2, 1]]], ["DIV", {}, [[1, 1]]]]
    write(tmp_path / "t.zip", [first, second, both, both])

    steps = read(tmp_path / "t.zip").run["steps"]

    assert [one.target.name for one in steps] == ["Save", "Send", "Save", "Send"]
