"""Playwright's `trace.zip`: what was done, on the pages that it shows."""

import lzma
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from typing import IO

from kgmem.errors import InvalidInput
from kgmem.interfaces.importers.dom import Node, label_of_option
from kgmem.interfaces.importers.playwright_acts import (
    METHODS,
    PageAct,
    add_act,
    address_of,
    first_text,
    modifiers_of,
    snake,
)
from kgmem.interfaces.importers.playwright_options import BY_VALUE, NO_OPTION
from kgmem.interfaces.importers.playwright_snapshots import Frames
from kgmem.interfaces.importers.selectors import playwright_element
from kgmem.interfaces.importers.steps import Steps, whole_of
from kgmem.learn.importing.importer import ImportedRun
from kgmem.learn.importing.json_parts import MAX_PART, parsed
from kgmem.learn.importing.source import Source, zip_member
from kgmem.model.imported import RefusedPart
from kgmem.model.keys.element_evidence import EDITABLE, kind_of
from kgmem.model.trajectory import Box, Element, Page
from kgmem.model.values.json_read import list_of, mapping_of, text_of

VERSIONS = (9, 10)
"""Of the trace format; others are read as far as they are the same."""
MAX_TRACE = 1 << 30
"""Bytes of a trace when unpacked."""
MAX_RATIO = 200
"""Times that it may be larger than packed."""
BROKEN = "damaged from here on"
DAMAGED = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError,
    NotImplementedError, RuntimeError, ValueError,
)  # fmt: skip
"""What reading a damaged or encrypted archive raises."""
ACTING = frozenset({"Page", "Frame", "ElementHandle", "Locator"})


class PlaywrightTrace:
    """Reads each `*.trace` of an archive as a run; network and sources are not looked
    at."""

    name = "playwright-trace"
    title = "Playwright trace.zip"

    def recognizes(self, source: Source) -> str | None:
        if source.shape != "zip" or source.path is None:
            return None
        try:
            with zipfile.ZipFile(source.path) as archive:
                found = _traces(archive)
        except (zipfile.BadZipFile, OSError, ValueError):
            return None
        return f"an archive that holds {found[0]}" if found else None

    def read(self, source: Source) -> Iterator[ImportedRun | RefusedPart]:
        try:
            with source.open() as file, zipfile.ZipFile(file) as archive:
                for name in _traces(archive):
                    _refuse_bomb(archive.getinfo(name))
                    with zip_member(archive, name, MAX_TRACE) as trace:
                        yield _run(f"{source.name}/{name}", trace)
        except InvalidInput:
            raise
        except DAMAGED as error:
            raise InvalidInput(
                f"{source.name}: a damaged archive; save it again"
            ) from error


def _traces(archive: zipfile.ZipFile) -> list[str]:
    return [name for name in archive.namelist() if name.endswith(".trace")][:100]


def _refuse_bomb(info: zipfile.ZipInfo) -> None:
    is_large = info.file_size > 16 << 20
    if is_large and info.file_size > MAX_RATIO * max(info.compress_size, 1):
        raise InvalidInput(f"{info.filename}: packed too tightly to be a trace")


def _run(name: str, trace: IO[bytes]) -> ImportedRun:
    """What was read before a part that is damaged is kept."""
    reading = _Trace()
    for number in count(1):
        try:
            line = trace.readline(MAX_PART + 1)
        except DAMAGED:
            reading.steps.refuse(f"{name}:{number}", BROKEN)
            break
        if not line:
            break
        with reading.steps.reading(f"{name}:{number}"):
            if len(line) > MAX_PART:
                raise InvalidInput(f"a line of more than {MAX_PART >> 20} MB")
            reading.hear(parsed(line))
    return reading.run(name)


@dataclass
class _Call:
    """A call that has begun."""

    method: str
    params: Mapping[str, object]
    before: Page | None
    box: Box | None = None
    """Where the page was touched, if the trace tells it."""


class _Trace:
    """Joins what a trace tells of each call."""

    def __init__(self) -> None:
        self.steps = Steps()
        self._title: str | None = None
        self._has_failed = False
        self._wall = 0.0
        self._calls: dict[str, _Call] = {}
        self._targets: dict[str, tuple[Element, Node]] = {}
        self._frames = Frames()
        self._page: Page | None = None
        self._url: str | None = None

    def hear(self, line: object) -> None:
        """One line of the trace."""
        event = mapping_of(line)
        kind = event.get("type")
        if kind == "context-options":
            self._begin(event)
        elif kind == "before" and _is_act(event):
            self._calls[str(event["callId"])] = _Call(
                snake(str(event["method"])),
                mapping_of(event.get("params")),
                self._page,
            )
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
        self._settle()
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

    def _look(self, snapshot: Mapping[str, object]) -> None:
        """A page; where it marks what a call is done to, that is the call's element."""
        self._frames.take(snapshot)
        call_id = str(snapshot.get("callId"))
        url = address_of(snapshot.get("frameUrl"))
        if snapshot.get("isMainFrame") is not False and url:
            self._page = Page(url=url)
            self._url = self._url or url
            self._arrive()
        call = self._calls.get(call_id)
        if call is None or call_id in self._targets or not _has_target(snapshot):
            return
        found = self._frames.target(snapshot, call_id, call.box)
        if found is not None:
            self._targets[call_id] = found

    def _arrive(self) -> None:
        """The step before led to the page that is shown."""
        if self.steps.steps and self.steps.steps[-1].page_after is None:
            self.steps.last(page_after=self._page)

    def _settle(self) -> None:
        if self._page is not None:
            self._arrive()

    def _end(self, call: _Call, event: Mapping[str, object]) -> None:
        params, method = call.params, call.method
        found = self._targets.pop(str(event.get("callId")), None)
        selector = text_of(params.get("selector"))
        told = playwright_element(selector) if selector else None
        error = mapping_of(mapping_of(event.get("error")).get("error")) or mapping_of(
            event.get("error")
        )
        element = together(found[0], told) if found else told
        if method.startswith("keyboard_"):
            element = self._focused(method)
        fields = {
            "page_before": call.before,
            "success": False if error else None,
            "error": text_of(error.get("message")),
        }
        for value in self._values(method, params, found[1] if found else None):
            act = PageAct(
                method,
                element,
                value,
                modifiers_of(params.get("modifiers")),
                text_of(params.get("button")) or "left",
                whole_of(params.get("clickCount") or 1),
                _end_element(params),
                fields,
            )
            add_act(self.steps, act)

    def _focused(self, method: str) -> Element | None:
        """The field that the step before clicked, of a text that is typed next."""
        last = self.steps.steps[-1] if self.steps.steps else None
        if last is None or last.target is None or METHODS.get(method) != "type":
            return None
        is_entry = last.does.presses == "once" and kind_of(last.target) in EDITABLE
        return last.target if is_entry else None

    def _values(
        self, method: str, params: Mapping[str, object], node: Node | None
    ) -> Iterator[str | None]:
        """What is entered: one text, or each of the options that are chosen."""
        options = list_of(params.get("options"))
        if options:
            yield from (self._option(mapping_of(one), node) for one in options)
        elif METHODS.get(method) == "upload":
            names = list_of(params.get("localPaths")) or list_of(params.get("payloads"))
            yield first_text(names)
        else:
            yield first_text(*map(params.get, ("value", "text", "key", "url")))

    def _option(self, told: Mapping[str, object], node: Node | None) -> str | None:
        if text_of(told.get("label")):
            return text_of(told.get("label"))
        value = first_text(told.get("valueOrLabel"), told.get("value"))
        if value is None:
            raise InvalidInput(NO_OPTION)
        label = label_of_option(node, value) if node else None
        self.steps.guess_if(label is None, BY_VALUE)
        return label or value


def _is_act(event: Mapping[str, object]) -> bool:
    """Does the call do something on a page? Other calls are none of a step."""
    method = snake(str(event.get("method")))
    return event.get("class") in ACTING and method in METHODS


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


def _end_element(params: Mapping[str, object]) -> Element | None:
    target = text_of(params.get("target"))
    return playwright_element(target) if target else None


def together(shown: Element, told: Element | None) -> Element:
    """The element as its page shows it, with what its selector tells besides."""
    if told is None:
        return shown
    return shown.model_copy(
        update={
            "test_id": shown.test_id or told.test_id,
            "frame": told.frame,
            "locators": told.locators,
            "name": shown.name or told.name,
        }
    )


importer = PlaywrightTrace()
