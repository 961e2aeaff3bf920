"""The calls of a trace of Playwright's, as the steps of a run."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from kgmem import Box, Element, ImportedRun, InvalidInput, Page, Step
from kgmem.formats import MAY_BE_PART, list_of, mapping_of, text_of
from kgmem_formats.importers.dom import Node, option_in
from kgmem_formats.importers.playwright.acting import Acting
from kgmem_formats.importers.playwright.acts import (
    PageAct,
    address_of,
    files_in,
    modifiers_of,
)
from kgmem_formats.importers.playwright.hands import Under, spot_under
from kgmem_formats.importers.playwright.looking import looked_at
from kgmem_formats.importers.playwright.options import NO_OPTION
from kgmem_formats.importers.playwright.selectors import playwright_element
from kgmem_formats.importers.playwright.tabs import TabPlaces
from kgmem_formats.importers.playwright.words import METHODS, READS, traced
from kgmem_formats.importers.playwright_snapshots import Frames
from kgmem_formats.importers.steps import Steps, whole_of

VERSIONS = (9, 10)
"""Of the trace format; others are read as far as they are the same."""


@dataclass
class _Begun:
    """A call that has begun."""

    method: str
    params: Mapping[str, object]
    before: Page | None
    box: Box | None = None
    """Where the page was touched, if the trace tells it."""
    tab: str | None = None
    params_of_step: dict[str, object] = field(default_factory=dict)
    """What happened while it was done."""


class TraceReading:
    """Joins what a trace tells of each call."""

    def __init__(self) -> None:
        self.steps = Steps()
        self._acting = Acting(self.steps)
        self._tabs = TabPlaces()
        self._title: str | None = None
        self._has_failed = False
        self._wall = 0.0
        self._calls: dict[str, _Begun] = {}
        self._targets: dict[str, tuple[Element, Node]] = {}
        self._frames = Frames()
        self._pages: dict[str | None, Page] = {}
        self._tab: str | None = None
        self._url: str | None = None
        self._chooser: int | None = None
        self._reads: dict[str, Step] = {}
        """Of calls that looked at the page, until it is shown."""

    def hear(self, line: object) -> None:
        """One line of the trace. Raises InvalidInput for a call that is refused."""
        event = mapping_of(line)
        kind = event.get("type")
        if kind == "context-options":
            self._begin(event)
        elif kind == "before":
            self._before(event)
        elif kind == "event":
            self._happen(event)
        elif kind == "input" and str(event.get("callId")) in self._calls:
            self._calls[str(event["callId"])].box = _box(event.get("box"))
        elif kind == "frame-snapshot":
            self._look(mapping_of(event.get("snapshot")))
        elif kind == "after" and (
            call := self._calls.pop(str(event.get("callId")), None)
        ):
            self._end(call, event)
        elif kind == "error":
            self._has_failed = True

    def run(self, name: str) -> ImportedRun:
        """The run: a failure if an error was written down, else of unknown outcome."""
        outcome = "failure" if self._has_failed else None
        with self.steps.reading(name):
            self._acting.end()
        self._arrive()
        moment = datetime.fromtimestamp(self._wall, UTC) if self._wall else None
        return self.steps.run(
            name, self._title, outcome=outcome, url=self._url, started_at=moment
        )

    def _begin(self, event: Mapping[str, object]) -> None:
        self._title = self._title or text_of(event.get("title"))
        wall = event.get("wallTime")
        if isinstance(wall, int | float) and 0 < wall < 4e12:
            self._wall = wall / 1000
        version = event.get("version")
        if version not in VERSIONS:
            self.steps.guess(f"the format's version {version}: read as {VERSIONS[-1]}")

    def _before(self, event: Mapping[str, object]) -> None:
        kind, params = str(event.get("class")), mapping_of(event.get("params"))
        if params.get("event") == "filechooser":
            self._chooser = len(self.steps.steps)
        name, acts = traced(kind, str(event.get("method")))
        if kind == "Dialog":
            self._answer(name, params)
        elif acts is None:
            raise InvalidInput(f"{name[:60]!r} of a page, which no step tells")
        elif acts:
            before = self._pages.get(self._tab)
            call = _Begun(name, params, before, tab=self._tab)
            self._calls[str(event["callId"])] = call

    # what happens meanwhile -----------------------------------------------------------

    def _happen(self, event: Mapping[str, object]) -> None:
        """A tab opens, a file comes, a dialog asks."""
        kind, params = event.get("method"), mapping_of(event.get("params"))
        if kind == "page":
            # One that nobody opened is of the run once something is done there: others
            # may be open beside what is traced.
            if opener := text_of(params.get("openerPageId")):
                self._tabs.open(opener)
                self._tabs.open(str(params.get("pageId")), opener)
        elif kind == "download":
            self._tell({"download": True})
        elif kind == "dialog":
            told = {"kind": str(params.get("type")), "accept": False}
            message = text_of(params.get("message"))
            known = list_of(self._raising().get("dialogs"))
            dialog = {**told, "message": message} if message else told
            self._tell({"dialogs": [*known, dialog]})

    def _answer(self, name: str, params: Mapping[str, object]) -> None:
        """The newest dialog was answered so."""
        *others, last = list_of(self._raising().get("dialogs")) or [{}]
        answered = {**mapping_of(last), "accept": name == "accept"}
        text = params.get("promptText")
        if answered.get("kind") == "prompt" and isinstance(text, str):
            answered["text"] = text
        self._tell({"dialogs": [*others, answered]})

    def _raising(self) -> Mapping[str, object]:
        """The params of the act that is done now, or was done last."""
        if self._calls:
            return list(self._calls.values())[-1].params_of_step
        return self.steps.steps[-1].params if self.steps.steps else {}

    def _tell(self, params: Mapping[str, object]) -> None:
        if self._calls:
            list(self._calls.values())[-1].params_of_step.update(params)
        elif self.steps.steps:
            self.steps.last(params={**self.steps.steps[-1].params, **params})

    def _look(self, snapshot: Mapping[str, object]) -> None:
        """A page; where it marks what a call is done to, that is the call's element."""
        self._frames.take(snapshot)
        call_id = str(snapshot.get("callId"))
        if snapshot.get("phase") == "after" and call_id in self._reads:
            self._show_read(self._reads.pop(call_id), call_id, snapshot)
        url = address_of(snapshot.get("frameUrl"))
        tab = self._tabs.told(str(snapshot.get("pageId")))
        call = self._calls.get(call_id)
        if call is not None:
            call.tab = tab
        if snapshot.get("isMainFrame") is not False and url:
            self._pages[tab], self._tab = Page(url=url), tab
            self._url = self._url or url
            self._arrive()
            if call is not None and snapshot.get("phase") == "before":
                call.before = self._pages[tab]
        if call is None or call_id in self._targets or not _has_target(snapshot):
            return
        found = self._frames.target(snapshot, call_id, call.box)
        if found is not None:
            self._targets[call_id] = found

    def _arrive(self) -> None:
        """The step before led to the page that is shown."""
        page = self._pages.get(self._tab)
        if page and self.steps.steps and self.steps.steps[-1].page_after is None:
            self.steps.last(page_after=page)

    # acts -----------------------------------------------------------------------------

    def _end(self, call: _Begun, event: Mapping[str, object]) -> None:
        params, method = call.params, call.method
        found = self._targets.pop(str(event.get("callId")), None)
        if method in READS:
            self._look_at(call, event)
            return
        fields = {"page_before": call.before, **_error(event)}
        if "." in method:
            self._by_hand(call, fields)
            return
        selector = text_of(params.get("selector", params.get("source")))
        told = playwright_element(selector) if selector else None
        element = together(found[0], told) if found else told
        if element is not None:
            element = element.model_copy(update={"tab": call.tab})
        if method == "focus":
            self._acting.focus(element or Element())
            return
        if method == "set_input_files" and self._chooser is not None:
            self._acting.opener(self._chooser)
            self._chooser = None
        if method == "reload":
            method, params = "goto", {"url": call.before.url if call.before else None}
        for value, said in self._values(method, params, found[1] if found else None):
            act = PageAct(
                method,
                element,
                value,
                end=_end_element(params, call.tab),
                tab=call.tab,
                params={**said, **call.params_of_step},
                fields=fields,
                **_how(params),
            )
            self._acting.add(act)
        if METHODS[method] == "hover" and element is not None:
            self._acting.move(Under(element, _how(params)["position"]), is_told=True)

    def _look_at(self, call: _Begun, event: Mapping[str, object]) -> None:
        """A call that tells what stands on the page, if it did."""
        selector = text_of(call.params.get("selector"))
        told = looked_at(call.method, call.params, mapping_of(event.get("result")))
        if told is None or not selector or event.get("error"):
            return
        with suppress(InvalidInput):  # an element that can't be told
            element = playwright_element(selector) or Element()
            place = element.model_copy(update={"tab": call.tab})
            fields = {"page_before": call.before}
            if step := self.steps.read(place, told[1], told[0], **fields):
                self._reads[str(event.get("callId"))] = step

    def _show_read(self, step: Step, call_id: str, page: Mapping[str, object]) -> None:
        """The element, and all that the page shows beside it."""
        shown, target = self._frames.readable(page), step.target
        found = self._frames.target(page, call_id, None)
        if found and target:
            beside = next((e for e in shown if e.path == found[0].path), Element())
            told = {**found[0].attributes, **beside.attributes}
            where = {"tab": target.tab, "attributes": told}
            target = together(found[0], target).model_copy(update=where)
        before = (step.page_before or Page()).model_copy(update={"elements": shown})
        changes = {"target": target, "page_before": before}
        self.steps.replace(step, step.model_copy(update=changes))

    def _by_hand(self, call: _Begun, fields: Mapping[str, object]) -> None:
        """A method of the keyboard or the mouse."""
        owner, _, name = call.method.partition(".")
        more = {"fields": fields, "params": call.params_of_step}
        text = text_of(call.params.get("key")) or text_of(call.params.get("text"))
        if owner == "keyboard":
            self._acting.key(name, text, call.tab, **more)
        elif name == "wheel":
            dx, dy = call.params.get("deltaX", 0), call.params.get("deltaY", 0)
            self._acting.wheel(dx, dy, call.tab)
        else:
            if "x" in call.params:
                there = spot_under(call.params["x"], call.params["y"])
                self._acting.move(there)
            how = {k: v for k, v in _how(call.params).items() if k != "position"}
            self._acting.mouse(call.method, call.tab, **how, **more)

    def _values(
        self, method: str, params: Mapping[str, object], node: Node | None
    ) -> Iterator[tuple[str | None, Mapping[str, object]]]:
        """What is entered: one text, or each of the options that are chosen."""
        if METHODS[method] == "select":
            options = list_of(params.get("options"))
            if not options:
                raise InvalidInput(NO_OPTION)
            yield from (_option(mapping_of(one), node) for one in options)
        elif METHODS[method] == "upload":
            names = list_of(params.get("localPaths")) or list_of(params.get("payloads"))
            yield files_in(names), {}
        else:
            given = (params.get(key) for key in ("value", "text", "key", "url"))
            value = next((one for one in given if isinstance(one, str)), None)
            yield "" if method == "clear" else value, {}


def _option(
    told: Mapping[str, object], node: Node | None
) -> tuple[str, Mapping[str, object]]:
    """An option by its label where the page shows it, else as it was named."""
    if text_of(told.get("label")):
        return str(told["label"]), {}
    for key in ("valueOrLabel", "value", "index"):
        given = told.get(key)
        if isinstance(given, str | int):
            by = "index" if key == "index" else "value"
            label = option_in(node, by, str(given)) if node else None
            return (label, {}) if label else (str(given), {"option_by": by})
    raise InvalidInput(NO_OPTION)


def _error(event: Mapping[str, object]) -> dict[str, object]:
    """What a call failed with."""
    outer = mapping_of(event.get("error"))
    error = mapping_of(outer.get("error")) or outer
    return {
        "success": False if error else None,
        "error": text_of(error.get("message")),
    }


def _how(params: Mapping[str, object]) -> dict[str, Any]:
    """The options of a pointer."""
    delay = params.get("delay")
    position = mapping_of(params.get("position") or params.get("sourcePosition"))
    if params.get("targetPosition"):
        raise InvalidInput("a drag ends on its element, at no other place of it")
    return {
        "modifiers": modifiers_of(params.get("modifiers")),
        "button": text_of(params.get("button")) or "left",
        "count": whole_of(params.get("clickCount") or 1),
        "held_ms": delay if isinstance(delay, int | float) else 0,
        "position": dict(position) or None,
    }


def _has_target(snapshot: Mapping[str, object]) -> bool:
    """Was it taken while the call was done to its element?"""
    name = str(snapshot.get("snapshotName") or "")
    return snapshot.get("phase") in ("action", "input") or name.startswith(
        ("input@", "action@")
    )


def _box(raw: object) -> Box | None:
    told = mapping_of(raw)
    sides = [told.get(name) for name in ("x", "y", "width", "height")]
    if not all(isinstance(one, int | float) for one in sides):
        return None
    return Box(x=sides[0], y=sides[1], width=sides[2], height=sides[3])


def _end_element(params: Mapping[str, object], tab: str | None) -> Element | None:
    target = text_of(params.get("target"))
    element = playwright_element(target) if target else None
    return element.model_copy(update={"tab": tab}) if element else None


def together(shown: Element, told: Element | None) -> Element:
    """The element as its page shows it, with what its selector tells besides."""
    if told is None:
        return shown
    is_named = bool(shown.name or shown.text)
    kept = (one for one in told.locators if not (is_named and one == MAY_BE_PART))
    return shown.model_copy(
        update={
            "test_id": shown.test_id or told.test_id,
            "frame": told.frame or shown.frame,
            "locators": tuple(kept),
            "name": shown.name or told.name,
        }
    )
