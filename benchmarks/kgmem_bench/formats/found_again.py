"""Are the elements of imported steps found again on the pages of their recording?

Playwright records its trace here, on made pages in two languages. What Chrome's
recorder and browser-use would write of the same acts is made after their schemas from
what the page says of its elements: selectors by accessible name and path; tag,
attributes, name and path.
"""

import json
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgmem import ImportedRun, PlanStep, Source
from kgmem.lab import Redactor, format_reader, locate
from kgmem_bench.pages.chromium import browser_page
from kgmem_bench.pages.driver import Driver

if TYPE_CHECKING:
    from playwright.sync_api import Page

SITE = "http://recorded.example/"
BUTTON, LINK = "<button type=button>{}</button>", "<a href=#{0}>{0}</a>"


@dataclass(frozen=True, slots=True)
class MadeAct:
    """Something that is done on a made page."""

    kind: str
    """fill, check or click."""
    selector: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class MadePage:
    """A page and what is done there, in this order."""

    name: str
    html: str
    acts: Sequence[MadeAct]


def _form(labels: Sequence[str], tick: str, send: str) -> str:
    fields = "".join(f"<p><label>{one} <input></label>" for one in labels)
    return (
        f"<form>{fields}<p><label><input type=checkbox> {tick}</label>"
        f"<p>{BUTTON.format(send)}</form>"
    )


def _rows(names: Sequence[str], does: Sequence[str]) -> str:
    """A table whose rows have the same buttons."""
    rows = (f"<tr><td>{name}<td>{' '.join(map(BUTTON.format, does))}" for name in names)
    return f"<table>{''.join(rows)}</table>"


def _acts_of_form(texts: Sequence[str]) -> list[MadeAct]:
    fields = [
        MadeAct("fill", f"p:nth-of-type({n}) input", text)
        for n, text in enumerate(texts, 1)
    ]
    return [
        *fields,
        MadeAct("check", "input[type=checkbox]"),
        MadeAct("click", "button"),
    ]


PAGES = (
    MadePage(
        "form", _form(("Article", "City", "Remarks"), "As a gift", "Order"),
        _acts_of_form(("lamp", "Oslo", "ring twice")),
    ),
    MadePage(
        "表单", _form(("商品", "城市", "备注"), "作为礼物", "下单"),
        _acts_of_form(("台灯", "昆明", "请按两次门铃")),
    ),
    MadePage(
        "rows", _rows(("Ann Lee", "Bob Ray", "Cy Fox"), ("Open", "Delete")),
        [MadeAct("click", f"tr:nth-of-type({n}) button:nth-of-type({k})")
         for n in (2, 3, 1) for k in (1, 2)],
    ),
    MadePage(
        "列表", _rows(("李雨桐", "周航", "程野"), ("查看", "删除")),
        [MadeAct("click", f"tr:nth-of-type({n}) button:nth-of-type({k})")
         for n in (2, 3, 1) for k in (1, 2)],
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class FoundAgain:
    """Steps of one format whose element was looked for on its page."""

    format: str
    page: str
    acts: int
    found: int
    wrong: int
    """Another element was taken for it; of the rest, none was."""
    recorded: bool
    """By the program itself, not made after its schema."""


def measure_found_again() -> list[FoundAgain]:
    """Each format on each page. Raises BrowserMissing without a Chromium."""
    with browser_page() as tab:
        return [
            _measured(tab, made, name, record)
            for made in PAGES
            for name, record in RECORDERS.items()
        ]


def _measured(tab: "Page", made: MadePage, name: str, record: "Recorder") -> FoundAgain:
    with tempfile.TemporaryDirectory(prefix="kgmem-bench-") as folder:
        path = record(tab, made, Path(folder))
        steps = list(_steps(path, name))
    driver = _opened(tab, made)
    right = wrong = 0
    for act, step in zip(made.acts, steps, strict=False):
        elements = driver.view().elements
        at = locate(step, elements, Redactor()).index
        wanted = _place_of(tab, act, elements)
        right += at is not None and at == wanted
        wrong += at is not None and at != wanted
        _do(tab, act)
    return FoundAgain(name, made.name, len(made.acts), right, wrong, name == TRACE)


def _steps(path: Path, name: str) -> Iterator[PlanStep]:
    """The steps that point at an element."""
    for one in format_reader(name).read(Source.of(path)):
        for step in one.run["steps"] if isinstance(one, ImportedRun) else ():
            if step.target is not None:
                yield PlanStep(n=1, action=step.action, target=step.target)


def _opened(tab: "Page", made: MadePage) -> Driver:
    page = f"<!doctype html><meta charset=utf-8><title>{made.name}</title>{made.html}"
    tab.unroute(f"{SITE}**")
    tab.route(f"{SITE}**", lambda route: route.fulfill(
        body=page, content_type="text/html; charset=utf-8"))  # fmt: skip
    tab.goto(SITE)
    return Driver(tab)


def _place_of(tab: "Page", act: MadeAct, elements: Sequence[Mapping[str, Any]]) -> int:
    """Which of the elements the act is meant for, by where it stands."""
    box = tab.locator(act.selector).bounding_box()
    assert box is not None
    sides: Mapping[str, Any] = dict(box)

    def off(n: int) -> float:
        return float(sum(abs(elements[n]["box"][at] - sides[at]) for at in sides))

    return min(range(len(elements)), key=off)


def _do(tab: "Page", act: MadeAct) -> None:
    element = tab.locator(act.selector)
    if act.kind == "fill":
        element.fill(act.text)
    elif act.kind == "check":
        element.check()
    else:
        element.click()


Recorder = Callable[["Page", MadePage, Path], Path]
TRACE = "playwright-trace"


def _trace(tab: "Page", made: MadePage, folder: Path) -> Path:
    path = folder / "trace.zip"
    tab.context.tracing.start(snapshots=True)
    try:
        _opened(tab, made)
        for act in made.acts:
            _do(tab, act)
    finally:
        tab.context.tracing.stop(path=path)
    return path


def _seen(tab: "Page", made: MadePage) -> Iterator[tuple[MadeAct, Mapping[str, Any]]]:
    """Each act with what the page says of its element when it is done."""
    driver = _opened(tab, made)
    for act in made.acts:
        elements = driver.view().elements
        yield act, elements[_place_of(tab, act, elements)]
        _do(tab, act)


def _chrome(tab: "Page", made: MadePage, folder: Path) -> Path:
    steps = [_chrome_step(act, element) for act, element in _seen(tab, made)]
    first = {"type": "navigate", "url": SITE}
    return _written(
        folder / "flow.json", {"title": made.name, "steps": [first, *steps]}
    )


def _chrome_step(act: MadeAct, element: Mapping[str, Any]) -> dict[str, Any]:
    selectors = [[f"xpath/{element['path']}"]]
    if element.get("name"):
        selectors.insert(0, [f"aria/{element['name']}"])
    kind = "change" if act.kind == "fill" else "click"
    told = {"type": kind, "target": "main", "selectors": selectors}
    return {**told, "value": act.text} if act.kind == "fill" else told


def _browser_use(tab: "Page", made: MadePage, folder: Path) -> Path:
    entries = [_entry(act, element) for act, element in _seen(tab, made)]
    return _written(folder / "history.json", {"history": entries})


def _entry(act: MadeAct, element: Mapping[str, Any]) -> dict[str, Any]:
    given = {"index": 1, "text": act.text} if act.kind == "fill" else {"index": 1}
    touched = {
        "node_name": str(element.get("tag") or "").upper(),
        "attributes": element.get("attributes") or {},
        "ax_name": element.get("name"),
        "x_path": element["path"],
        "bounds": element["box"],
    }
    done = {"input" if act.kind == "fill" else "click": given}
    return {
        "model_output": {"action": [done]},
        "result": [{"is_done": False}],
        "state": {"url": SITE, "title": "", "interacted_element": [touched]},
    }


def _written(path: Path, value: Any) -> Path:
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
    return path


RECORDERS: Mapping[str, Recorder] = {
    TRACE: _trace,
    "chrome-recorder": _chrome,
    "browser-use": _browser_use,
}
