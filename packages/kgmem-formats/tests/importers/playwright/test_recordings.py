"""What the recorder's JSON lines and traces tell besides clicks: frames, tabs, dialogs,
downloads, keys that are held, drags."""

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kgmem import ImportedRun, Source
from kgmem.learn.importing.registry import importer
from tests.importers.conftest import FORMATS
from tests.importers.playwright.reading import told

Line = dict[str, Any]


def recorded(folder: Path, *lines: Line) -> ImportedRun:
    head = {"browserName": "chromium", "contextOptions": {}}
    common = {"signals": [], "pageGuid": "page@1"}
    every = [head, *({**common, **line} for line in lines)]
    path = folder / "recording.jsonl"
    path.write_text("\n".join(map(json.dumps, every)), encoding="utf-8")
    [run] = importer("playwright-codegen").read(Source.of(path))
    assert isinstance(run, ImportedRun)
    return run


def click(name: str, **more: Any) -> Line:
    return {"name": "click", "selector": f'internal:text="{name}"i', **more}


RECORDED: dict[str, tuple[list[Line], list[str]]] = {
    "a name in Chinese": ([click("搜索")], ["click <搜索>"]),
    "a frame": ([{"name": "click",
                  "selector": 'iframe[name="pay"] >> '
                  'internal:control=enter-frame >> internal:text="Pay"i'},
                 click("Go", framePath=["#outer", "iframe >> nth=1"])],
                ["click <Pay@name=pay>", "click <Go@id=outer >> index=1>"]),
    "a popup": ([click("Terms", signals=[{"name": "popup", "popupPageGuid": "page@2"}]),
                 click("Accept", pageGuid="page@2"), click("Back")],
                ["click <Terms>", "click <Accept@order=1 & opener=0>", "click <Back>"]),
    "a second page": (
        [click("A"), {"name": "openPage", "url": "about:blank", "pageGuid": "page@9"},
         {"name": "navigate", "url": "http://b.example/", "pageGuid": "page@9"}],
        ["click <A>", "navigate 'http://b.example/' tab=order=1"],
    ),
    "a download and a dialog": (
        [click("Get", signals=[{"name": "download", "downloadAlias": "1"}]),
         click("Delete", signals=[{"name": "dialog", "dialogAlias": "1"}])],
        ["click <Get> download=True",
         "click <Delete> dialogs=[{'kind': 'alert', 'accept': True}]"],
    ),
    "how it is clicked": ([click("A", button="right", modifiers=10),
                           click("A", clickCount=2),
                           click("A", position={"x": 1, "y": 2})],
                          ["click <A> button=right modifiers=['Control', 'Shift']",
                           "double_click <A>", "click <A> position={'x': 1, 'y': 2}"]),
    "options": ([{"name": "select", "selector": "#s", "options": ["l", "xl"]}],
                ["select <#s> 'l' option_by=value",
                 "select <#s> 'xl' option_by=value"]),
    "files": ([{"name": "setInputFiles", "selector": "#f", "files": ["a", "b"]}],
              ["upload <#f> 'a\\nb'"]),
    "what is looked at": ([{"name": "assertText", "selector": "#f", "text": "A",
                            "substring": True},
                           {"name": "assertValue", "selector": "#v", "value": "7"},
                           {"name": "assertVisible", "selector": "#g"},
                           {"name": "assertChecked", "selector": "#h", "checked": True},
                           {"name": "closePage"}],
                          ["read <A> 'A' as=answer of=value",
                           "read <7> '7' as=answer of=value",
                           "read <#g> 'true' as=answer of=presence"]),
}  # fmt: skip


@pytest.mark.parametrize("case", RECORDED)
def test_a_recording_is_read(tmp_path: Path, case: str) -> None:
    lines, expected = RECORDED[case]

    run = recorded(tmp_path, *lines)

    assert run.refused == ()
    assert told(run) == expected


@pytest.mark.parametrize(
    "line",
    [
        {"name": "caress", "selector": "#a"},
        click("A", softly=True),
        click("A", clickCount=3),
        {"name": "click", "selector": "internal:text=/Save \\d+/i"},
        {"name": "fill", "selector": "#a"},
    ],
)
def test_what_is_not_known_is_refused_by_its_line(tmp_path: Path, line: Line) -> None:
    run = recorded(tmp_path, click("B"), line)

    assert told(run) == ["click <B>"]
    assert [one.place for one in run.refused] == ["recording.jsonl:3"]


# --- traces ---------------------------------------------------------------------------


def traced(folder: Path, *events: Line) -> ImportedRun:
    head = {"type": "context-options", "version": 10, "wallTime": 1}
    text = "\n".join(map(json.dumps, [head, *events]))
    path = folder / "t.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("trace.trace", text)
    [run] = importer("playwright-trace").read(Source.of(path))
    assert isinstance(run, ImportedRun)
    return run


def call(method: str, within: tuple[Line, ...] = (), **params: Any) -> Iterator[Line]:
    """A call with what happens while it is done."""
    kind, _, name = method.partition(".")
    number = f"call@{method}{json.dumps(params)}"
    yield {"type": "before", "callId": number, "class": kind, "method": name,
           "params": params}  # fmt: skip
    yield from within
    yield {"type": "after", "callId": number}


def happened(method: str, **params: Any) -> Line:
    return {"type": "event", "class": "BrowserContext", "method": method,
            "params": params}  # fmt: skip


TRACED_CASES: dict[str, tuple[list[Iterator[Line]], list[str]]] = {
    "a dialog that was answered": (
        [call("Frame.click", (happened("dialog", type="prompt", message="Why?"),
                              *call("Dialog.accept", promptText="so")), selector="#a")],
        ["click <#a> dialogs=[{'kind': 'prompt', 'accept': True, 'message': 'Why?', "
         "'text': 'so'}]"],
    ),
    "a dialog that nobody answered": (
        [call("Frame.click", (happened("dialog", type="confirm"),), selector="#a")],
        ["click <#a> dialogs=[{'kind': 'confirm', 'accept': False}]"],
    ),
    "a download": ([call("Frame.click", (happened("download"),), selector="#a")],
                   ["click <#a> download=True"]),
    "keys": ([call("Page.keyboardDown", key="Shift"),
              call("Page.keyboardPress", key="End"),
              call("Page.keyboardUp", key="Shift"),
              call("Page.keyboardPress", key="Control+s")],
             ["key 'Shift+End'", "key 'Control+s'"]),
    "text where the focus is": ([call("Frame.focus", selector="#a"),
                                 call("Page.keyboardType", text="hi")],
                                ["type <#a> 'hi'"]),
    "a drag by hand": ([call("Page.mouseMove", x=1, y=2), call("Page.mouseDown"),
                        call("Page.mouseMove", x=9, y=9), call("Page.mouseUp")],
                       ["drag <?> to <?> position={'x': 1, 'y': 2}"]),
    "a wheel": ([call("Page.mouseWheel", deltaX=0, deltaY=-5)],
                ["scroll by=5 direction=up"]),
    "a frame": ([call("Frame.click",
                      selector="#f >> internal:control=enter-frame >> #a")],
                ["click <#a@id=f>"]),
    "a file chooser": ([call("Page.__waitInfo__", event="filechooser"),
                        call("Frame.click", selector="#b"),
                        call("ElementHandle.setInputFiles", selector="#i",
                             localPaths=["a", "b"])], ["upload <#i> 'a\\nb'"]),
    "an option by its place": ([call("Frame.selectOption", selector="#s",
                                     options=[{"index": 2}])],
                               ["select <#s> '2' option_by=index"]),
    "what tells nothing": ([call("Frame.expect", selector="#a"),
                            call("Frame.innerText", selector="#a"),
                            call("Frame.expect", selector="#a", isNot=True,
                                 expression="to.be.visible"),
                            call("Route.fulfill"), call("BrowserContext.newPage")],
                           []),
    "what is looked at between keys": (
        [call("Frame.click", selector="#a"),
         call("Frame.expect", selector="#b", expression="to.be.visible"),
         call("Page.keyboardType", text="hi")],
        ["click <#a>", "read <#b> 'true' as=answer of=presence", "type <#a> 'hi'"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", TRACED_CASES)
def test_a_trace_is_read(tmp_path: Path, case: str) -> None:
    calls, expected = TRACED_CASES[case]
    events = [event for one in calls for event in one]

    run = traced(tmp_path, *events)

    assert run.refused == ()
    assert told(run) == expected


@pytest.mark.parametrize(
    "method",
    ["Frame.evaluateExpression", "Frame.dispatchEvent", "Frame.blur", "Page.caress"],
)
def test_a_call_that_no_step_tells_is_refused(tmp_path: Path, method: str) -> None:
    events = list(call(method, selector="#a"))

    run = traced(tmp_path, *events)

    assert told(run) == []
    assert len(run.refused) == 1


def test_what_a_script_looked_at_is_read_with_all_that_stands_beside_it() -> None:
    trace = FORMATS / "reads.zip"

    [run] = importer("playwright-trace").read(Source.of(trace))

    assert isinstance(run, ImportedRun)
    reads = [step for step in run.run["steps"] if step.action == "read"]
    assert [(one.params["of"], one.value) for one in reads] == [
        ("value", "Total: 21 EUR"),
        ("count", "2"),
        ("presence", "true"),
        ("value", "Ann"),
        ("value", "3"),
        ("count", "4"),
        ("list", "Ann\n3\nBob\n5"),
    ]
    cell = reads[4].target
    assert cell.attributes["column head"] == "Open"
    beside = {one.text: one.container for one in reads[4].page_before.elements}
    assert beside["5"] == ("Bob\t5",)
